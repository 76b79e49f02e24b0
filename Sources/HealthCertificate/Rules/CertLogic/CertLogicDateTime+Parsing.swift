import CivilDates

extension CertLogicDateTime {
    /// Reads a date or date-time in the formats that `plusTime` takes.
    ///
    /// `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, and `YYYY-MM-DDThh:mm:ss` with any number of decimals and an optional
    /// offset: `Z`, `+h`, `+hh`, `+hmm`, `+hhmm`, `+h:mm`, `+hh:mm` (or `-`). A year stands for its last day, a
    /// month for its last day, a day for its midnight; UTC is assumed where no offset is given; decimals past the
    /// third are dropped.
    ///
    /// - Throws: ``CertLogicError`` `invalidDate` for any other text, and for days that don't exist.
    public init(parsing text: String) throws(CertLogicError) {
        self = try Self.parse(text, as: "plusTime", dateOnly: false)
    }

    /// Reads a date of birth as `dccDateOfBirth` takes it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    ///
    /// - Throws: ``CertLogicError`` `invalidDate` for any other text.
    public init(parsingDateOfBirth text: String) throws(CertLogicError) {
        self = try Self.parse(text, as: "dccDateOfBirth", dateOnly: true)
    }

    private static func parse(
        _ text: String, as operation: String, dateOnly: Bool
    ) throws(CertLogicError) -> CertLogicDateTime {
        var scanner = DateTimeScanner(text)
        guard let days = scanner.scanDate() else { throw CertLogicError(.invalidDate, in: operation) }
        if scanner.isAtEnd { return CertLogicDateTime(daysSinceEpoch: days, millisecondOfDay: 0) }
        guard !dateOnly, let time = scanner.scanTime(), scanner.isAtEnd else {
            throw CertLogicError(.invalidDate, in: operation)
        }
        return CertLogicDateTime(daysSinceEpoch: days, millisecondOfDay: time)
    }

    /// A year of four digits is always in range.
    private init(daysSinceEpoch days: Int, millisecondOfDay: Int64) {
        self.milliseconds = Int64(days) * Self.day + millisecondOfDay
    }
}

/// A cursor over the characters of a date-time.
private struct DateTimeScanner {
    private let bytes: [UInt8]
    private var index = 0

    /// Longer texts are refused, whatever their decimals are.
    private static let longest = 1_000

    init(_ text: String) {
        self.bytes = text.utf8.count <= Self.longest ? Array(text.utf8) : []
    }

    var isAtEnd: Bool { index == bytes.count }

    /// A day since 1970-01-01: the one given, or the last of the month or of the year where only that is given.
    mutating func scanDate() -> Int? {
        guard let year = scanNumber(digits: 4) else { return nil }
        if isAtEnd { return CalendarDate.dayNumber(year: year, month: 12, day: 31) }
        guard scan("-"), let month = scanNumber(digits: 2), 1...12 ~= month else { return nil }
        let lastDay = CalendarDate.days(inMonth: month, ofYear: year)
        if isAtEnd { return CalendarDate.dayNumber(year: year, month: month, day: lastDay) }
        guard scan("-"), let day = scanNumber(digits: 2), day >= 1, day <= lastDay else { return nil }
        return CalendarDate.dayNumber(year: year, month: month, day: day)
    }

    /// Milliseconds since the day's midnight in UTC.
    mutating func scanTime() -> Int64? {
        guard scan("T"), let hours = scanNumber(digits: 2), hours < 24,
            scan(":"), let minutes = scanNumber(digits: 2), minutes < 60,
            scan(":"), let seconds = scanNumber(digits: 2), seconds < 60,
            let milliseconds = scanMilliseconds(), let offset = scanOffset()
        else { return nil }
        return Int64((hours * 60 + minutes - offset) * 60 + seconds) * 1_000 + milliseconds
    }

    private mutating func scanMilliseconds() -> Int64? {
        guard scan(".") else { return 0 }
        let decimals = scanDigits()
        guard !decimals.isEmpty else { return nil }
        return zip(decimals, [100, 10, 1]).reduce(0) { $0 + Int64($1.0 * $1.1) }
    }

    /// Minutes east of UTC.
    private mutating func scanOffset() -> Int? {
        if isAtEnd || scan("Z") { return 0 }
        let sign = scan("+") ? 1 : -1
        guard sign == 1 || scan("-") else { return nil }
        var digits = scanDigits()
        if digits.count <= 2, scan(":") {
            let minutes = scanDigits()
            guard minutes.count == 2 else { return nil }
            digits += minutes
        } else if digits.count <= 2 {
            digits += [0, 0]
        }
        guard 3...4 ~= digits.count else { return nil }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        guard number / 100 < 24, number % 100 < 60 else { return nil }
        return sign * (number / 100 * 60 + number % 100)
    }

    private mutating func scan(_ character: UnicodeScalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func scanNumber(digits: Int) -> Int? {
        let start = index
        var number = 0
        while index < bytes.count, index - start < digits, let digit = digit(bytes[index]) {
            number = number * 10 + digit
            index += 1
        }
        return index - start == digits ? number : nil
    }

    private mutating func scanDigits() -> [Int] {
        var digits: [Int] = []
        while index < bytes.count, let digit = digit(bytes[index]) {
            digits.append(digit)
            index += 1
        }
        return digits
    }

    private func digit(_ byte: UInt8) -> Int? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }
}
