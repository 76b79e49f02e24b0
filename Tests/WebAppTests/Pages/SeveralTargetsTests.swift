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

    private static func saved(_ person: Person, _ pass: String, _ app: TestApp) async throws -> [VaccinationRecord] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.vaccinations(of: id) }
    }

    @Test func isOneDoseThatCountsForEach() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let answer = try await person.post(path, Self.dose)
            #expect(answer.status == .seeOther)
            let record = try #require(try await Self.saved(person, pass, app).first)
            #expect(record.target == "tetanus" && record.otherTargets == "diphtheria")
            let list = try await person.get("/passes/\(pass)").body
            #expect(list.contains("<strong>Tetanus and Diphtheria</strong>"))
            #expect(list.contains("<h3>Tetanus and Diphtheria</h3>"))
            let catalogue = app.services.catalogue.release
            let pass = try #require(try await person.vault(app).read { try $0.passes().first })
            let patient = HealthRecord(pass: pass, vaccinations: [record]).patient(
                catalogue, on: TestApp.today)
            #expect(patient.doses.first?.antigens == ["tetanus", "diphtheria"])
        }
    }

    @Test func isEditedAndForgottenForAProduct() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.post("/passes/\(pass)/vaccinations/new", Self.dose)
            let record = try #require(try await Self.saved(person, pass, app).first)
            let path = "/passes/\(pass)/vaccinations/\(record.id)/edit"
            let form = try await person.get(path).body
            #expect(form.contains(#"name="also-diphtheria" value="yes" checked"#))
            #expect(!form.contains(#"name="also-mumps" value="yes" checked"#))
            let product = Self.dose.merging(["target": "measles", "vaccine": "priorix"]) { $1 }
            let answer = try await person.post(path, product)
            #expect(answer.status == .seeOther)
            #expect(try await Self.saved(person, pass, app).first?.otherTargets == nil)
        }
    }

    /// No vaccine is against half as many; what is there with more stays, and can be changed.
    @Test func namesTwelveDiseasesAtMost() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let targets = app.services.catalogue.current.targets.filter { $0.species == "person" }.map(\.id)
            func form(_ count: Int, note: String = "kept") -> [String: String] {
                let others = targets.prefix(count).dropFirst().map { ("also-\($0)", "yes") }
                return [
                    "target": targets[0], "vaccine": "unknown", "date-day": "3", "date-month": "5",
                    "date-year": "2019", "note": note,
                ].merging(others) { $1 }
            }
            let path = "/passes/\(pass)/vaccinations"
            let refused = try await person.post(path + "/new", form(Vaccination.mostTargets + 1))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.says("error.target.many", ["most": "12"]) && refused.body.contains("kept"))
            #expect(refused.body.matches(of: /name="also-[^"]*" value="yes" checked/).count == Vaccination.mostTargets)
            #expect(try await person.post(path + "/new", form(Vaccination.mostTargets)).status == .seeOther)
            let id = try #require(PassID(pass))
            let old = try VaccinationRecord(
                passID: id,
                Vaccination(
                    target: targets[0], date: PartialDate("2001-05-03") ?? .firstOfRecords,
                    otherTargets: targets[1..<20].joined(separator: " ")), createdAt: TestApp.now,
                updatedAt: TestApp.now)
            try await person.vault(app).write { try $0.insert(old) }
            #expect(try await person.get(path + "/\(old.id)").status == .ok)
            let again = form(20, note: "more").merging(["date-year": "2001"]) { $1 }
            #expect(try await person.post(path + "/\(old.id)/edit", again).status == .seeOther)
            let saved = try await Self.saved(person, pass, app)
            #expect(saved.map(\.content.targets.count).sorted() == [12, 20])
            #expect(saved.first { $0.id == old.id }?.content.note == "more")
        }
    }

    @Test func isLeftOutOfAnImportWithMore() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let many = (1...Vaccination.mostTargets).map { "other-\($0)" }.joined(separator: " ")
            let document =
                #"{"schema":"urn:vaccinapp:pass-archive","version":"1.2","passes":[{"kind":"person","#
                + #""name":"Ada Test","vaccinations":[{"target":"measles","date":"2001-05-03"},"#
                + #"{"target":"measles","date":"2002-05-03","otherTargets":"\#(many)"}]}]}"#
            let path = try await person.upload(Array(document.utf8))
            #expect(try await person.get(path).body.times("archive.refused.diseases") == 1)
            #expect(try await person.post(path, ["pass-1": "new", "shown-1": "new"]).status == .seeOther)
            let dates = try await person.vault(app).read { records in
                try records.passes().flatMap { try records.vaccinations(of: $0.id) }.map(\.date.description)
            }
            #expect(dates == ["2001-05-03"])
        }
    }

    @Test func isADuplicateOfWhatProtectsAgainstOneOfThem() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            _ = try await person.post(path, Self.dose)
            let other = Self.dose.merging(["target": "diphtheria", "also-diphtheria": "", "also-tetanus": ""]) { $1 }
            let answer = try await person.post(path, other.filter { !$0.key.hasPrefix("also-") })
            #expect(answer.location.hasSuffix("?done=vaccination-there"))
            let brand = other.merging(["vaccine": "td-rix"]) { $1 }.filter { !$0.key.hasPrefix("also-") }
            #expect(try await person.post(path, brand).location.contains("?done=vaccination-completed&batch="))
            #expect(try await Self.saved(person, pass, app).map(\.vaccine) == ["td-rix"])
        }
    }

    @Test(arguments: ["also-nothing", "also-dog-rabies", "also-", "also-tetanus"])
    func otherNamesAreNoDiseases(_ field: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            var fields = Self.dose.filter { !$0.key.hasPrefix("also-") }
            fields[field] = "yes"
            let answer = try await person.post("/passes/\(pass)/vaccinations/new", fields)
            #expect(answer.status == .seeOther)
            #expect(try await Self.saved(person, pass, app).first?.otherTargets == nil)
        }
    }
}
