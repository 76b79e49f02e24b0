import CivilDates
import HTTPTypes
import Model
import PassArchive
import Testing
import Vault

@testable import WebApp

/// What an animal's passport says of a vaccination's validity is kept, shown, and gone by.
@Suite("Until when an animal's vaccination is valid", .timeLimit(.minutes(3)))
struct ValidUntilTests {
    private static let rabies = [
        "target": "dog-rabies", "vaccine": "dog-rabies", "date-day": "3", "date-month": "4", "date-year": "2025",
        "valid-until-day": "2", "valid-until-month": "4", "valid-until-year": "2028",
    ]

    /// A trip to France, of days in December.
    private static func trip(from first: String, to last: String) -> [String: String] {
        [
            "country": "FR", "from-day": first, "from-month": "12", "from-year": "2026", "to-day": last,
            "to-month": "12", "to-year": "2026",
        ]
    }

    private static func withDog(
        _ body: @escaping @Sendable (TestApp, Person, _ dog: String) async throws -> Void
    ) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(app, person, try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2020")))
        }
    }

    private static func doses(_ app: TestApp, _ person: Person, _ dog: String) async throws -> [Vaccination] {
        let id = try #require(PassID(dog))
        return try await person.vault(app).read { try $0.vaccinations(of: id).map(\.content) }
    }

    @Test func itIsTypedShownAndDecides() async throws {
        try await Self.withDog { app, person, dog in
            let form = "/passes/\(dog)/vaccinations/new"
            #expect(try await person.get(form).body.contains("name=\"valid-until-year\""))
            var early = Self.rabies
            (early["valid-until-year"], early["batch"]) = ("2024", "KEPT-1")
            let refused = try await person.post(form, early)
            #expect(refused.status == .unprocessableContent && refused.body.contains("KEPT-1"))
            #expect(
                refused.body.says("error.date.before-vaccination", ["read": "2 April 2024", "date": "3 April 2025"]))
            #expect(refused.body.contains("href=\"#valid-until-year\""))
            #expect(try await person.post(form, Self.rabies).status == .seeOther)
            let list = try await person.get("/passes/\(dog)").body
            let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            #expect(try await Self.doses(app, person, dog).map(\.validUntil) == [PartialDate("2028-04-02")])
            for path in ["/passes/\(dog)", "/passes/\(dog)/vaccinations/\(id)"] {
                #expect(try await person.get(path).body.says("doses.valid-until", ["date": "2 April 2028"]), "\(path)")
            }
            let edit = try await person.get("/passes/\(dog)/vaccinations/\(id)/edit").body
            #expect(edit.contains("name=\"valid-until-year\" value=\"2028\""))
        }
    }

    /// Two digits are a year of the ones to come; a day is asked for, and no year that nobody means.
    @Test func itIsAWholeDayThatSomebodyMeans() async throws {
        try await Self.withDog { app, person, dog in
            let form = "/passes/\(dog)/vaccinations/new"
            for (day, year, message) in [("", "2028", "error.date.half"), ("2", "2099", "error.date.far")] {
                let wrong = Self.rabies.merging(["valid-until-day": day, "valid-until-year": year]) { $1 }
                let refused = try await person.post(form, wrong)
                #expect(refused.status == .unprocessableContent && refused.body.says(message), "\(message)")
            }
            let short = Self.rabies.merging(["valid-until-year": "28", "batch-expiry-year": "29"]) { $1 }
            #expect(try await person.post(form, short).status == .seeOther)
            let dose = try #require(try await Self.doses(app, person, dog).first)
            #expect(dose.validUntil == PartialDate("2028-04-02") && dose.batchExpiry == PartialDate("2029"))
            let paper = try await person.get("/passes/\(dog)/print").body
            #expect(paper.says("doses.valid-until", ["date": "2 April 2028"]))
        }
    }

    /// Inside the validity a booster counts at once, whatever a first vaccination needs before a journey.
    @Test(arguments: [("15", false), ("30", true)])
    func aJourneyIsJudgedByIt(last: String, isSaid: Bool) async throws {
        try await Self.withDog { _, person, dog in
            let ends = ["valid-until-day": last, "valid-until-month": "12", "valid-until-year": "2026"]
            let dose = Self.rabies.merging(ends) { $1 }
            #expect(try await person.post("/passes/\(dog)/vaccinations/new", dose).status == .seeOther)
            let trip = Self.trip(from: "10", to: "20")
            #expect(try await person.post("/passes/\(dog)/journeys", trip).status == .seeOther)
            let page = try await PlanPage(person, dog)
            #expect(try page.part("answer.state.too-late") == nil)
            let row = try #require(page.row("dog-rabies"))
            let end = ["date": "30 December 2026"]
            #expect(row.says("answer.reason.valid-until", end) == isSaid, "\(row)")
        }
    }

    /// A row of the table asks for it where the pass is an animal's.
    @Test func aTableAsksForItOfAnimalsAlone() async throws {
        try await Self.withDog { app, person, dog in
            let table = "/passes/\(dog)/vaccinations/table"
            let asked = try await person.post(table, ["step": "details"]).body
            #expect(asked.contains("name=\"valid-until-1\""))
            var row = ["date-1": "3.4.25", "vaccine-1": "nobivac-t-dog", "valid-until-1": "2.4.24", "columns": "all"]
            let refused = try await person.post(table, row)
            #expect(refused.status == .unprocessableContent && refused.body.says("error.date.before-vaccination"))
            #expect(refused.body.contains(#"name="valid-until-1" value="2.4.24""#))
            row["valid-until-1"] = "2.4.26"
            #expect(try await person.post(table, row).status == .seeOther)
            #expect(try await Self.doses(app, person, dog).map(\.validUntil) == [PartialDate("2026-04-02")])
            #expect(try await person.get("/passes/\(dog)").body.says("doses.ran-out", ["date": "2 April 2026"]))

            let pass = try await person.pass("Ada Test")
            let other = "/passes/\(pass)/vaccinations"
            #expect(try await !person.post("\(other)/table", ["step": "details"]).body.contains("valid-until"))
            #expect(try await !person.get("\(other)/new").body.contains("valid-until"))
            // What somebody sends all the same isn't taken.
            let sent = ["date-1": "3.4.25", "vaccine-1": "priorix", "valid-until-1": "2.4.24"]
            #expect(try await person.post("\(other)/table", sent).status == .seeOther)
            #expect(try await Self.doses(app, person, pass).map(\.validUntil) == [nil])
            // What an import has brought is shown, and can be changed.
            let imported = Vaccination(
                target: "rabies", date: try #require(PartialDate("2025-04-03")), validUntil: PartialDate("2028-04-02"))
            let record = try VaccinationRecord(
                passID: try #require(PassID(pass)), imported, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { try $0.insert(record) }
            #expect(try await person.get("\(other)/\(record.id)").body.contains("2 April 2028"))
            #expect(try await person.get("\(other)/\(record.id)/edit").body.contains("name=\"valid-until-year\""))
        }
    }

    /// Earlier ones that ended, one without a day and one that goes on: the newest is shown, and covers the journey.
    @Test func theNewestOfAWholePageIsTold() async throws {
        try await Self.withDog { app, person, dog in
            let (list, advice) = ("/passes/\(dog)", "/passes/\(dog)/recommendations")
            let may = ["vaccine": "unknown", "date-day": "10", "date-month": "5", "date-year": "2026"]
            let ends = ["valid-until-day": "15", "valid-until-month": "12", "valid-until-year": "2026"]
            let first = Self.rabies.merging(may) { $1 }.merging(ends) { $1 }
            #expect(try await person.post("\(list)/vaccinations/new", first).status == .seeOther)
            let trip = Self.trip(from: "1", to: "10")
            #expect(try await person.post("\(list)/journeys", trip).status == .seeOther)
            for path in [list, advice] { #expect(try await person.get(path).status == .ok) }
            let rows = [
                ("4.7.22", "rabies", "3.7.23"), ("6.9.23", "rabies", "5.9.24"), ("10.9.24", "rabies", ""),
                ("21.11.26", "Nobivac T", "19.11.29"),
            ]
            var fields = ["columns": "all"]
            for (number, row) in rows.enumerated() {
                (fields["date-\(number + 1)"], fields["vaccine-\(number + 1)"]) = (row.0, row.1)
                fields["valid-until-\(number + 1)"] = row.2
            }
            let answer = try await person.post("\(list)/vaccinations/table", fields)
            #expect(answer.status == .seeOther, "\(answer.body)")
            for (path, message) in [(list, "doses.valid-until"), (advice, "answer.reason.valid-until")] {
                let page = try await person.get(path).body
                #expect(page.says(message, ["date": "19 November 2029"]), "\(path)")
                #expect(!page.says("recommendations.from", ["date": "19 November 2029"]), "\(path)")
            }
        }
    }

    @Test func itGoesWithAnExport() async throws {
        try await Self.withDog { app, person, dog in
            _ = try await person.post("/passes/\(dog)/vaccinations/new", Self.rabies)
            let table = try await person.get("/passes/\(dog)/export/csv").body
            #expect(table.contains("validUntil") && table.contains("2028-04-02"))
        }
    }
}
