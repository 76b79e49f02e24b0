extension CalendarDate: CustomStringConvertible, LosslessStringConvertible {
    /// The day written as ISO 8601 has it: `2026-03-01`.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// Reads `YYYY-MM-DD`, ten ASCII characters; nil for anything else and for days that don't exist.
    public init?(_ text: String) {
        guard let partial = PartialDate(text), let month = partial.month, let day = partial.day else { return nil }
        self.init(year: partial.year, month: month, day: day)
    }
}

func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
