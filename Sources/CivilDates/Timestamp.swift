public import Foundation

/// A moment as a certificate writes it, in one of ISO 8601's forms.
public struct Timestamp: Sendable, Hashable {
    /// The moment as written.
    public let text: String
    /// The moment, or `nil` when the text is none.
    ///
    /// Without a time zone it is taken as UTC.
    public let date: Date?

    /// Reads a moment; what can't be read as one keeps its text and has no date.
    ///
    /// Accepted are a date and a time with `T`, `t` or a space between, seconds and a fraction or none, and as zone
    /// `Z`, `+02:00`, `+0200`, `+02`, or none; a date alone is its midnight.
    public init(_ text: String) {
        self.text = text
        date = TimestampParser.parse(text)
    }

    /// Writes a moment in UTC to the second, as `2021-06-01T18:00:00Z`; moments outside the years 1 to 9999 are
    /// written as the nearest of them.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let whole = seconds.isNaN ? 0 : Int(seconds, clampedTo: -62_135_596_800...253_402_300_799)
        let day = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let second = whole - day * 86_400
        let (year, month, dayOfMonth) = CalendarDate.components(ofDayNumber: day)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
        text = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(dayOfMonth, to: 2))T\(clock)Z"
        self.date = Date(timeIntervalSince1970: Double(whole))
    }
}

extension Timestamp: CustomStringConvertible {
    /// The text as the certificate has it.
    public var description: String { text }
}

/// Reads ISO 8601 moments without a formatter, whose set-up alone takes longer than decoding a certificate.
private struct TimestampParser {
    private var rest: Substring.UTF8View

    static func parse(_ text: String) -> Date? {
        var parser = TimestampParser(rest: text[...].utf8)
        guard let days = parser.calendarDay() else { return nil }
        if parser.rest.isEmpty { return Date(timeIntervalSince1970: Double(days) * 86_400) }
        guard let separator = parser.rest.popFirst(), "Tt ".utf8.contains(separator),
            let seconds = parser.timeOfDay(), let offset = parser.zone(), parser.rest.isEmpty
        else { return nil }
        return Date(timeIntervalSince1970: Double(days) * 86_400 + seconds - Double(offset))
    }

    private mutating func calendarDay() -> Int? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
            year > 0, (1...12).contains(month),
            (1...CalendarDate.days(inMonth: month, ofYear: year)).contains(day)
        else { return nil }
        return CalendarDate.dayNumber(year: year, month: month, day: day)
    }

    private mutating func timeOfDay() -> Double? {
        guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60 else { return nil }
        var seconds = Double(hour * 3600 + minute * 60)
        guard skip(":") else { return seconds }
        guard let second = digits(2), second <= 60 else { return nil }
        seconds += Double(second)
        if skip(".") || skip(",") {
            let fraction = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let number = Self.number(fraction.prefix(9)) else { return nil }
            seconds += Double(number) / [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9][min(fraction.count, 9)]
            rest = rest[fraction.endIndex...]
        }
        return seconds
    }

    /// Seconds east of UTC.
    private mutating func zone() -> Int? {
        _ = skip(" ")
        guard let sign = rest.popFirst() else { return 0 }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = digits(2), hours <= 23
        else { return nil }
        _ = skip(":")
        let minutes = rest.isEmpty ? 0 : digits(2)
        guard let minutes, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private mutating func digits(_ count: Int) -> Int? {
        let field = rest.prefix(count)
        guard field.count == count, let number = Self.number(field) else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    /// The value of one to nine ASCII digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
