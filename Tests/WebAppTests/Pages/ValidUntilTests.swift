import CivilDates
import HTTPTypes
import Model
import PassArchive
import Testing
import Vault

@testable import WebApp

/// What an animal's passport says of a vaccination's validity is kept, shown, and gone by.
@Suite("Until when an animal's vaccination is valid")
struct ValidUntilTests {
    private static let rabies = [
        "target": "dog-rabies", "vaccine": "dog-rabies", "date-day": "3", "date-month": "4", "date-year": "2025",
        "valid-until-day": "2", "valid-until-month": "4", "valid-until-year": "2028",
    ]

    private static func withDog(
        _ body: @escaping @Sendable (TestApp, Person, _ dog: String) async throws -> Void
    ) async throws {
        try await TestApp.open { house, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(house, person, try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2023")))
        }
    }

    private static func doses(_ house: TestApp, _ person: Person, _ dog: String) async throws -> [Vaccination] {
        let id = try #require(PassID(dog))
        return try await person.vault(house).read { try $0.vaccinations(of: id).map(\.content) }
    }

    @Test func itIsTypedShownAndDecides() async throws {
        try await Self.withDog { house, person, dog in
            let form = "/passes/\(dog)/vaccinations/new"
            #expect(try await person.get(form).body.contains("name=\"valid-until-year\""))
            var early = Self.rabies
            (early["valid-until-year"], early["batch"]) = ("2024", "KEPT-1")
            let refused = try await person.post(form, early)
            #expect(refused.status == .unprocessableContent && refused.body.contains("KEPT-1"))
            #expect(refused.body.contains("2 April 2024 is before the vaccination (3 April 2025). Check both dates"))
            #expect(refused.body.contains("href=\"#valid-until-year\""))
            #expect(try await person.post(form, Self.rabies).status == .seeOther)
            let list = try await person.get("/passes/\(dog)").body
            let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            #expect(try await Self.doses(house, person, dog).map(\.validUntil) == [PartialDate("2028-04-02")])
            for path in ["/passes/\(dog)", "/passes/\(dog)/vaccinations/\(id)"] {
                #expect(try await person.get(path).body.contains("valid until 2 April 2028"), "\(path)")
            }
            let edit = try await person.get("/passes/\(dog)/vaccinations/\(id)/edit").body
            #expect(edit.contains("name=\"valid-until-year\" value=\"2028\""))
        }
    }

    /// A row of the table asks for it where the pass is an animal's.
    @Test func aTableAsksForItOfAnimalsAlone() async throws {
        try await Self.withDog { house, person, dog in
            let table = "/passes/\(dog)/vaccinations/table"
            let asked = try await person.post(table, ["step": "details"]).body
            #expect(asked.contains("name=\"valid-until-1\""))
            var row = ["date-1": "3.4.25", "vaccine-1": "nobivac-t-dog", "valid-until-1": "2.4.24", "columns": "all"]
            let refused = try await person.post(table, row)
            #expect(refused.status == .unprocessableContent && refused.body.contains("is before the vaccination"))
            #expect(refused.body.contains(#"name="valid-until-1" value="2.4.24""#))
            row["valid-until-1"] = "2.4.26"
            #expect(try await person.post(table, row).status == .seeOther)
            #expect(try await Self.doses(house, person, dog).map(\.validUntil) == [PartialDate("2026-04-02")])
            #expect(try await person.get("/passes/\(dog)").body.contains("ran out on 2 April 2026"))

            let pass = try await person.pass("Ada Test")
            let other = "/passes/\(pass)/vaccinations"
            #expect(try await !person.post("\(other)/table", ["step": "details"]).body.contains("valid-until"))
            #expect(try await !person.get("\(other)/new").body.contains("valid-until"))
            // What somebody sends all the same isn't taken.
            let sent = ["date-1": "3.4.25", "vaccine-1": "priorix", "valid-until-1": "2.4.24"]
            #expect(try await person.post("\(other)/table", sent).status == .seeOther)
            #expect(try await Self.doses(house, person, pass).map(\.validUntil) == [nil])
        }
    }

    @Test func itGoesWithAnExport() async throws {
        try await Self.withDog { house, person, dog in
            _ = try await person.post("/passes/\(dog)/vaccinations/new", Self.rabies)
            let table = try await person.get("/passes/\(dog)/export/csv").body
            #expect(table.contains("validUntil") && table.contains("2028-04-02"))
        }
    }
}
