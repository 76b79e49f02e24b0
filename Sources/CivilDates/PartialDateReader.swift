/// Reads dates as people write them: `3.5.19`, `5/2019`, `2019`, `3. Mai 2019`, `May 2019`, `2019-05-03`.
///
/// The day comes before the month, unless the year comes first or the month is a word. Forms of which only one reading
/// is possible are read; where two are, neither is guessed.
public struct PartialDateReader: Sendable {
    /// A date that was read.
    public struct Reading: Sendable, Hashable {
        /// The day, or the month or year alone.
        public let date: PartialDate
        /// Whether the year had two digits, so that its century was assumed.
        public let isCenturyAssumed: Bool
    }

    /// The most UTF-8 bytes of a text.
    public static let longestText = 60

    private let today: CalendarDate
    private let months: [MonthNames]

    /// A reader.
    ///
    /// - Parameters:
    ///   - today: dates after it are in the future; a year of two digits is the last one, up to this year, that ends so.
    ///   - months: the languages that months may be written in; the first that knows a word decides.
    public init(today: CalendarDate, months: [MonthNames]) {
        (self.today, self.months) = (today, months)
    }

    /// Reads a date; a time of day or other words are no part of one.
    public func read(_ text: String) throws(DateReadingError) -> Reading {
        guard text.utf8.count <= Self.longestText else { throw .tooLong }
        let parts = try DateParts(text, months: months)
        if let month = parts.month {
            return try reading(month: month, before: parts.numbers.before, after: parts.numbers.after)
        }
        return try reading(parts.numbers.before, endsWithFullStop: parts.endsWithFullStop)
    }

    /// The number of a month, 1 to 12, that is written as a number or a name: `5`, `05`, `Mai`, `jan.`; nil for others.
    public func month(_ text: String) -> Int? {
        guard text.utf8.count <= Self.longestText, let parts = try? DateParts(text, months: months) else { return nil }
        let numbers = parts.numbers.before + parts.numbers.after
        if let month = parts.month { return numbers.isEmpty ? month : nil }
        guard numbers.count == 1, numbers[0].digits <= 2, (1...12).contains(numbers[0].value) else { return nil }
        return numbers[0].value
    }

    /// The year of a text of four digits, or of two: then the last one, up to this year, that ends so; nil for others.
    public func year(_ text: String) -> Int? {
        guard text.utf8.count == 2 || text.utf8.count == 4, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(typed: text, in: 0...9_999).map { text.utf8.count == 2 ? lastYear(endingIn: $0) : $0 }
    }

    /// Dates whose month is a word.
    private func reading(
        month: Int, before: [DateParts.Number], after: [DateParts.Number]
    ) throws(DateReadingError) -> Reading {
        switch (before.count, after.count) {
        case (0, 0): throw .noYear
        case (0, 1): return try reading(year: after[0], month: month)
        case (1, 0):
            guard before[0].digits > 2 else { throw .noYear }
            return try reading(year: before[0], month: month)
        case (1, 1) where before[0].digits == 4 && after[0].digits <= 2:
            return try reading(year: before[0], month: month, day: after[0].value)
        case (1, 1) where before[0].digits <= 2:
            return try reading(year: after[0], month: month, day: before[0].value)
        case (0, 2) where after[0].digits <= 2:
            return try reading(year: after[1], month: month, day: after[0].value)
        default: throw .malformed
        }
    }

    /// Dates in numbers.
    private func reading(
        _ numbers: [DateParts.Number], endsWithFullStop: Bool
    ) throws(DateReadingError) -> Reading {
        switch numbers.count {
        case 1: return try reading(alone: numbers[0])
        case 2 where numbers[0].digits == 4 && numbers[1].digits <= 2:
            return try reading(year: numbers[0], month: numbers[1].value)
        case 2 where numbers[0].digits <= 2 && numbers[1].digits > 2:
            return try reading(year: numbers[1], month: numbers[0].value)
        case 2 where numbers[0].digits <= 2:
            return try reading(short: numbers[0], numbers[1], endsWithFullStop: endsWithFullStop)
        case 3 where numbers[0].digits == 4 && numbers[1].digits <= 2 && numbers[2].digits <= 2:
            return try reading(year: numbers[0], month: numbers[1].value, day: numbers[2].value)
        case 3 where numbers[0].digits <= 2 && numbers[1].digits <= 2:
            return try reading(year: numbers[2], month: numbers[1].value, day: numbers[0].value)
        default: throw .malformed
        }
    }

    /// A year, or digits without anything between them: `20190503`, `03052019`, `030519`, `052019`.
    private func reading(alone number: DateParts.Number) throws(DateReadingError) -> Reading {
        switch number.digits {
        case 1: throw .noYear
        case 2: throw .ambiguous
        case 4: return try reading(year: number)
        case 6 where PartialDate.recordYears.contains(number.value % 10_000):
            return try reading(year: number.suffix(4), month: number.prefix(2).value)
        case 6:
            let day = number.prefix(2).value
            return try reading(year: number.suffix(2), month: number.prefix(4).suffix(2).value, day: day)
        case 8 where PartialDate.recordYears.contains(number.value % 10_000):
            let day = number.prefix(2).value
            return try reading(year: number.suffix(4), month: number.prefix(4).suffix(2).value, day: day)
        case 8:
            let day = number.suffix(2).value
            return try reading(year: number.prefix(4), month: number.suffix(4).prefix(2).value, day: day)
        default: throw .malformed
        }
    }

    /// Two numbers of one or two digits: month and year, `5/19`, or day and month without a year, `31.5.`.
    private func reading(
        short first: DateParts.Number, _ second: DateParts.Number, endsWithFullStop: Bool
    ) throws(DateReadingError) -> Reading {
        let isMonthAndYear = (1...12).contains(first.value) && second.digits == 2 && !endsWithFullStop
        let isDayAndMonth = (1...31).contains(first.value) && (1...12).contains(second.value)
        switch (isMonthAndYear, isDayAndMonth) {
        case (true, true): throw .ambiguous
        case (true, false): return try reading(year: second, month: first.value)
        case (false, true): throw .noYear
        case (false, false): throw .noSuchMonth
        }
    }

    private func reading(
        year: DateParts.Number, month: Int? = nil, day: Int? = nil
    ) throws(DateReadingError) -> Reading {
        guard year.digits == 2 || year.digits == 4 else { throw .noYear }
        if let month, !(1...12).contains(month) { throw .noSuchMonth }
        let number = year.digits == 2 ? lastYear(endingIn: year.value) : year.value
        guard PartialDate.recordYears.contains(number) else { throw .yearOutOfRange }
        guard let date = PartialDate(year: number, month: month, day: day) else { throw .noSuchDay }
        guard date.earliest <= today else { throw .future }
        return Reading(date: date, isCenturyAssumed: year.digits == 2)
    }

    private func lastYear(endingIn ending: Int) -> Int {
        let year = today.year / 100 * 100 + ending
        return year > today.year ? year - 100 : year
    }
}
