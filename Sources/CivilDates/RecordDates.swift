/// Reads the dates of a record as people write them: up to a last day, and of nobody's life before a person's birth.
public struct RecordDates: Sendable {
    /// Why a text is no date that the record can have.
    public enum Fault: Error, Sendable, Hashable {
        /// It can't be read.
        case unreadable(DateReadingError)
        /// It is wholly after the last day.
        case late
        /// Nobody who has a pass was born by then.
        case early
        /// It is wholly before the birth: the date as it was read.
        case beforeBirth(PartialDate)
    }

    /// Nobody who has a pass was vaccinated in this year or before.
    public static let lastEarlyYear = 1880
    /// Nothing in a record is further ahead: no vaccine keeps for so long, and none is valid for so long.
    private static let longestAhead = CalendarPeriod(years: 20)

    /// The last day that they may be.
    public let last: CalendarDate
    private let months: [MonthNames]

    /// A reader of dates up to a day, or as long after it as anything in a record may be.
    public init(until last: CalendarDate, isAhead: Bool = false, months: [MonthNames]) {
        (self.last, self.months) = (isAhead ? last.adding(Self.longestAhead) : last, months)
    }

    /// The same for dates that may be after today.
    public var ahead: RecordDates { RecordDates(until: last, isAhead: true, months: months) }

    /// Knows how dates and months are written.
    public var reader: PartialDateReader { PartialDateReader(today: last, months: months) }

    /// A day, month or year.
    public func read(_ text: String, bornOn birth: PartialDate? = nil) throws(Fault) -> PartialDate {
        let date: PartialDate
        do {
            date = try reader.read(text).date
        } catch {
            throw error == .future ? .late : .unreadable(error)
        }
        if let birth, date.latest < birth.earliest { throw .beforeBirth(date) }
        if date.year <= Self.lastEarlyYear { throw .early }
        return date
    }
}
