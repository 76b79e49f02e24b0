package import CivilDates

/// A way to write dates in a table; each is shown to the user by an example.
package enum TableDateFormat: String, Sendable, CaseIterable {
    case yearMonthDay
    case dayMonthYear
    case monthDayYear

    /// 24 December 2021 in this format, as most tables have it.
    package var example: String {
        switch self {
        case .yearMonthDay: "2021-12-24"
        case .dayMonthYear: "24.12.2021"
        case .monthDayYear: "12/24/2021"
        }
    }

    /// Reads a date with `-`, `.`, `/`, a blank or nothing between its parts, a time of day after it being ignored.
    ///
    /// A year alone and, in the format's order, a month and a year are dates, too. Years have four digits here: what two
    /// of them mean, ``meaning(of:bornOn:until:)`` says.
    package func date(_ text: String) -> PartialDate? {
        WrittenDate(text).flatMap { $0.hasShortYear ? nil : dates($0).first }
    }

    /// What a date of somebody's life means.
    package enum Meaning: Sendable, Equatable {
        case date(PartialDate)
        /// It is no date in this format.
        case unreadable
        /// Its year has two digits, and not just one century is possible for it.
        case unclear
    }

    /// Reads a date that may have a year of two digits: after the month, with the full stop or the like before it.
    ///
    /// It is the year that is neither before the birth nor in the future. Where several do, or none, or where the birth
    /// isn't known, nobody knows the century.
    package func meaning(of text: String, bornOn birth: PartialDate?, until last: CalendarDate) -> Meaning {
        guard let written = WrittenDate(text) else { return .unreadable }
        let dates = dates(written)
        guard let first = dates.first else { return .unreadable }
        guard written.hasShortYear else { return .date(first) }
        guard let birth else { return .unclear }
        let possible = dates.filter { $0.latest >= birth.earliest && $0.earliest <= last }
        return possible.count == 1 ? .date(possible[0]) : .unclear
    }

    /// The centuries that a year of two digits may be in.
    private static let centuries = [1900, 2000]

    /// What a date may mean: one date, or one in each century; none where it isn't in this format.
    private func dates(_ written: WrittenDate) -> [PartialDate] {
        guard !written.isCompact || self == .yearMonthDay, let order = order(of: written.parts.count) else { return [] }
        var values: [Field: Int] = [:]
        var bases = [0]
        for (part, field) in zip(written.parts, order) {
            switch (field, part.digits) {
            case (.year, 4): break
            case (.year, 2) where written.hasShortYear && order.last == .year: bases = Self.centuries
            case (.year, _): return []
            default: guard part.digits <= 2 else { return [] }
            }
            values[field] = part.value
        }
        return bases.compactMap { base in
            values[.year].flatMap { PartialDate(year: base + $0, month: values[.month], day: values[.day]) }
        }.filter(\.isOfRecord)
    }

    /// The formats that read every one of `values`, the most usual first; several when the values leave it open.
    package static func candidates(for values: [String]) -> [TableDateFormat] {
        let dates = values.filter { !$0.isEmpty }.map(WrittenDate.init)
        return allCases.filter { format in dates.allSatisfy { $0.map { !format.dates($0).isEmpty } ?? false } }
    }

    /// The format that reads most of `values`.
    package static func best(for values: [String]) -> TableDateFormat {
        let dates = values.compactMap(WrittenDate.init)
        let counts = allCases.map { format in (format, dates.count { !format.dates($0).isEmpty }) }
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
