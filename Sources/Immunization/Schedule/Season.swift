public import CivilDates

/// The time of year a dose is for.
public enum Season: Sendable, Hashable {
    /// A season with its years, as CDSi publishes it each year; either end may be open.
    ///
    /// With both ends it stands for the seasons of the years before as well, but not for those to come.
    case fixed(first: CalendarDate?, last: CalendarDate?)
    /// A season that returns each year, across New Year if the begin is later than the end.
    case yearly(begin: MonthDay, end: MonthDay)
    /// The one of these seasons that the patient is born in or, born outside of one, the first after that.
    case firstOfLife(begin: MonthDay, end: MonthDay)

    /// The season that is meant on a day: its first and last day.
    func window(on date: CalendarDate, born birth: CalendarDate) -> DateWindow {
        if case .firstOfLife(let begin, let end) = self {
            return Season.yearly(begin: begin, end: end).window(on: birth)
        }
        return window(on: date)
    }

    /// The season of a day or, outside of one, the next: its first and last day.
    public func window(on date: CalendarDate) -> DateWindow {
        switch self {
        case .fixed(let first, let last):
            return DateWindow(first: first, last: last).rolledBack(to: date)
        case .yearly(let begin, let end), .firstOfLife(let begin, let end):
            let year = date.year
            for candidate in (year - 1)...(year + 1) {
                let last = end.day(inYear: begin <= end ? candidate : candidate + 1)
                if date <= last { return DateWindow(first: begin.day(inYear: candidate), last: last) }
            }
            return DateWindow()
        }
    }
}

extension DateWindow {
    /// The window of a day's own year, if the day is more than a year before this one's begin.
    ///
    /// CDSi publishes the dates of one season; what is judged at an earlier day means that day's season. A window that
    /// is open at an end isn't a season and stays as it is.
    func rolledBack(to date: CalendarDate) -> DateWindow {
        guard let first, let last, date.completedYears(until: first) > 0 else { return self }
        let back = CalendarPeriod(years: -date.completedYears(until: last))
        return DateWindow(first: first.adding(back), last: last.adding(back))
    }
}

/// A day that returns each year; 29 February is 1 March where there is none.
public struct MonthDay: Sendable, Hashable, Comparable {
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month.
    public let day: Int

    /// A day of the year, or nil if there is none such.
    public init?(month: Int, day: Int) {
        guard CalendarDate(year: 2000, month: month, day: day) != nil else { return nil }
        (self.month, self.day) = (month, day)
    }

    /// Reads `MM-DD`.
    public init?(_ text: String) {
        guard let date = CalendarDate("2000-" + text) else { return nil }
        self.init(month: date.month, day: date.day)
    }

    /// The day it is in a year.
    public func day(inYear year: Int) -> CalendarDate {
        CalendarDate(clampingDayNumber: CalendarDate.dayNumber(year: year, month: month, day: 1) + day - 1)
    }

    /// Orders days within a year.
    public static func < (left: MonthDay, right: MonthDay) -> Bool {
        (left.month, left.day) < (right.month, right.day)
    }
}

/// The days from one day of the year to another, both included, across New Year if the first is later.
public struct YearlyDays: Sendable, Hashable {
    /// The first day.
    public let first: MonthDay
    /// The last day.
    public let last: MonthDay

    /// Whether a day is in them.
    func contains(_ date: CalendarDate) -> Bool {
        MonthDay(month: date.month, day: date.day).map(contains) ?? false
    }

    /// Whether some of them are between two days, both included.
    func overlap(_ first: CalendarDate, _ last: CalendarDate) -> Bool {
        let window = Season.yearly(begin: self.first, end: self.last).window(on: first)
        return window.first.map { $0 <= last } ?? true
    }

    /// Whether a day of the year is in them.
    func contains(_ day: MonthDay) -> Bool {
        first <= last ? first <= day && day <= last : first <= day || day <= last
    }
}
