import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("What isn't entered hides nothing", .timeLimit(.minutes(3)))
struct UnrecordedTests {
    @Test func anEmptyPassHasOneFirstStepAndOthersBesideIt() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("", "", "1946")) { app, person, pass in
            for isDated in [true, false] {
                if !isDated {
                    // As an import may leave it.
                    try await person.vault(app).write { records in
                        let id = try #require(PassID(pass))
                        var content = try #require(try records.pass(id)).content
                        content.birthDate = nil
                        try records.update(PassRecord(id: id, content, createdAt: TestApp.now))
                    }
                }
                let page = try await person.get("/passes/\(pass)").body
                let main = page.matches(of: /class="button" href="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
                #expect(try main == ["/passes/\(pass)/scan \(words("scans.link"))"])
                let others = page.matches(of: /class="button quiet[^"]*" href="([^"]*)">([^<]*)</)
                    .map { "\($0.1) \($0.2)" }
                #expect(
                    try others == [
                        "/passes/\(pass)/vaccinations/table?layout=visits \(words("next.enter-link"))",
                        "/passes/\(pass)/vaccinations/table?layout=table \(words("next.enter-link"))",
                        "/passes/\(pass)/vaccinations/new \(words("vaccinations.add.one"))",
                        "/passes/\(pass)/certificates/new \(words("vaccinations.import"))",
                    ])
            }
        }
    }

    /// What is of this season is for now, what a booklet may have is unless given, and a course of childhood is a question.
    @Test func whoHasEnteredNothingReadsWhatIsForNowAllTheSame() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { _, person, pass in
            let page = try await PlanPage(person, pass)
            let now = PlanPage.lines(in: try #require(try page.part("answer.state.now")))
            #expect(now.contains("influenza") && !now.contains("td") && !now.contains("zoster"), "\(now)")
            let unless = PlanPage.lines(in: try #require(try page.part("answer.state.now-unless-given")))
            #expect(Set(unless).isSuperset(of: ["pneumococcal", "zoster", "rsv", "td"]), "\(unless)")
            let planned = page.visits.map(\.text).joined()
            #expect(planned.contains("Flu") && planned.contains("Shingles"), "\(planned)")
            // Nobody plans a course while it is asked about.
            #expect(!planned.contains("Tetanus and diphtheria"))
        }
    }

    @Test func aRecordThatIsSaidToBeCompleteLacksWhatItLacksUntilThatIsTakenBack() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            func isNow() async throws -> Bool {
                let page = try await PlanPage(person, pass)
                return try page.part("answer.state.now").map { PlanPage.lines(in: $0).contains("td") } ?? false
            }
            #expect(try await !isNow())
            #expect(try await person.get(path).body.says("unrecorded.yes"))
            for _ in 1...2 {
                #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            }
            let facts = try await person.vault(app).read { records in
                try records.passes().flatMap { try records.facts(of: $0.id) }
            }
            #expect(facts.map(\.kind) == ["record-complete"])
            #expect(facts.first?.from?.description == "2026-11-21")
            #expect(try await isNow())
            let complete = try await PlanPage(person, pass)
            #expect(complete.body.says("unrecorded.said", ["date": "21 November 2026"]))
            #expect(!complete.body.says("unrecorded.yes") && !complete.body.contains("name=\"given\""))
            #expect(complete.visits.contains { $0.text.contains("Tetanus") })
            // What the page of health forgets is another matter.
            #expect(try await person.post("/passes/\(pass)/health", ["forget": "yes"]).status == .seeOther)
            #expect(try await person.get(path).body.says("unrecorded.said", ["date": "21 November 2026"]))
            #expect(try await person.post(path, ["record": "open"]).status == .seeOther)
            #expect(try await !isNow())
            #expect(try await person.post(path, ["record": "maybe"]).status == .badRequest)
        }
    }

    @Test func questionsAreAnsweredWhereTheyAreAsked() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let (path, health) = ("/passes/\(pass)/recommendations", "/passes/\(pass)/health")
            #expect(try await person.post(health, ["observation-asplenia": "yes"]).status == .seeOther)
            let asked = try await person.get(path).body
            #expect(asked.contains("<legend>Works in health care or nursing?</legend>"))
            #expect(!asked.contains("name=\"observation-asplenia\""))
            let answers = [
                "answers": "yes", "observation-health-worker": "yes", "observation-sewage-worker": "no",
            ]
            #expect(try await person.post(health, answers).status == .seeOther)
            let page = try await person.get(path).body
            for id in ["health-worker", "sewage-worker", "asplenia"] {
                #expect(!page.contains("name=\"observation-\(id)\""), "\(id)")
            }
            #expect(page.contains("name=\"observation-laboratory-worker\" value=\"no\""))
            // What an answer asks for has a row.
            #expect(!asked.contains("id=\"hepatitis-b\"") && page.contains("id=\"hepatitis-b\""))
            let form = try await person.get(health).body
            for (id, isTold) in [("health-worker", true), ("asplenia", true), ("sewage-worker", false)] {
                #expect(form.contains("name=\"observation-\(id)\" value=\"yes\" checked") == isTold, "\(id)")
            }
            // The page of health keeps that something doesn't apply, until it is ticked.
            #expect(try await person.post(health, ["observation-asplenia": "yes"]).status == .seeOther)
            #expect(try await !person.get(path).body.contains("name=\"observation-sewage-worker\""))
            #expect(try await person.post(health, ["forget": "yes"]).status == .seeOther)
            #expect(try await person.get(path).body.contains("name=\"observation-sewage-worker\" value=\"no\""))
        }
    }

    @Test func aRowNamesItsDoseItsReasonAndItsSource() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "6", "2026")) { _, person, pass in
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("3", "8", "2026"))
            let page = try await PlanPage(person, pass)
            let row = try #require(page.row("hepatitis-b"))
            let dose = try words("recommendations.dose", ["dose": "2", "total": "3"])
            let age = try words("answer.reason.age", ["age": words("time.months", count: 4)])
            #expect(row.contains(dose) && row.contains(age), "\(row)")
            #expect(row.contains("<a href=\"/schedules#de-stiko-hepatitis-b\">STIKO</a>"), "\(row)")
            #expect(!page.body.contains("🇩🇪"))
            let first = try #require(page.visits.first).text
            #expect(first.contains("Hib, hepatitis B (six-in-one)") && first.contains(dose), "\(first)")
        }
    }
}
