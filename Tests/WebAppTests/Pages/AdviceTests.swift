import Vault
import Foundation
import HTTPTypes
import Testing

@testable import Papers
@testable import Web
@testable import WebApp

@Suite("Recommendations follow what is told", .timeLimit(.minutes(3)))
struct AdviceTests {
    /// What Saxony's commission leaves out matters to people who live there.
    @Test func whatARegionLeavesOutIsToldThere() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "1990")) { _, person, pass in
            let path = "/passes/\(pass)/recommendations"
            for (region, isThere) in [("", false), ("DE-BY", false), ("DE-SN", true)] {
                let home = ["home": "DE", "region": region]
                #expect(try await person.post("/settings/countries", home).status == .seeOther)
                let page = try await person.get(path).body
                #expect(page.contains("Everything else the commission recommends") == isThere, "\(region)")
                #expect(page.says("schedules.uncovered"))
            }
        }
    }

    @Test func bringTheMostUrgentFirstWithPlanLifeLineAndSituations() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2026")) { _, person, pass in
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let parts = [
                "answer.state.now", "plan.next", "visits.title", "situations.title", "lifeline.title",
            ]
            let places = try parts.map { page.range(of: ">\(try words($0))</h2>")?.lowerBound }
            #expect(!places.contains(nil))
            #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
            let number = try #require(page.range(of: "<data value=")?.lowerBound)
            #expect(number < places.compactMap(\.self).first ?? page.startIndex)
            // What is a few months late is said to be missing since then.
            #expect(page.says("answer.missing") && page.says("answer.since") && page.says("visits.now"))
            #expect(page.contains("<circle class=\"given\"") && page.contains("class=\"to-come\""))
            #expect(page.contains("role=\"img\"") && page.contains("1 June 2026"))
            #expect(!page.contains("style="))
        }
    }

    @Test func healthIsToldAndForgottenAsEasily() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let (health, list) = ("/passes/\(pass)/health", "/passes/\(pass)/recommendations")
            let notAdvised = "<h2>\(try words("answer.state.contraindicated"))</h2>"
            #expect(try await !person.get(list).body.contains(notAdvised))
            let told = ["observation-chronic-disease": "yes", "due-day": "1", "due-month": "3", "due-year": "2027"]
            #expect(try await person.post(health, told).status == .seeOther)
            let form = try await person.get(health).body
            #expect(form.contains("name=\"observation-chronic-disease\" value=\"yes\" checked"))
            #expect(form.contains("name=\"due-year\" value=\"2027\""))
            let page = try await person.get(list).body
            #expect(page.contains("another chronic disease of heart"))
            #expect(page.says("answer.reason.pregnancy-week", ["week": "28"]))
            #expect(page.contains(notAdvised))
            #expect(try await person.post(health, ["forget": "yes"]).status == .seeOther)
            #expect(try await !person.get(list).body.contains(notAdvised))
            #expect(try await !person.get(health).body.contains(" checked"))
        }
    }

    @Test(
        "Refuses health that can't be",
        arguments: [
            (["due-day": "1", "due-month": "3", "due-year": "2029"], "error.due.range"),
            (["due-day": "1"], "error.date.no-year"), (["gestation-weeks": "80"], "error.gestation"),
            (["gestation-weeks": "-3"], "error.gestation"),
        ] as [([String: String], String)])
    func refusesHealth(change: [String: String], says id: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let fields = change.merging(["observation-hiv": "yes"]) { $1 }
            let answer = try await person.post("/passes/\(pass)/health", fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id))
            #expect(answer.body.contains("name=\"observation-hiv\" value=\"yes\" checked"))
        }
    }

    @Test func aJourneyBringsItsVaccinationsAndCanBeFilteredBy() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let (journeys, list) = ("/passes/\(pass)/journeys", "/passes/\(pass)/recommendations")
            #expect(try await !person.get(list).body.contains("<h3>Yellow fever</h3>"))
            let there = [
                "country": "BR", "from-day": "10", "from-month": "1", "from-year": "2027", "to-day": "24",
                "to-month": "1", "to-year": "2027",
            ]
            #expect(try await person.post(journeys, there).status == .seeOther)
            let page = try await person.get(list).body
            #expect(page.contains("<h3>Yellow fever</h3>") && page.contains("🇧🇷</span> Brazil"))
            let filtered = try await person.get(list + "?for=BR").body
            #expect(filtered.contains("<h3>Yellow fever</h3>") && !filtered.contains("<h3>Measles"))
            let home = try await person.get(list + "?for=home").body
            #expect(!home.contains("<h3>Yellow fever</h3>") && home.contains("Measles"))
            let id = try #require(
                page.isEmpty
                    ? nil : try await person.get(journeys).body.firstMatch(of: /name="remove" value="([a-z0-9]{26})"/)
            ).1
            #expect(try await person.post(journeys, ["remove": String(id)]).status == .seeOther)
            #expect(try await person.post(journeys, ["remove": String(id)]).status == .notFound)
            #expect(try await !person.get(list).body.contains("<h3>Yellow fever</h3>"))
        }
    }

    @Test(
        "Refuses journeys that can't be",
        arguments: [
            (["country": ""], "error.journey.country"), (["country": "XX"], "error.country.unknown"),
            (["to-year": "2026"], "error.journey.order"), (["from-year": "2099"], "error.journey.range"),
            (["from-day": "31", "from-month": "2"], "error.date.unreal"),
        ] as [([String: String], String)])
    func refusesAJourney(change: [String: String], says id: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let good = [
                "country": "TH", "from-day": "10", "from-month": "1", "from-year": "2027", "to-day": "24",
                "to-month": "1", "to-year": "2027",
            ]
            let answer = try await person.post("/passes/\(pass)/journeys", good.merging(change) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id))
        }
    }

    @Test func homeRegionAndTravelCountriesCount() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let (countries, list) = ("/settings/countries", "/passes/\(pass)/recommendations")
            func isAsked() async throws -> Bool { try await PlanPage(person, pass).row("tbe") != nil }
            #expect(try await !isAsked())
            let home = ["home": "DE", "region": "DE-BY-altoetting", "add": "BR"]
            #expect(try await person.post(countries, home).status == .seeOther)
            let page = try await person.get(list).body
            #expect(try await isAsked())
            #expect(page.contains("<h3>Yellow fever</h3>"))
            #expect(try await person.get(countries).body.contains("value=\"DE-BY-altoetting\" selected"))
            #expect(try await person.post(countries, ["remove": "BR"]).status == .seeOther)
            #expect(try await !person.get(list).body.contains("<h3>Yellow fever</h3>"))
            #expect(try await person.post(countries, ["home": "AT", "region": "DE-BY"]).status == .seeOther)
            // In Austria it is recommended to all.
            #expect(try await isAsked())
            #expect(try await person.post(countries, ["home": "DE"]).status == .seeOther)
            #expect(try await !isAsked())
            for wrong in [["home": "XX"], ["home": "DE", "region": "DE-XX"], ["home": "DE", "add": "QQ"]] {
                #expect(try await person.post(countries, wrong).status == .unprocessableContent)
            }
        }
    }

    @Test func countriesThatAreAddedAtOnceAreAllKept() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let codes = ["FR", "IT", "ES", "PT", "GR", "BR", "KE", "TH"]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for code in codes {
                    group.addTask {
                        let answer = try await person.post("/settings/countries", ["home": "DE", "add": code])
                        #expect(answer.status == .seeOther)
                    }
                }
                try await group.waitForAll()
            }
            let stored = try await person.vault(app).read { records in Places(settings: try records.settings()) }
            #expect(stored.travel.sorted() == codes.sorted())
        }
    }

    @Test func aFormOfCountriesThatIsWrongShowsWhatIsStoredAndWhatWasChosen() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let answer = try await person.post(
                "/settings/countries", ["home": "DE", "region": "DE-XX", "add": "FR"])
            #expect(answer.status == .unprocessableContent)
            #expect(!answer.body.contains("name=\"remove\" value=\"FR\""))
            #expect(answer.body.contains("value=\"FR\" selected"))
        }
    }

    @Test func theCalendarNamesNobodyUnlessAsked() async throws {
        try await TestApp.openWithPass("Emil; Test", birth: ("1", "4", "2026")) { _, person, pass in
            let path = "/passes/\(pass)/recommendations.ics"
            let plain = try await person.get(path)
            #expect(plain.headers[.contentType] == "text/calendar; charset=utf-8")
            let summary = CalendarFile.escaped(try words("calendar.summary"))
            #expect(plain.body.replacing("\r\n ", with: "").contains("SUMMARY:\(summary)\r\n"))
            #expect(!plain.body.contains("Emil") && !plain.body.lowercased().contains("hepatitis"))
            #expect(!plain.body.contains(pass))
            let named = try await person.get(path + "?with=names").body
            let unfolded = named.replacing("\r\n ", with: "")
            #expect(unfolded.contains("SUMMARY:Emil\\; Test: ") && unfolded.lowercased().contains("hepatitis b"))
            func identifiers(_ text: String) -> [String] {
                text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map(String.init)
            }
            #expect(identifiers(plain.body) == identifiers(named))
            #expect(Set(identifiers(named)).count == identifiers(named).count && identifiers(named).count > 2)
            #expect(named.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        }
    }

    @Test func foldedLinesTearNoCharacter() {
        let line = "SUMMARY:" + String(repeating: "äé🇩🇪", count: 40)
        let folded = CalendarFile.folded(line)
        #expect(folded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        #expect(folded.replacing("\r\n ", with: "") == line)
        #expect(CalendarFile.escaped("a\\b;c,d\r\ne") == "a\\\\b\\;c\\,d\\ne")
    }
}
