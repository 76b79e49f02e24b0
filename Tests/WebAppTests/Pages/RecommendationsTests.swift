import Foundation
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Recommendations")
struct RecommendationsTests {
    @Test func sayWhatIsDueAndThatTheyAreADraft() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test", birth: ("3", "9", "2025"))
            let page = try await person.get("/passes/\(pass)/recommendations")
            #expect(page.status == .ok)
            #expect(page.body.contains("Draft, ask your doctor."))
            #expect(page.body.contains("Overdue"))
            #expect(page.body.contains("Measles, mumps"))
            let before = page.body.components(separatedBy: "Hepatitis B").count
            for (month, day) in [("11", "3"), ("1", "5")] {
                let year = month == "11" ? "2025" : "2026"
                _ = try await person.post(
                    "/passes/\(pass)/vaccinations/new",
                    [
                        "target": "hepatitis-b", "vaccine": "infanrix-hexa", "date-day": day, "date-month": month,
                        "date-year": year,
                    ])
            }
            let after = try await person.get("/passes/\(pass)/recommendations").body
            #expect(before > 1 && after.contains("Dose 3 of 3"))
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
