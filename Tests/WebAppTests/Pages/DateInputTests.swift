import CivilDates
import Foundation
import Testing

@testable import WebApp

@Suite("Dates in three fields")
struct DateInputTests {
    private static func read(
        _ day: String, _ month: String, _ year: String, partial: Bool = true
    ) throws -> (date: PartialDate?, errors: FormErrors) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let words = try Localization(directory: root.appending(path: "Localization")).fallback
        var fields = FormFields()
        for (name, value) in [("date-day", day), ("date-month", month), ("date-year", year)] {
            try fields.append(name: name, value: value, limits: FormLimits(), repeating: [])
        }
        var reader = FormReader(fields, words)
        let date = reader.date("date", partial: partial, today: CalendarDate(TestApp.now))
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
        ("", "", "", "Enter the date, for example 27 3 2021", ["day", "month", "year"]),
        ("3", "", "2019", "Add the month, for example 3 or March", ["month"]),
        ("3", "5", "", "Add the year, for example 2021", ["year"]),
        ("3", "", "", "Add the year, for example 2021", ["year"]),
        (
            "31", "2", "2019", "This date doesn’t exist. Check day and month, for example 30 April instead of 31 April",
            ["day", "month"]
        ),
        ("3", "13", "2019", "Enter the month as a number or its name, for example 3 or March", ["month"]),
        ("3", "5", "119", "Enter the year as a number, for example 2021", ["year"]),
        ("x.y", "5", "2019", "Enter the day as a number, for example 27", ["day"]),
        ("x", "5", "2019", "Enter the day as a number, for example 27", ["day"]),
        ("3", "5", "2999", "The date is in the future. Check the year, for example 2021 instead of 2121", ["year"]),
        ("3.5.", "", "", "Add the year, for example 3.5.2019", ["day"]),
    ])
    func sayWhatLacksWhereItLacks(_ day: String, _ month: String, _ year: String, _ text: String, _ parts: [String])
        throws
    {
        let (date, errors) = try Self.read(day, month, year)
        #expect(date == nil && errors["date"] == text)
        #expect(errors.parts("date").map(\.rawValue) == parts)
        #expect(errors.items.first?.anchor == "date-\(parts[0])")
    }

    @Test func aWholeDayHasToBeThereWhereItIsNeeded() throws {
        #expect(try Self.read("", "5", "2019", partial: false).errors["date"] == "Add the day, for example 27")
        #expect(try Self.read("5/2019", "", "", partial: false).errors["date"] == "Add the day, for example 27")
    }
}
