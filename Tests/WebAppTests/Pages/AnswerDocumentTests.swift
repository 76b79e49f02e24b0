import Answers
import CivilDates
import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// The plan for programs is the one of the page.
@Suite("The answer of a pass as JSON", .timeLimit(.minutes(3)))
struct AnswerDocumentTests {
    /// What a test reads of it.
    private struct Document: Decodable {
        struct Summary: Decodable {
            let injectionsNow, visitsNow, unlessGiven, questions: Int
        }
        struct Line: Decodable {
            let id, state: String
            let group, antigens, entered: [String]
            let day: String?
            let reasons: [Reason]
        }
        struct Reason: Decodable { let kind: String }
        struct Visit: Decodable {
            let day, place: String
            let injections: [Injection]
        }
        struct Injection: Decodable { let lines, antigens: [String] }
        struct Dose: Decodable { let dose, antigen, verdict: String }
        struct Question: Decodable {
            let kind: String
            let subject, answer: String?
        }
        let format: Int
        let day, changesOn: String
        let summary: Summary
        let lines: [Line]
        let visits: [Visit]
        let doses: [Dose]
        let questions: [Question]
    }

    private static func document(_ person: Person, _ pass: String) async throws -> Document {
        let file = try await person.get("/passes/\(pass)/recommendations.json")
        #expect(file.status == .ok && file.headers[.contentType] == "application/json")
        #expect(file.headers[.cacheControl] == "no-store")
        return try JSONDecoder().decode(Document.self, from: Data(file.bytes))
    }

    @Test func saysWhatThePageShows() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { app, person, pass in
            let dose = try await person.dose(pass, "tetanus", "boostrix", ("4", "5", "2020"))
            let (file, page) = (try await Self.document(person, pass), try await PlanPage(person, pass))
            let answer = try await person.answer(pass, app)
            #expect(file.format == 1 && file.day == "2026-11-21" && file.changesOn > file.day)
            #expect(page.numbers == [String(file.summary.injectionsNow)])
            #expect(page.body.says("plan.visits", ["count": String(file.summary.visitsNow)]))
            #expect(file.summary.unlessGiven == answer.summary.unlessGiven && file.summary.questions > 0)
            #expect(file.lines.map(\.id) == answer.lines.map(\.id))
            #expect(file.lines.map(\.state) == answer.lines.map(\.state.rawValue))
            #expect(Set(page.lines).isSubset(of: file.lines.map(\.id)))
            #expect(file.visits.map(\.day) == answer.visits.map(\.day.description))
            #expect(file.doses.contains { $0.dose == dose && $0.antigen == "tetanus" })
            let asked = try #require(file.questions.first { $0.kind == "course" && $0.answer == nil }?.subject)
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.post(path, ["target": asked, "given": "no"]).status == .seeOther)
            let told = try await Self.document(person, pass)
            #expect(
                told.lines.map(\.state) != file.lines.map(\.state)
                    && told.summary.injectionsNow > file.summary.injectionsNow)
        }
    }

    @Test func namesNobodyAndHasNoWords() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { _, person, pass in
            let english = try await person.get("/passes/\(pass)/recommendations.json")
            _ = try await person.post("/language", ["language": "de"])
            let german = try await person.get("/passes/\(pass)/recommendations.json")
            #expect(
                english.body == german.body && !english.body.contains("Opa") && !english.body.contains("1946-04-12"))
            #expect(!english.body.contains(pass))
        }
    }

    @Test func isThereWithoutABirthDateAndForNobodyElse() async throws {
        try await TestApp.open { _, client in
            let (ada, ben) = (Person(client), Person(client))
            try await ada.register("ada")
            try await ben.register("ben")
            let pass = try await ada.pass("Ada Test", birth: ("", "", "1987"))
            let file = try await Self.document(ada, pass)
            #expect(file.questions.contains { $0.kind == "birthDate" && $0.subject == "1987" })
            #expect(try await ben.get("/passes/\(pass)/recommendations.json").status == .notFound)
        }
    }
}
