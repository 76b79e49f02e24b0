import CivilDates

/// A moment with millisecond precision, as CertLogic computes with it.
public struct CertLogicDateTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// A unit of time that `plusTime` adds in.
    public enum Unit: String, Sendable, Hashable {
        /// Years of the Gregorian calendar.
        case year
        /// Months of the Gregorian calendar.
        case month
        /// Days of 24 hours.
        case day
        /// Hours of 60 minutes.
        case hour
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let milliseconds: Int64

    /// Creates a moment from milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Returns: nil outside of the range of ECMAScript's dates, 100,000,000 days to either side.
    public init?(milliseconds: Int64) {
        guard milliseconds.magnitude <= 8_640_000_000_000_000 else { return nil }
        self.milliseconds = milliseconds
    }

    /// The moment some years, months, days or hours later; a negative amount goes back.
    ///
    /// A day that its new month doesn't have runs over into the next: 2020-02-29 and one year is 2021-03-01.
    ///
    /// - Throws: ``CertLogicError`` `outOfRange` past the range of dates.
    public func adding(_ amount: Int64, _ unit: Unit) throws(CertLogicError) -> CertLogicDateTime {
        let moved: Int64? =
            switch unit {
            case .hour: Self.sum(milliseconds, amount, times: Self.hour)
            case .day: Self.sum(milliseconds, amount, times: Self.day)
            case .month: movedByMonths(amount, times: 1)
            case .year: movedByMonths(amount, times: 12)
            }
        guard let moved, let result = CertLogicDateTime(milliseconds: moved) else {
            throw CertLogicError(.outOfRange, in: "plusTime")
        }
        return result
    }

    private static let hour: Int64 = 3_600_000
    static let day: Int64 = 86_400_000

    private static func sum(_ start: Int64, _ amount: Int64, times factor: Int64) -> Int64? {
        let (product, overflow) = amount.multipliedReportingOverflow(by: factor)
        let (sum, sumOverflow) = start.addingReportingOverflow(product)
        return overflow || sumOverflow ? nil : sum
    }

    private func movedByMonths(_ amount: Int64, times factor: Int64) -> Int64? {
        // 300,000 years to either side are past the range of dates, and far from overflow.
        guard amount.magnitude <= 3_600_000 else { return nil }
        let (days, timeOfDay) = milliseconds.quotientAndRemainderRoundingDown(dividingBy: Self.day)
        let date = CalendarDate.components(ofDayNumber: Int(days))
        let months = Int64(date.year * 12 + date.month - 1) + amount * factor
        let (year, month) = months.quotientAndRemainderRoundingDown(dividingBy: 12)
        let first = CalendarDate.dayNumber(year: Int(year), month: Int(month) + 1, day: 1)
        return Int64(first + date.day - 1) * Self.day + timeOfDay
    }

    /// Orders moments in time.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment in UTC, such as `2021-06-01T00:00:00.000Z`.
    public var description: String {
        let (days, timeOfDay) = milliseconds.quotientAndRemainderRoundingDown(dividingBy: Self.day)
        let date = CalendarDate.components(ofDayNumber: Int(days))
        let hours = timeOfDay / Self.hour
        let minutes = timeOfDay / 60_000 % 60
        let seconds = timeOfDay / 1_000 % 60
        func padded(_ number: some FixedWidthInteger, _ width: Int) -> String {
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let sign = date.year < 0 ? "-" : ""
        return "\(sign)\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(seconds, 2)).\(padded(timeOfDay % 1_000, 3))Z"
    }
}

extension Int64 {
    /// Quotient and remainder with the quotient rounded down, so that the remainder is never negative.
    func quotientAndRemainderRoundingDown(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
