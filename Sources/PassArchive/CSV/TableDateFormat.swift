/// A way to write dates in a table; each is shown to the user by an example.
package enum TableDateFormat: String, Sendable, CaseIterable {
    case yearMonthDay
    case dayMonthYear
    case monthDayYear

    /// 24 December 2021 in this format, as it stands in most tables.
    package var example: String {
        switch self {
        case .yearMonthDay: "2021-12-24"
        case .dayMonthYear: "24.12.2021"
        case .monthDayYear: "12/24/2021"
        }
    }

    /// Reads a date with `-`, `.`, `/`, a blank or nothing between its parts, a time of day after it being ignored.
    ///
    /// A year alone and, in the format's order, a month and a year are dates, too. Years have four digits; of two-digit
    /// years nobody knows the century, so they are refused.
    package func date(_ text: String) -> ArchivedDate? {
        let trimmed = text.split(separator: " ").joined(separator: " ")
        guard let match = trimmed.wholeMatch(of: Self.pattern) else { return nil }
        if let digits = match.output.8 { return compact(String(digits)) }
        let parts = [match.output.1, match.output.3, match.output.5].compactMap { $0 }
        guard let order = order(of: parts.count), match.output.2 == match.output.4 || parts.count < 3 else {
            return nil
        }
        guard zip(parts, order).allSatisfy({ part, field in field == .year ? part.count == 4 : part.count <= 2 }) else {
            return nil
        }
        func value(_ field: Field) -> Int? { order.firstIndex(of: field).flatMap { Int(parts[$0]) } }
        guard let year = value(.year) else { return nil }
        return ArchivedDate(year: year, month: value(.month), day: value(.day))
    }

    /// The formats that read every one of `values`, the most usual first; several when the values leave it open.
    package static func candidates(for values: [String]) -> [TableDateFormat] {
        let values = values.filter { !$0.isEmpty }
        return allCases.filter { format in values.allSatisfy { format.date($0) != nil } }
    }

    /// The format that reads most of `values`.
    package static func best(for values: [String]) -> TableDateFormat {
        let counts = allCases.map { format in (format, values.count { format.date($0) != nil }) }
        return counts.max { $0.1 < $1.1 }?.0 ?? .yearMonthDay
    }

    private enum Field {
        case year
        case month
        case day
    }

    private func order(of count: Int) -> [Field]? {
        switch (self, count) {
        case (_, 1): [.year]
        case (.yearMonthDay, 2): [.year, .month]
        case (_, 2): [.month, .year]
        case (.yearMonthDay, 3): [.year, .month, .day]
        case (.dayMonthYear, 3): [.day, .month, .year]
        case (.monthDayYear, 3): [.month, .day, .year]
        default: nil
        }
    }

    /// Eight digits, such as 20211224.
    private func compact(_ digits: String) -> ArchivedDate? {
        guard self == .yearMonthDay else { return nil }
        return ArchivedDate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
    }

    /// Parts, what stands between them, a time of day; or eight digits.
    ///
    /// Computed, since a `Regex` is not `Sendable`.
    private static var pattern:
        Regex<
            (
                Substring, Substring?, Substring?, Substring?, Substring?, Substring?, Substring?, Substring?,
                Substring?
            )
        >
    {
        /(?:([0-9]{1,4})(?:([-.\/ ]|\. )([0-9]{1,4})(?:([-.\/ ]|\. )([0-9]{1,4}))?)?([T ]([0-9]{1,2}:[0-9:.]{2,12})Z?)?|([0-9]{8}))/
    }
}
