import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// One rule for what comes in twice, whichever way it comes: what is the same is never asked, and nothing of it is lost.
@Suite("The same vaccination by another way", .timeLimit(.minutes(3)))
struct SameVaccinationTests {
    private static let columns = [
        "heading": "yes", "column-1": "date", "column-2": "vaccineName", "column-3": "batch",
        "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
    ]

    private static func doses(_ person: Person, _ app: TestApp, _ pass: String) async throws -> [Vaccination] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.vaccinations(of: id).map(\.content) }
    }

    /// Keeps a dose as if it had been entered.
    private static func keep(
        _ person: Person, _ app: TestApp, _ pass: String, _ vaccine: String, _ date: String,
        _ change: (inout Vaccination) -> Void = { _ in }
    ) async throws {
        let id = try #require(PassID(pass))
        let product = try #require(app.services.catalogue.current.vaccine(vaccine))
        var dose = Vaccination(
            target: product.targets[0], vaccine: vaccine, date: try #require(PartialDate(ofRecord: date)))
        change(&dose)
        let record = try VaccinationRecord(passID: id, dose, createdAt: TestApp.now, updatedAt: TestApp.now)
        try await person.vault(app).write { try $0.insert(record) }
    }

    /// Uploads a table of date, vaccine and batch into a pass.
    private static func table(_ rows: String, _ person: Person, into pass: String) async throws -> String {
        let path = try await person.upload(Array("Datum;Impfstoff;Charge\n\(rows)".utf8), named: "a.csv")
        let columns = columns.merging(["pass": pass]) { $1 }
        #expect(try await person.post(path + "/columns", columns).location == path)
        return path
    }

    @Test func aFileSaysTwiceWhatIsStoredOnce() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = try await Self.table(
                "17.10.2012;Covaxis;C45\n17.10.2012;Covaxis;C45\n", person, into: pass)
            let page = try await person.get(path).body
            #expect(page.says("archive.state.repeated") && page.times("archive.state.new") == 1)
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            #expect(try await Self.doses(person, app, pass).map(\.batch) == ["C45"])
        }
    }

    @Test(arguments: [(nil, "X9"), ("take", "X9"), ("keep", nil)] as [(String?, String?)])
    func aFileFillsWhatIsEmpty(choice: String?, batch: String?) async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.keep(person, app, pass, "boostrix", "2010-11-08") { $0.note = "left arm" }
            let path = try await Self.table("8.11.2010;Boostrix;X9\n", person, into: pass)
            let batchName = try words("vaccinations.batch")
            #expect(try await person.get(path).body.says("archive.state.adds", ["fields": batchName]))
            let fields = ["pass-1": pass, "shown-1": pass].merging(choice.map { ["row-1-1": $0] } ?? [:]) { $1 }
            #expect(try await person.post(path, fields).status == .seeOther)
            let doses = try await Self.doses(person, app, pass)
            #expect(doses.map(\.batch) == [batch] && doses.map(\.note) == ["left arm"])
        }
    }

    @Test func aDiseaseOfWhatIsThereIsNothingNew() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.keep(person, app, pass, "infanrix-hexa", "2020-01-08")
            let path = try await Self.table("8.1.2020;Tetanus;\n", person, into: pass)
            #expect(try await person.get(path).body.says("archive.preview.all-there"))
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            #expect(try await Self.doses(person, app, pass).map(\.vaccine) == ["infanrix-hexa"])
        }
    }

    @Test func aVaccineAndAnAntibodyAreTwoWithoutAQuestion() async throws {
        try await TestApp.openWithPass { app, person, pass in
            for vaccine in ["engerix-b-erwachsene", "hepatitis-b-immunglobulin-p-behring"] {
                try await person.dose(pass, "hepatitis-b", vaccine, ("1", "2", "2026"))
            }
            #expect(try await Self.doses(person, app, pass).count == 2)
        }
    }

    /// Of one day in a file: both are kept unless somebody says that it was one.
    @Test(arguments: [(nil, 2), ("both", 2), ("keep", 1)] as [(String?, Int)])
    func twoBatchesOfOneDayAreAskedOnce(choice: String?, count: Int) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = try await Self.table(
                "1.2.2026;Revaxis;21A\n1.2.2026;Revaxis;34C\n", person, into: pass)
            #expect(try await person.get(path).body.times("archive.state.doubt.file") == 1)
            let fields = ["pass-1": pass, "shown-1": pass].merging(choice.map { ["row-1-2": $0] } ?? [:]) { $1 }
            #expect(try await person.post(path, fields).status == .seeOther)
            #expect(try await Self.doses(person, app, pass).count == count)
        }
    }

    /// A day away may be a slip of the pen: a file's is kept unless somebody says that it is the same.
    @Test func aDayAwayIsAskedAndNotLost() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.keep(person, app, pass, "priorix", "2020-05-02")
            let rows = ["date-1": "3.5.2020", "vaccine-1": "priorix"]
            let asked = try await person.post("/passes/\(pass)/vaccinations/table", rows)
            #expect(asked.status == .unprocessableContent && asked.body.contains(#"name="duplicate-1""#))
            let path = try await Self.table("3.5.2020;Priorix;\n", person, into: pass)
            #expect(try await person.get(path).body.says("archive.state.doubt"))
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            #expect(try await Self.doses(person, app, pass).count == 2)
        }
    }

    @Test func formAndTableCompleteWhatIsTheSame() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.keep(person, app, pass, "priorix", "2020-05-02") { $0.note = "left arm" }
            let form = [
                "target": "measles", "vaccine": "priorix", "date-day": "2", "date-month": "5", "date-year": "2020",
            ]
            let new = "/passes/\(pass)/vaccinations/new"
            #expect(try await person.post(new, form).location.hasSuffix("?done=vaccination-there"))
            let batch = form.merging(["batch": "A69CB"]) { $1 }
            #expect(try await person.post(new, batch).location.contains("?done=vaccination-completed&batch="))
            let rows = [
                "date-1": "2.5.2020", "vaccine-1": "priorix", "site-1": "left-arm", "date-2": "2.5.2020",
                "vaccine-2": "priorix", "route-2": "subcutaneous",
            ]
            let table = "/passes/\(pass)/vaccinations/table"
            #expect(try await person.post(table, rows).location.contains("?done=vaccinations-saved&batch="))
            #expect(try await person.post(table, rows).location.hasSuffix("?done=vaccinations-there"))
            let doses = try await Self.doses(person, app, pass)
            #expect(doses.count == 1 && doses[0].batch == "A69CB" && doses[0].note == "left arm")
            #expect(doses[0].site == "left-arm" && doses[0].route == "subcutaneous")
        }
    }
}
