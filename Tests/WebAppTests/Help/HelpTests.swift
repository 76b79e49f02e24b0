import HTTPTypes
import Testing

@testable import Web
@testable import WebApp

@Suite("A help that answers", .timeLimit(.minutes(3)))
struct HelpTests {
    /// The page from which each question is asked: of visitors, of members, and of those who have a pass.
    private enum Place {
        case visitor(String)
        case member(String)
    }

    private static func place(
        _ question: HelpQuestion, pass: String, certificate: String
    ) -> Place {
        switch question {
        case .howItWorks: .visitor("/")
        case .whoCanRead: .visitor("/register")
        case .lostAccess, .realMessage: .visitor("/login")
        case .whatIfCheated: .visitor("/privacy")
        case .recommendations, .noAnswer, .wrongRecommendation: .member("/passes/\(pass)/recommendations")
        case .paused: .member("/settings/reminders")
        case .paperBooklet: .member("/passes/\(pass)/scan")
        case .tick: .member("/passes/\(pass)/certificates/\(certificate)")
        case .offline: .member("/passes/\(pass)/certificates/\(certificate)/offline")
        case .doctorLink: .member("/passes/\(pass)/links")
        case .calendar: .member("/passes/\(pass)/calendar")
        case .moving: .member("/export")
        case .deletedByMistake: .member("/bin")
        case .deleteEverything: .member("/settings/delete")
        }
    }

    @Test func eachQuestionIsOneClickFromWhereItArisesInBothLanguages() async throws {
        try await TestApp.openWithPass { app, member, pass in
            let certificate = try await OwnershipTests.items(of: member, pass, app)["certificate"] ?? ""
            let visitor = Person(member.client)
            for words in app.services.localization.languages {
                for person in [member, visitor] {
                    _ = try await person.post("/language", ["language": words.code, "return": "/"], from: "/privacy")
                }
                for question in HelpQuestion.allCases {
                    let link = "<a href=\"/help/\(question.pathText)\">"
                    let body =
                        switch Self.place(question, pass: pass, certificate: certificate) {
                        case .visitor(let path): try await visitor.get(path).body
                        case .member(let path): try await member.get(path).body
                        }
                    #expect(body.contains(link), "\(words.code) \(question)")
                    // Visitors read it too.
                    let answer = try await visitor.get("/help/\(question.pathText)")
                    #expect(answer.status == .ok && answer.body.contains("<html lang=\"\(words.code)\">"))
                    #expect(try await visitor.get("/help").body.contains("href=\"/help/\(question.pathText)\""))
                }
            }
        }
    }

    @Test func noAnswerLeadsNowhere() async throws {
        try await TestApp.openWithPass { _, member, _ in
            for question in HelpQuestion.allCases {
                for place in question.places {
                    let answer = try await member.get(place.path)
                    #expect([.ok, .seeOther].contains(answer.status), "\(question) \(place.path)")
                }
            }
            let foot = try await member.get("/privacy").body
            #expect(foot.contains("href=\"/help\""), "it is in every page's foot")
        }
    }

    @Test func whatNobodyAskedIsNotFound() async throws {
        try await TestApp.open { _, client in
            let visitor = Person(client)
            for path in [
                "/help/nothing", "/help/HOW-IT-WORKS", "/introduction/0", "/introduction/5", "/introduction/a",
            ] {
                let answer = try await visitor.get(path)
                #expect(answer.status == .notFound, "\(path)")
            }
        }
    }

    @Test func fourPagesLeadToTheFirstPassAndSayWhereTheyStay() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/welcome").body.contains("href=\"/introduction/1\""))
            #expect(try await person.get("/help").body.contains("href=\"/introduction/1\""))
            for number in 1...4 {
                let page = try await person.get("/introduction/\(number)")
                #expect(
                    page.status == .ok && page.body.says("introduction.position", ["page": "\(number)", "pages": "4"]))
                #expect(page.body.says("introduction.later") == (number < 4))
                #expect(page.body.contains("href=\"/introduction/\(number + 1)\"") == (number < 4))
            }
            #expect(try await person.get("/").location == "/welcome")
        }
    }
}
