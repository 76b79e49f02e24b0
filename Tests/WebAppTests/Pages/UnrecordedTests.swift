import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("What isn't recorded isn't missing")
struct UnrecordedTests {
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
                #expect(main == ["/passes/\(pass)/vaccinations/table Enter vaccinations"])
                let others = page.matches(of: /class="button quiet" href="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
                #expect(
                    others == [
                        "/passes/\(pass)/vaccinations/new Add a single vaccination",
                        "/passes/\(pass)/scan Read from a photo",
                        "/passes/\(pass)/certificates/new Import a certificate",
                    ])
            }
        }
    }

    @Test func whoHasEnteredNothingIsAskedForTheBookletFirst() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { _, person, pass in
            for path in ["/passes/\(pass)/recommendations", "/passes/\(pass)"] {
                let page = try await person.get(path).body
                let answer = try #require(page.components(separatedBy: "What to do next</h2>").last)
                #expect(answer.contains("<strong>First enter the vaccinations from the booklet.</strong>"))
                let anyway =
                    "Unless the booklet already has it: Due now: COVID-19, every year; Flu (influenza)"
                #expect(answer.contains(anyway))
                #expect(!page.contains("To catch up") && !page.contains("can be caught up now"))
            }
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(page.components(separatedBy: "<h2>Not recorded</h2>").last)
            let names = try #require(part.components(separatedBy: "</strong>").first)
            #expect(names.contains("Tetanus") && names.contains("Shingles") && !names.contains("Flu"))
            let visits = try #require(page.components(separatedBy: "<h2>Suggested visits</h2>").last)
            let plan = try #require(visits.components(separatedBy: "</section>").first)
            #expect(plan.contains("Flu (influenza)") && !plan.contains("Tetanus") && !plan.contains("Shingles"))
        }
    }

    @Test func aRecordThatIsSaidToBeCompleteLacksWhatItLacksUntilThatIsTakenBack() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.get(path).body.contains("<h2>Not recorded</h2>"))
            for _ in 1...2 {
                #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            }
            let facts = try await person.vault(house).read { records in
                try records.passes().flatMap { try records.facts(of: $0.id) }
            }
            #expect(facts.map(\.kind) == ["record-complete"])
            #expect(facts.first?.from?.description == "2026-11-21")
            let complete = try await person.get(path).body
            #expect(complete.contains("<h2>To catch up</h2>") && !complete.contains("<h2>Not recorded</h2>"))
            #expect(complete.contains("On 21 November 2026 you said"))
            #expect(complete.components(separatedBy: "<h2>Suggested visits</h2>").last?.contains("Tetanus") == true)
            // What the page of health forgets is another matter.
            #expect(try await person.post("/passes/\(pass)/health", ["forget": "yes"]).status == .seeOther)
            #expect(try await person.get(path).body.contains("On 21 November 2026 you said"))
            #expect(try await person.post(path, ["record": "open"]).status == .seeOther)
            #expect(try await person.get(path).body.contains("<h2>Not recorded</h2>"))
            #expect(try await person.post(path, ["record": "maybe"]).status == .badRequest)
        }
    }

    @Test func questionsAreAnsweredWhereTheyAreAsked() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let (path, health) = ("/passes/\(pass)/recommendations", "/passes/\(pass)/health")
            #expect(try await person.post(health, ["observation-asplenia": "yes"]).status == .seeOther)
            let asked = try await person.get(path).body
            #expect(asked.contains("<legend>Work in health care or nursing?</legend>"))
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
            func isUnrecorded(_ page: String) -> Bool {
                page.components(separatedBy: "<h2>Not recorded</h2>").last?.components(separatedBy: "</strong>").first?
                    .contains("Hepatitis B") == true
            }
            // What an answer asks for is told, not folded into what nobody knows.
            #expect(!isUnrecorded(asked) && !asked.contains("<h3>Hepatitis B</h3>"))
            #expect(!isUnrecorded(page) && page.contains("<h3>Hepatitis B</h3>"))
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
            #expect(card.contains("Dose 2 of 3: "))
            #expect(card.contains("Recommended age: 4 months. Doses that count: 3 August 2026."))
            #expect(card.contains("Source: STIKO"))
            #expect(card.contains("Hib, hepatitis B (six-in-one)"))
            #expect(!page.contains("🇩🇪"))
            #expect(page.components(separatedBy: "Not yet checked by a medical expert.").count == 2)
            let answer = try #require(page.components(separatedBy: "What to do next</h2>").last)
            #expect(answer.contains("Due now:") && answer.contains("(six-in-one), Dose 2 of 3"))
        }
    }
}
