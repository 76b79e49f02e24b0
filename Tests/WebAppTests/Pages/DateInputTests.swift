import CivilDates
import Foundation
import Testing

@testable import Web
@testable import WebApp

@Suite("Dates in three fields", .timeLimit(.minutes(3)))
struct DateInputTests {
    private static func read(
        _ day: String, _ month: String, _ year: String, partial: Bool = true
    ) throws -> (date: PartialDate?, errors: FormErrors) {
        let words = try Said.language("en")
        var fields = FormFields()
        for (name, value) in [("date-day", day), ("date-month", month), ("date-year", year)] {
            try fields.append(name: name, value: value, limits: FormLimits(), repeating: [])
        }
        var reader = FormReader(fields, words)
        let date = reader.date("date", partial: partial, today: TestApp.today)
        return (date, reader.errors)
    }

    @Test(arguments: [
        ("3", "5", "2019", "2019-05-03"), ("03", "05", "2019", "2019-05-03"), ("3", "Mai", "2019", "2019-05-03"),
        ("3", "jan", "2019", "2019-01-03"), ("", "Januar", "2019", "2019-01"), ("", "1", "2019", "2019-01"),
        ("", "", "2019", "2019"), ("3.5.19", "", "", "2019-05-03"), ("5/2019", "", "", "2019-05"),
        ("2019", "", "", "2019"), ("3. Mai 2019", "", "", "2019-05-03"), ("3", "5", "19", "2019-05-03"),
        ("3", "5", "87", "1987-05-03"), ("5.6.20", "4", "2019", "2020-06-05"),
    ])
    func areRead(_ day: String, _ month: String, _ year: String, _ expected: String) throws {
        let (date, errors) = try Self.read(day, month, year)
        #expect(date == PartialDate(expected) && errors.isEmpty, "\(errors.items)")
    }

    @Test(arguments: [
        ("", "", "", "error.date.empty", ["day", "month", "year"]), ("3", "", "2019", "error.date.no-month", ["month"]),
        ("3", "5", "", "error.date.no-year", ["year"]), ("3", "", "", "error.date.no-year", ["year"]),
        ("31", "2", "2019", "error.date.unreal", ["day", "month"]), ("3", "13", "2019", "error.date.month", ["month"]),
        ("3", "5", "119", "error.date.year", ["year"]), ("x.y", "5", "2019", "error.date.day", ["day"]),
        ("x", "5", "2019", "error.date.day", ["day"]), ("3", "5", "2999", "error.date.future", ["year"]),
        ("3.5.", "", "", "error.date-text.no-year", ["day"]),
    ])
    func sayWhatLacksWhereItLacks(_ day: String, _ month: String, _ year: String, _ id: String, _ parts: [String])
        throws
    {
        let (date, errors) = try Self.read(day, month, year)
        #expect(try date == nil && errors["date"] == words(id))
        #expect(errors.parts("date").map(\.rawValue) == parts)
        #expect(errors.items.first?.anchor == "date-\(parts[0])")
    }

    @Test func aWholeDayHasToBeThereWhereItIsNeeded() throws {
        let noDay = try words("error.date.no-day")
        #expect(try Self.read("", "5", "2019", partial: false).errors["date"] == noDay)
        // What was typed as a whole is shown as it was read, with what it may be.
        for (typed, read, example) in [("5/2019", "May 2019", "27 May 2019"), ("2019", "2019", "27 March 2019")] {
            let half = try words("error.date.half", ["read": read, "example": example])
            let (date, errors) = try Self.read(typed, "", "", partial: false)
            #expect(date == nil && errors["date"] == half && errors.parts("date").map(\.rawValue) == ["day"])
        }
    }
}

@Suite("What a date's field says that it takes", .timeLimit(.minutes(3)))
struct DateHintTests {
    @Test func everyOneSaysIt() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dog = try await person.pass("Rex", kind: "dog", birth: ("1", "2", "2020"))
            for (path, whole, part) in [
                ("/passes/new", 0, 1), ("/passes/\(pass)/vaccinations/new", 0, 2),
                ("/passes/\(dog)/vaccinations/new", 1, 2), ("/passes/\(pass)/journeys", 2, 0),
                ("/settings/reminders", 1, 0),
            ] {
                let body = try await person.get(path).body
                let count = body.ranges(of: "<div class=\"date\">").count
                let said = try ["shared.date.whole", "shared.date.part"].map { id in
                    body.ranges(of: try words(id)).count
                }
                #expect(said == [whole, part] && count == whole + part, "\(path)")
            }
            let health = try await person.get("/passes/\(pass)/health").body
            let dates = health.ranges(of: "<div class=\"date\">").count
            #expect(try dates > 0 && health.ranges(of: words("shared.date.whole")).count == dates)
        }
    }
}
