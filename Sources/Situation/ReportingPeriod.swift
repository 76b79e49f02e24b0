package import CivilDates

/// The week or the day that a published number is about.
package struct ReportingPeriod: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The years that data files may speak of.
    private static let years = 1990...2100

    /// The year and number of the ISO week; nil for a day.
    package let week: Int?
    private let weekYear: Int
    /// The day, or the week's Monday.
    package let firstDay: CalendarDate

    /// An ISO 8601 week, nil where the year has no such week: only some have a 53rd.
    package init?(week: Int, of year: Int) {
        guard Self.years.contains(year), week >= 1, let first = Self.firstMonday(of: year),
            let next = Self.firstMonday(of: year + 1)
        else { return nil }
        let monday = first.adding(days: 7 * (week - 1))
        guard monday < next else { return nil }
        (self.week, weekYear, firstDay) = (week, year, monday)
    }

    /// A day.
    package init?(day: CalendarDate) {
        guard Self.years.contains(day.year) else { return nil }
        (week, weekYear, firstDay) = (nil, 0, day)
    }

    /// Reads `2020-W53`.
    package init?(weekText text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"), bytes[5] == UInt8(ascii: "W"),
            let year = Self.number(bytes[..<4]), let week = Self.number(bytes[6...])
        else { return nil }
        self.init(week: week, of: year)
    }

    /// Reads `2026-08-22`.
    package init?(dayText text: String) {
        guard text.utf8.count == 10, let day = CalendarDate(text) else { return nil }
        self.init(day: day)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// The Monday of the week of 4 January.
    private static func firstMonday(of year: Int) -> CalendarDate? {
        guard let fourth = CalendarDate(year: year, month: 1, day: 4) else { return nil }
        return fourth.adding(days: -weekday(fourth))
    }

    /// 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday.
    private static func weekday(_ day: CalendarDate) -> Int { ((day.dayNumber + 3) % 7 + 7) % 7 }

    /// The day, or the week's Sunday.
    package var lastDay: CalendarDate { week == nil ? firstDay : firstDay.adding(days: 6) }

    /// As the data files write it.
    package var description: String {
        guard let week else { return firstDay.description }
        return "\(weekYear)-W\(week < 10 ? "0" : "")\(week)"
    }

    package static func < (left: Self, right: Self) -> Bool { left.firstDay < right.firstDay }
}

extension ReportingPeriod {
    /// A period's ISO week, and its year.
    package var isoWeek: (year: Int, week: Int) {
        if let week { return (weekYear, week) }
        let thursday = firstDay.adding(days: 3 - Self.weekday(firstDay))
        let year = thursday.year
        let first = Self.firstMonday(of: year) ?? thursday
        return (year, first.days(until: thursday) / 7 + 1)
    }

    /// The year in which its season began: week 40 to week 39.
    package var season: Int {
        let (year, week) = isoWeek
        return week >= Self.firstWeekOfSeason ? year : year - 1
    }

    package static let firstWeekOfSeason = 40
    /// How many places a season has, a 53rd week's among them, which most years leave empty.
    package static let places = 53 * 7

    /// Its place in its season, in days, so that the same weeks of all seasons have the same place.
    package var placeInSeason: Int {
        let week = isoWeek.week
        let number = week >= Self.firstWeekOfSeason ? week - Self.firstWeekOfSeason : week + 13
        return number * 7 + (self.week == nil ? Self.weekday(firstDay) : 0)
    }

    /// A season's name: `2025/26`.
    package static func seasonName(_ year: Int) -> String {
        let next = (year + 1) % 100
        return "\(year)/\(next < 10 ? "0" : "")\(next)"
    }
}
