/// A day in the proleptic Gregorian calendar, years 1 to 9999, without time and time zone.
///
/// Stored as a day number (0 is 1970-01-01), so that differences and comparisons are plain integer arithmetic.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let dayNumber: Int

    /// The first day that can be expressed: 0001-01-01.
    public static let first = CalendarDate(dayNumber: -719_162)

    /// The last day that can be expressed: 9999-12-31.
    public static let last = CalendarDate(dayNumber: 2_932_896)

    /// The day with this number; days outside the years 1 to 9999 become the nearest day inside.
    public init(clampingDayNumber number: Int) {
        self.init(dayNumber: min(max(number, Self.first.dayNumber), Self.last.dayNumber))
    }

    /// The day of this year, month (1–12) and day (1–31), or nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        self.init(dayNumber: Self.dayNumber(year: year, month: month, day: day))
    }

    private init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Year, month (1–12) and day (1–31).
    public var components: (year: Int, month: Int, day: Int) { Self.components(ofDayNumber: dayNumber) }

    /// Year, month and day of any day number, also beyond the years that a date has.
    public static func components(ofDayNumber dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        // Days from 0000-03-01 in cycles of 400 years (146,097 days): March-based years put the leap day last.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year, 1 to 9999.
    public var year: Int { components.year }
    /// The month, 1 to 12.
    public var month: Int { components.month }
    /// The day of the month, 1 to 31.
    public var day: Int { components.day }

    /// The day this many days later, or earlier if negative; stays within the years 1 to 9999.
    public func adding(days: Int) -> CalendarDate {
        let (sum, overflow) = dayNumber.addingReportingOverflow(days)
        return CalendarDate(clampingDayNumber: overflow ? (days > 0 ? Int.max : Int.min) : sum)
    }

    /// How many days there are from this day to another; positive if the other is later.
    public func days(until other: CalendarDate) -> Int {
        other.dayNumber - dayNumber
    }

    /// Whole years that have passed from this day to another, as ages are counted; a birthday on 29 February is kept
    /// on 1 March in other years.
    public func completedYears(until other: CalendarDate) -> Int {
        let (from, to) = (components, other.components)
        return to.year - from.year - ((to.month, to.day) < (from.month, from.day) ? 1 : 0)
    }

    /// How many days a month has.
    public static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Orders days by time.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        left.dayNumber < right.dayNumber
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days since 1970-01-01 of a month and day that the year has, whichever year that is.
    public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
