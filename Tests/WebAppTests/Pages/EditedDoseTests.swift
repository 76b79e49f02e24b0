import HTTPTypes
import CivilDates
import Foundation
import Model
import Testing
import Vault

@testable import IntakePages
@testable import WebApp

@Suite("An edited dose", .timeLimit(.minutes(3)))
struct EditedDoseTests {
    private static let dose = Vaccination(
        target: "measles", vaccine: "priorix", vaccineName: "Ein Name", date: PartialDate("1998-05") ?? .firstOfRecords,
        batch: String(repeating: "x", count: 80), administeredBy: "Dr. Test", country: "DE", note: "one\ntwo",
        doseNumber: 1, seriesDoses: 2)

    private static let form = [
        "target": "measles", "vaccine": "priorix", "date-month": "6", "date-year": "1998", "batch": "B2",
        "administered-by": "Dr. Other", "country": "AT", "note": "three",
    ]

    @Test func keepsWhatItsFormDoesNotShow() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try #require(PassID(try await person.pass("Ada Test")))
            let record = try VaccinationRecord(
                passID: pass, Self.dose, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { records in try records.insert(record) }
            let answer = try await person.post("/passes/\(pass)/vaccinations/\(record.id)/edit", Self.form)
            #expect(answer.status == .seeOther)
            let after = try await person.vault(app).read { records in try records.vaccination(record.id) }
            var expected = Self.dose
            (expected.date, expected.batch) = (PartialDate("1998-06") ?? .firstOfRecords, "B2")
            (expected.administeredBy, expected.country, expected.note) = ("Dr. Other", "AT", "three")
            expected.sourceDate = PartialDate(TestApp.today)
            #expect(after?.content == expected)
            #expect(after?.createdAt == record.createdAt)
        }
    }

    /// What an import brought stays as it is until somebody chooses something else.
    @Test func keepsADiseaseAndAProductThatTheCatalogueDoesNotHave() async throws {
        let foreign = Vaccination(
            target: "72294005", vaccine: "j07ag-old", date: PartialDate("1998-05-20") ?? .firstOfRecords,
            otherTargets: nil)
        let several = Vaccination(
            target: "72294005", vaccineName: "Ein Name", date: PartialDate("1999") ?? .firstOfRecords,
            otherTargets: "tetanus 66071002x")
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            for (dose, year) in [(foreign, "2001"), (several, "2002")] {
                let record = try VaccinationRecord(passID: id, dose, createdAt: TestApp.now, updatedAt: TestApp.now)
                try await person.vault(app).write { records in try records.insert(record) }
                let path = "/passes/\(pass)/vaccinations/\(record.id)/edit"
                let form = try await person.get(path).body
                #expect(form.contains(#"<option value="72294005" selected>"#))
                let vaccine = dose.vaccine ?? VaccinationForm.unknownVaccine
                #expect(form.contains(#"<option value="\#(vaccine)" selected>"#))
                var fields = ["target": "72294005", "vaccine": vaccine, "date-year": year, "batch": "B2"]
                if dose.otherTargets != nil { fields["also-tetanus"] = "yes" }
                let answer = try await person.post(path, fields)
                #expect(answer.status == .seeOther)
                let after = try await person.vault(app).read { try $0.vaccination(record.id) }
                var expected = dose
                (expected.date, expected.batch) = (PartialDate(year) ?? .firstOfRecords, "B2")
                expected.sourceDate = PartialDate(TestApp.today)
                #expect(after?.content == expected)
                // Nobody else's dose may say so.
                let other = try await person.post("/passes/\(pass)/vaccinations/new", fields)
                #expect(other.status == .unprocessableContent)
            }
        }
    }

    @Test func forgetsTheNameOfAnotherProduct() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try #require(PassID(try await person.pass("Ada Test")))
            let record = try VaccinationRecord(
                passID: pass, Self.dose, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { records in try records.insert(record) }
            let other = Self.form.merging(["vaccine": "unknown"]) { $1 }
            #expect(
                try await person.post("/passes/\(pass)/vaccinations/\(record.id)/edit", other).status == .seeOther)
            let after = try await person.vault(app).read { records in try records.vaccination(record.id) }
            #expect(after?.vaccine == nil && after?.vaccineName == nil && after?.doseNumber == 1)
        }
    }

    @Test func wordsThatNobodyKnowsAreAskedAboutAndKept() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let unknown = Vaccination(
                target: "Priorx", vaccineName: "Priorx", date: PartialDate("1998-05-03") ?? .firstOfRecords,
                note: "one\ntwo")
            let record = try VaccinationRecord(
                passID: try #require(PassID(pass)), unknown, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { records in try records.insert(record) }
            let path = "/passes/\(pass)/vaccinations/\(record.id)"
            let page = try await person.get(path).body
            #expect(page.says("archive.question", ["text": "Priorx"]))
            #expect(page.contains(#"name="search" value="priorix""#) && page.contains("action=\"\(path)/edit\""))
            #expect(try await person.get("\(path)/edit").body.contains(#"name="found" value="priorix""#))
            // What its form has is sent along unchanged.
            let hidden = page.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/)
            let kept = Dictionary(hidden.map { (String($0.1), String($0.2)) }) { first, _ in first }
            #expect(kept["date-year"] == "1998" && kept["note"] == "one\ntwo")
            let fields = kept.filter { $0.key != "token" }.merging(["search": "priorix"]) { $1 }
            #expect(try await person.post("\(path)/edit", fields).status == .seeOther)
            let after = try await person.vault(app).read { records in try records.vaccination(record.id) }
            #expect(after?.vaccine == "priorix" && after?.content.vaccineName == "Priorx")
            #expect(after?.target == "measles" && after?.content.note == "one\ntwo" && after?.date == unknown.date)
            #expect(try await !person.get(path).body.says("archive.question", ["text": "Priorx"]))
        }
    }
}
