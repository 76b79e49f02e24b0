package import CivilDates

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
    package func date(_ text: String) -> PartialDate? { WrittenDate(text).flatMap(date) }

    private func date(_ written: WrittenDate) -> PartialDate? {
        guard !written.isCompact || self == .yearMonthDay, let order = order(of: written.parts.count) else {
            return nil
        }
        var values: [Field: Int] = [:]
        for (part, field) in zip(written.parts, order) {
            guard field == .year ? part.digits == 4 : part.digits <= 2 else { return nil }
            values[field] = part.value
        }
        guard let year = values[.year], let date = PartialDate(year: year, month: values[.month], day: values[.day]),
            date.isOfRecord
        else { return nil }
        return date
    }

    /// The formats that read every one of `values`, the most usual first; several when the values leave it open.
    package static func candidates(for values: [String]) -> [TableDateFormat] {
        let dates = values.filter { !$0.isEmpty }.map(WrittenDate.init)
        return allCases.filter { format in dates.allSatisfy { $0.flatMap(format.date) != nil } }
    }

    /// The format that reads most of `values`.
    package static func best(for values: [String]) -> TableDateFormat {
        let dates = values.compactMap(WrittenDate.init)
        let counts = allCases.map { format in (format, dates.count { format.date($0) != nil }) }
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
}
