import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("What isn't recorded isn't missing", .timeLimit(.minutes(3)))
struct UnrecordedTests {
    private static var unrecorded: String {
        get throws { try "<h2>\(words("unrecorded.title"))</h2>" }
    }
    private static var visits: String {
        get throws { try "<h2>\(words("visits.title"))</h2>" }
    }

    @Test func anEmptyPassHasOneFirstStepAndOthersBesideIt() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("", "", "1946")) { house, person, pass in
            for isDated in [true, false] {
                if !isDated {
                    // As an import may leave it.
                    try await person.vault(house).write { records in
                        let id = try #require(PassID(pass))
                        var content = try #require(try records.pass(id)).content
                        content.birthDate = nil
                        try records.update(PassRecord(id: id, content, createdAt: TestApp.now))
                    }
                }
                let page = try await person.get("/passes/\(pass)").body
                let main = page.matches(of: /class="button" href="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
                #expect(try main == ["/passes/\(pass)/scan \(words("scans.link"))"])
                let others = page.matches(of: /class="button quiet" href="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
                #expect(
                    try others == [
                        "/passes/\(pass)/vaccinations/table \(words("next.enter-link"))",
                        "/passes/\(pass)/vaccinations/new \(words("vaccinations.add.one"))",
                        "/passes/\(pass)/certificates/new \(words("vaccinations.import"))",
                    ])
            }
        }
    }

    @Test func whoHasEnteredNothingIsAskedForTheBookletFirst() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { _, person, pass in
            for path in ["/passes/\(pass)/recommendations"] {
                let page = try await person.get(path).body
                let heading = try "\(words("next.title"))</h2>"
                let answer = try #require(page.components(separatedBy: heading).last)
                #expect(try answer.contains("<strong>\(words("next.enter"))</strong>"))
                let what = try "COVID-19, \(words("recommendations.repeat")); Flu (influenza)"
                let anyway = try answer.told("next.anyway", "what") + "<"
                #expect(try anyway.told("next.now", "what").hasPrefix(what), "\(anyway)")
                // The question names the heading.
                let overdue = try words("recommendations.state.overdue")
                #expect(!page.contains("<h2>\(overdue)</h2>") && !page.says("recommendations.since"))
            }
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(page.components(separatedBy: Self.unrecorded).last)
            let names = try #require(part.components(separatedBy: "</strong>").first)
            #expect(names.contains("Tetanus") && names.contains("Shingles") && !names.contains("Flu"))
            let visits = try #require(page.components(separatedBy: Self.visits).last)
            let plan = try #require(visits.components(separatedBy: "</section>").first)
            #expect(plan.contains("Flu (influenza)") && !plan.contains("Tetanus") && !plan.contains("Shingles"))
        }
    }

    @Test func aRecordThatIsSaidToBeCompleteLacksWhatItLacksUntilThatIsTakenBack() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.get(path).body.contains(Self.unrecorded))
            for _ in 1...2 {
                #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            }
            let facts = try await person.vault(house).read { records in
                try records.passes().flatMap { try records.facts(of: $0.id) }
            }
            #expect(facts.map(\.kind) == ["record-complete"])
            #expect(facts.first?.from?.description == "2026-11-21")
            let complete = try await person.get(path).body
            #expect(
                try complete.contains("<h2>\(words("recommendations.state.overdue"))</h2>")
                    && !complete.contains(Self.unrecorded))
            #expect(complete.says("unrecorded.said", ["date": "21 November 2026"]))
            #expect(try complete.components(separatedBy: Self.visits).last?.contains("Tetanus") == true)
            // What the page of health forgets is another matter.
            #expect(try await person.post("/passes/\(pass)/health", ["forget": "yes"]).status == .seeOther)
            #expect(try await person.get(path).body.says("unrecorded.said", ["date": "21 November 2026"]))
            #expect(try await person.post(path, ["record": "open"]).status == .seeOther)
            #expect(try await person.get(path).body.contains(Self.unrecorded))
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
            func isUnrecorded(_ page: String) throws -> Bool {
                try page.components(separatedBy: Self.unrecorded).last?.components(separatedBy: "</strong>").first?
                    .contains("Hepatitis B") == true
            }
            // What an answer asks for is shown, not folded into what nobody knows.
            #expect(try !isUnrecorded(asked) && !asked.contains("<h3>Hepatitis B</h3>"))
            #expect(try !isUnrecorded(page) && page.contains("<h3>Hepatitis B</h3>"))
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

    @Test func aReasonNamesTheAgeTheGapTheDosesAndTheSource() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "6", "2026")) { _, person, pass in
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("3", "8", "2026"))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let card = try #require(page.components(separatedBy: "<h3>").first { $0.hasPrefix("Hepatitis B</h3>") })
            let dose = try words("recommendations.dose", ["dose": "2", "total": "3"])
            let age = try words("recommendations.reason.age", ["age": words("time.months", count: 4)])
            let counted = try words("recommendations.counted", ["dates": "3 August 2026"])
            #expect(card.contains("\(dose): ") && card.contains("\(age) \(counted)"))
            #expect(try card.contains("\(words("recommendations.source")) STIKO"))
            #expect(card.contains("Hib, hepatitis B (six-in-one)"))
            #expect(!page.contains("🇩🇪"))
            #expect(page.times("recommendations.draft") == 1)
            let heading = try "\(words("next.title"))</h2>"
            let answer = try #require(page.components(separatedBy: heading).last)
            #expect(answer.says("next.now-all") && answer.contains("(six-in-one), \(dose)"))
        }
    }
}
