/// A date as people know it: a year, a month or a day of the Gregorian calendar, written as in ISO 8601.
package struct ArchivedDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 1800 to 2999.
    package let year: Int
    /// 1 to 12; nil when only the year is known.
    package let month: Int?
    /// 1 to the length of the month; nil when the day is not known.
    package let day: Int?

    /// Nil unless such a date exists.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1800...2999).contains(year), month != nil || day == nil else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day {
                guard (1...Self.length(of: month, in: year)).contains(day) else { return nil }
            }
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads `2021`, `2021-03` or `2021-03-09`; nil for everything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count),
            zip(parts, [4, 2, 2]).allSatisfy({
                $0.utf8.count == $1 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
            })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { return nil }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }

    package var description: String {
        ([year] + [month, day].compactMap { $0 }).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }

    /// Whether one of the two may be the other, told less exactly.
    package func isCompatible(with other: ArchivedDate) -> Bool {
        description.hasPrefix(other.description) || other.description.hasPrefix(description)
    }

    package static func < (lhs: ArchivedDate, rhs: ArchivedDate) -> Bool {
        (lhs.year, lhs.month ?? 0, lhs.day ?? 0) < (rhs.year, rhs.month ?? 0, rhs.day ?? 0)
    }

    static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
