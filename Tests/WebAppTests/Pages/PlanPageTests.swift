import Answers
import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

/// The plan shows the answer: every line once, in the part that its state has, by the same numbers.
@Suite("The plan of a pass", .timeLimit(.minutes(5)))
struct PlanPageTests {
    /// People and animals whose answers have lines of every kind.
    private enum Somebody: CaseIterable {
        case adult, senior, baby, traveller, expecting, finished, dog
    }

    private static func born(_ somebody: Somebody) -> (String, String, String) {
        switch somebody {
        case .adult, .traveller, .finished: ("12", "4", "1987")
        case .senior: ("12", "4", "1946")
        case .baby: ("1", "9", "2026")
        case .expecting: ("3", "5", "1994")
        case .dog: ("1", "4", "2023")
        }
    }

    private static func enter(_ somebody: Somebody, _ person: Person) async throws -> String {
        let kind = somebody == .dog ? "dog" : "person"
        let pass = try await person.pass("Plan Test", kind: kind, birth: born(somebody))
        switch somebody {
        case .adult, .dog: break
        case .senior: try await person.dose(pass, "tetanus", "boostrix", ("4", "5", "2020"))
        case .baby: try await person.dose(pass, "rotavirus", "rotarix", ("20", "10", "2026"))
        case .traveller:
            let trip = [
                "country": "KE", "from-day": "5", "from-month": "12", "from-year": "2026", "style": "simple",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("3", "3", "2024"))
        case .expecting:
            let told = ["due-day": "1", "due-month": "3", "due-year": "2027", "observation-health-worker": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
        case .finished:
            for date in [("3", "3", "1990"), ("3", "5", "1990")] {
                try await person.dose(pass, "measles", "priorix", date)
            }
        }
        return pass
    }

    /// The message of the part that a line is in; nil where the page has none for it.
    private static func heading(_ line: Answer.Line, _ answer: Answer, due: CalendarDate?) -> String? {
        switch line.state {
        case .now: return "answer.state.now"
        case .nowUnlessGiven: return "answer.state.now-unless-given"
        case .ask: return "answer.state.ask"
        case .tooLate: return "answer.state.too-late"
        case .contraindicated: return "answer.state.contraindicated"
        case .complete: return "answer.state.complete"
        case .notRecommended: return line.begun == nil ? nil : "plan.begun"
        case .soon, .later:
            guard let day = line.day, day <= answer.day.adding(CalendarPeriod(years: 1)) else {
                return "answer.state.later"
            }
            return due.map { day > $0 } ?? false ? "plan.after-birth" : "plan.next"
        }
    }

    @Test(arguments: ["en", "de"])
    func everyLineStandsOnceUnderItsState(language: String) async throws {
        try await TestApp.openWithPass { app, person, _ in
            _ = try await person.post("/language", ["language": language])
            var seen: Set<Answer.State> = []
            for somebody in Somebody.allCases {
                let pass = try await Self.enter(somebody, person)
                let (page, answer) = (try await PlanPage(person, pass), try await person.answer(pass, app))
                let due = somebody == .expecting ? CalendarDate("2027-03-01") : nil
                let practice = try words(somebody == .dog ? "family.vet" : "family.doctor", in: language)
                let told = answer.near.filter { Self.heading($0, answer, due: due) != nil }
                #expect(page.lines.sorted() == told.map(\.id).sorted(), "\(somebody)")
                for line in told {
                    let heading = try #require(Self.heading(line, answer, due: due))
                    let part = try #require(
                        try page.part(heading, ["practice": practice], in: language), "\(somebody): \(heading)")
                    #expect(PlanPage.lines(in: part).contains(line.id), "\(somebody): \(line.id) in \(heading)")
                }
                seen.formUnion(told.map(\.state))
                #expect(page.numbers == [String(answer.summary.injectionsNow)], "\(somebody)")
            }
            #expect(seen.isSuperset(of: [.now, .nowUnlessGiven, .contraindicated, .soon, .later, .complete]))
        }
    }

    @Test func anEmptyPassSaysFirstHowToEnterAndThenTheSameLines() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { _, person, pass in
            let page = try await PlanPage(person, pass)
            let empty = try #require(page.body.range(of: try words("plan.empty")))
            let first = try #require(page.body.range(of: "<data value="))
            #expect(empty.upperBound < first.lowerBound)
            for path in ["vaccinations/table", "scan", "certificates/new"] {
                #expect(page.body.contains("href=\"/passes/\(pass)/\(path)\""), "\(path)")
            }
            // Its buttons are folded away, but for those of questions.
            let part = try #require(try page.part("answer.state.now-unless-given"))
            let rows = part.components(separatedBy: "<li class=\"card\"").dropFirst()
            let (asked, lines) = (rows.filter { !$0.contains("<details") }, rows.filter { $0.contains("<details") })
            #expect(!asked.isEmpty && lines.count > 2)
            #expect(asked.allSatisfy { $0.contains("name=\"given\" value=\"yes\"") })
            #expect(lines.allSatisfy { Self.isButtonFolded($0) == true }, "\(part)")
            try await person.dose(pass, "tetanus", "td", ("1", "4", "1990"))
            let other = try await PlanPage(person, pass)
            #expect(!other.body.says("plan.empty"))
            let open = try #require(try other.part("answer.state.now-unless-given"))
                .components(separatedBy: "<li class=\"card\"").dropFirst().filter { $0.contains("<details") }
            #expect(open.prefix(3).allSatisfy { Self.isButtonFolded($0) == false })
            #expect(open.dropFirst(3).allSatisfy { Self.isButtonFolded($0) == true })
        }
    }

    /// Whether the buttons of a row are seen only once it is opened; nil without any.
    private static func isButtonFolded(_ row: String) -> Bool? {
        guard let button = row.range(of: "name=\"given\""), let end = row.range(of: "</details>") else { return nil }
        return button.upperBound < end.lowerBound
    }

    @Test func duringAPregnancyWhatIsntGivenComesFirst() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let pass = try await Self.enter(.expecting, person)
            let page = try await PlanPage(person, pass)
            let headings = page.body.matches(of: /<section>\n<h2>([^<]*)<\/h2>/).map { String($0.1) }
            #expect(try headings.first == words("answer.state.contraindicated"), "\(headings)")
            let row = try #require(page.row("mmr"))
            #expect(row.says("answer.until", ["date": "1 March 2027"]) && row.says("plan.planned"), "\(row)")
            #expect(row.contains("<details open>"))
        }
    }

    @Test func aFilterChoosesLinesAndChangesNoNumber() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let pass = try await Self.enter(.traveller, person)
            let answer = try await person.answer(pass, app)
            let (all, one) = (try await PlanPage(person, pass), try await PlanPage(person, pass, query: "?for=KE"))
            #expect(one.numbers == all.numbers && !all.body.says("plan.with-all"))
            #expect(one.body.says("plan.with-all", ["count": String(answer.summary.injectionsNow)]))
            let there = answer.near.filter { $0.places.contains("KE") }.map(\.id)
            #expect(!there.isEmpty && Set(one.lines).subtracting(there).isEmpty)
            #expect(Set(one.lines).count < Set(all.lines).count)
            for line in one.lines {
                let heads = [one, all].map { $0.row(line)?.components(separatedBy: "</summary>").first }
                #expect(heads[0] == heads[1], "\(line)")
            }
        }
    }

    @Test func anOpenedRowSaysWhyWithWhatAndWhoSaysSo() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let pass = try await Self.enter(.baby, person)
            let page = try await PlanPage(person, pass)
            #expect(page.body.times("recommendations.draft") == 1)
            let schedules = try await person.get("/schedules").body
            for line in page.lines {
                let row = try #require(page.row(line), "\(line)")
                guard row.contains("<details") else { continue }
                let link = try #require(row.firstMatch(of: /href="\/schedules#([a-z0-9-]+)"/)?.1, "\(row)")
                #expect(row.says("answer.read.original") || row.says("answer.read.second-hand"), "\(line)")
                #expect(schedules.contains("id=\"\(link)\""), "\(link)")
            }
        }
    }
}
