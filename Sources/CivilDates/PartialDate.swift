/// A day of which perhaps only the year, or the year and month, is known.
///
/// A paper booklet often says no more than 'spring 2009'. What isn't known is kept unknown; rules ask for the
/// ``earliest`` or the ``latest`` day it can have been, whichever is the cautious one.
public struct PartialDate: Hashable, Sendable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12, if known.
    public let month: Int?
    /// The day of the month, if known; never without a month.
    public let day: Int?

    /// A partly known day, or nil if the calendar has none such, or a day is given without its month.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard day == nil || month != nil, CalendarDate(year: year, month: month ?? 1, day: day ?? 1) != nil else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// A day that is known in full.
    public init(_ date: CalendarDate) {
        let components = date.components
        (year, month, day) = (components.year, components.month, components.day)
    }

    /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; nil for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 4 || bytes.count == 7 || bytes.count == 10 else { return nil }
        var numbers: [Int] = [0]
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
                numbers.append(0)
            } else {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// The years in which something in a record can have happened, or is planned.
    public static let recordYears = 1800...2999

    /// Reads a date that a record can hold: one of the ``recordYears``.
    public init?(ofRecord text: String) {
        self.init(text)
        guard isOfRecord else { return nil }
    }

    /// The first year that a record can hold.
    public static let firstOfRecords = PartialDate(ofYear: recordYears.lowerBound)

    private init(ofYear year: Int) { (self.year, month, day) = (year, nil, nil) }

    /// Whether a record can hold it.
    public var isOfRecord: Bool { Self.recordYears.contains(year) }

    /// Whether one of the two may be the other, told less exactly.
    public func isCompatible(with other: PartialDate) -> Bool {
        year == other.year && (month == nil || other.month == nil || month == other.month)
            && (day == nil || other.day == nil || day == other.day)
    }

    /// Whether year, month and day are all known.
    public var isExact: Bool { day != nil }

    /// The day, where it is known.
    public var exact: CalendarDate? { isExact ? earliest : nil }

    /// The first day it can have been.
    public var earliest: CalendarDate {
        CalendarDate(clampingDayNumber: CalendarDate.dayNumber(year: year, month: month ?? 1, day: day ?? 1))
    }

    /// The last day it can have been.
    public var latest: CalendarDate {
        let lastMonth = month ?? 12
        let lastDay = day ?? CalendarDate.days(inMonth: lastMonth, ofYear: year)
        return CalendarDate(clampingDayNumber: CalendarDate.dayNumber(year: year, month: lastMonth, day: lastDay))
    }
}

extension PartialDate: CustomStringConvertible, LosslessStringConvertible {
    /// `2009`, `2009-04` or `2009-04-17`.
    public var description: String {
        ([padded(year, to: 4)] + [month, day].compactMap { $0 }.map { padded($0, to: 2) }).joined(separator: "-")
    }
}

extension PartialDate: Comparable {
    /// Orders by what is known; less exact dates come first.
    public static func < (left: PartialDate, right: PartialDate) -> Bool {
        (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
    }
}
