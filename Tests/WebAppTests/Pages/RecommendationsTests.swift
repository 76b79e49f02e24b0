import Foundation
import HTTPTypes
import Immunization
import Testing

@testable import Lists
@testable import Web
@testable import WebApp

@Suite("Recommendations", .timeLimit(.minutes(3)))
struct RecommendationsTests {
    @Test func whatEverySeasonAsksForIsNoBooster() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("1", "4", "1946")) { _, person, pass in
            let card = try #require(try await PlanPage(person, pass).row("influenza"))
            #expect(card.says("recommendations.repeat") && !card.says("recommendations.booster"))
            for date in [("1", "10", "2020"), ("1", "10", "2021")] {
                try await person.dose(pass, "influenza", "influenza-hd", date)
            }
            let list = try await person.get("/passes/\(pass)").body
            let flu = try #require(list.components(separatedBy: "<h3>").first { $0.hasPrefix("Flu (influenza)</h3>") })
            #expect(try flu.contains(" · \(words("recommendations.repeat"))") && !flu.says("recommendations.booster"))
            try await person.dose(pass, "tetanus", "td", ("1", "4", "1990"))
            let part = try #require(try await PlanPage(person, pass).part("answer.state.now"))
            #expect(part.says("plan.enter") && part.contains("/vaccinations/new?target=tetanus\">"))
        }
    }

    @Test(
        arguments: [(3, nil, "number"), (2, 3, "of"), (4, 3, "booster"), (nil, 3, nil)] as [(Int?, Int?, String?)])
    func aDosePastItsTotalAloneIsABooster(number: Int?, total: Int?, message: String?) throws {
        let services = try TestApp().services
        let names = VaccinationNames(
            catalogue: services.catalogue.release.catalogue, words: services.localization.fallback)
        let gaps = ["dose": number, "total": total].compactMapValues { $0.map { String($0) } }
        let dose = try message.map { try words("vaccinations.dose.\($0)", gaps) }
        #expect(names.dose(number, of: total) == dose)
    }

    @Test func sayWhatIsDueAndThatTheyAreADraft() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test", birth: ("3", "12", "2025"))
            let page = try await person.get("/passes/\(pass)/recommendations")
            #expect(page.status == .ok)
            #expect(page.body.says("recommendations.draft"))
            #expect(page.body.says("answer.state.now"))
            #expect(page.body.contains("Measles, mumps"))
            let before = page.body.components(separatedBy: "Hepatitis B").count
            for (month, day) in [("2", "3"), ("4", "5")] {
                let year = "2026"
                _ = try await person.post(
                    "/passes/\(pass)/vaccinations/new",
                    [
                        "target": "hepatitis-b", "vaccine": "infanrix-hexa", "date-day": day, "date-month": month,
                        "date-year": year,
                    ])
            }
            let after = try await person.get("/passes/\(pass)/recommendations").body
            #expect(before > 1 && after.says("recommendations.dose", ["dose": "3", "total": "3"]))
        }
    }

    @Test func followTheCountryThatIsChosen() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.get(path).body.contains("value=\"DE\" selected"))
            #expect(try await person.post(path, ["country": "AT"]).status == .seeOther)
            #expect(try await person.get(path).body.contains("value=\"AT\" selected"))
            #expect(try await person.post(path, ["country": "XX"]).status == .badRequest)
        }
    }

    @Test func areThereForDogsAndCats() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            for kind in ["dog", "cat"] {
                let pass = try await person.pass("Pet", kind: kind, birth: ("1", "6", "2026"))
                let page = try await person.get("/passes/\(pass)/recommendations").body
                #expect(page.contains(kind == "dog" ? "Distemper" : "Panleukopenia"), "\(kind)")
            }
        }
    }
}
