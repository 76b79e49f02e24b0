/// A calendar date of which the day, or the month too, may be unknown: `1964`, `1964-08`, `1964-08-12`, or empty.
public struct PartialDate: Sendable, Hashable {
    /// The date as the certificate writes it.
    public let text: String
    /// The year, 1 to 9999; `nil` when the text is empty or no date at all.
    public let year: Int?
    /// The month, 1 to 12.
    public let month: Int?
    /// The day of the month, 1 to 31.
    public let day: Int?

    /// Reads a date; what can't be read as one keeps its text and has no year.
    ///
    /// A time of day after `T` is left out of the parts, since some issuers write one.
    public init(_ text: String) {
        self.text = text
        let parts = Self.parts(text)
        (year, month, day) = (parts?.year, parts?.month, parts?.day)
    }

    /// Makes a date from its parts, or `nil` when no such day exists.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard Self.exists(year: year, month: month, day: day) else { return nil }
        let numbers = [(year, 4), (month, 2), (day, 2)].compactMap { number, width in
            number.map { String(repeating: "0", count: max(0, width - String($0).count)) + String($0) }
        }
        (text, self.year, self.month, self.day) = (numbers.joined(separator: "-"), year, month, day)
    }

    /// Whether year, month and day are all known.
    public var isComplete: Bool { day != nil }

    private static func parts(_ text: String) -> (year: Int, month: Int?, day: Int?)? {
        let calendar = text.utf8.prefix { $0 != UInt8(ascii: "T") }
        var numbers: [Int] = []
        for field in calendar.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
            guard field.count == (numbers.isEmpty ? 4 : 2), numbers.count < 3, let number = field.decimal
            else { return nil }
            numbers.append(number)
        }
        guard let year = numbers.first else { return nil }
        let (month, day) = (numbers.count > 1 ? numbers[1] : nil, numbers.count > 2 ? numbers[2] : nil)
        return exists(year: year, month: month, day: day) ? (year, month, day) : nil
    }

    private static func exists(year: Int, month: Int?, day: Int?) -> Bool {
        guard (1...9999).contains(year) else { return false }
        guard let month else { return day == nil }
        guard (1...12).contains(month) else { return false }
        guard let day else { return true }
        return (1...CivilCalendar.days(inMonth: month, year: year)).contains(day)
    }
}

extension PartialDate: CustomStringConvertible {
    /// The text as the certificate has it.
    public var description: String { text }
}
