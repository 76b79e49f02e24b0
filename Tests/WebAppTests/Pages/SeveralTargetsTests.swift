import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing
import Vault

@testable import Lists
@testable import Web
@testable import WebApp

@Suite("A dose against several diseases whose product isn't known", .timeLimit(.minutes(3)))
struct SeveralTargetsTests {
    private static let dose = [
        "target": "tetanus", "vaccine": "unknown", "also-diphtheria": "yes", "also-tetanus": "yes",
        "date-day": "3", "date-month": "5", "date-year": "2019",
    ]

    private static func saved(_ person: Person, _ pass: String, _ house: TestApp) async throws -> [VaccinationRecord] {
        let id = try #require(PassID(pass))
        return try await person.vault(house).read { try $0.vaccinations(of: id) }
    }

    @Test func isOneDoseThatCountsForEach() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let answer = try await person.post(path, Self.dose)
            #expect(answer.status == .seeOther)
            let record = try #require(try await Self.saved(person, pass, house).first)
            #expect(record.target == "tetanus" && record.otherTargets == "diphtheria")
            let list = try await person.get("/passes/\(pass)").body
            #expect(list.contains("<strong>Tetanus and Diphtheria</strong>"))
            #expect(list.contains("<h3>Tetanus and Diphtheria</h3>"))
            let catalogue = house.app.services.catalogue.release
            let pass = try #require(try await person.vault(house).read { try $0.passes().first })
            let patient = HealthRecord(pass: pass, vaccinations: [record]).patient(
                catalogue, on: TestApp.today)
            #expect(patient.doses.first?.antigens == ["tetanus", "diphtheria"])
        }
    }

    @Test func isEditedAndForgottenForAProduct() async throws {
        try await TestApp.openWithPass { house, person, pass in
            _ = try await person.post("/passes/\(pass)/vaccinations/new", Self.dose)
            let record = try #require(try await Self.saved(person, pass, house).first)
            let path = "/passes/\(pass)/vaccinations/\(record.id)/edit"
            let form = try await person.get(path).body
            #expect(form.contains(#"name="also-diphtheria" value="yes" checked"#))
            #expect(!form.contains(#"name="also-mumps" value="yes" checked"#))
            let product = Self.dose.merging(["target": "measles", "vaccine": "priorix"]) { $1 }
            let answer = try await person.post(path, product)
            #expect(answer.status == .seeOther)
            #expect(try await Self.saved(person, pass, house).first?.otherTargets == nil)
        }
    }

    @Test func isADuplicateOfWhatProtectsAgainstOneOfThem() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            _ = try await person.post(path, Self.dose)
            let other = Self.dose.merging(["target": "diphtheria", "also-diphtheria": "", "also-tetanus": ""]) { $1 }
            let answer = try await person.post(path, other.filter { !$0.key.hasPrefix("also-") })
            #expect(answer.status == .unprocessableContent && answer.body.contains(#"id="duplicate""#))
        }
    }

    @Test(arguments: ["also-nothing", "also-dog-rabies", "also-", "also-tetanus"])
    func otherNamesAreNoDiseases(_ field: String) async throws {
        try await TestApp.openWithPass { house, person, pass in
            var fields = Self.dose.filter { !$0.key.hasPrefix("also-") }
            fields[field] = "yes"
            let answer = try await person.post("/passes/\(pass)/vaccinations/new", fields)
            #expect(answer.status == .seeOther)
            #expect(try await Self.saved(person, pass, house).first?.otherTargets == nil)
        }
    }
}
