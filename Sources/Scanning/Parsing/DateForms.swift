import CivilDates

/// The ways in which runs of digits may be a day or a month, the likeliest first.
struct DateForms {
    /// Year, month and day as they were written.
    struct Form: Equatable {
        let year: String
        let month: String?
        let day: String?
        /// What its repairs leave of the confidence.
        var share = 1.0

        /// As it is read, the day first.
        var written: String { [day, month, year].compactMap { $0 }.joined(separator: ".") }

        /// The same with day and month swapped; nil without a day.
        var withMonthFirst: Form? {
            guard let day, let month else { return nil }
            return Form(year: year, month: day, day: month, share: share)
        }

        var swapped: String? { withMonthFirst?.written }

        /// The day or month in that year, if there is one.
        func date(year: Int) -> PartialDate? {
            PartialDate(
                year: year, month: month.flatMap { Int(typed: $0, in: 0...999_999_999) },
                day: day.flatMap { Int(typed: $0, in: 0...999_999_999) })
        }
    }

    private(set) var forms: [Form] = []

    init(_ groups: [(before: String, digits: String)]) {
        let runs = groups.prefix(12).map(\.digits)
        for start in runs.indices { forms += Self.whole(runs[start...].prefix(3)) }
        for start in runs.indices { forms += Self.repaired(runs[start...].prefix(3)) }
        if runs.count == 2 { forms += Self.withoutOneStop(runs[0], runs[1]) }
        for run in runs { forms += Self.joined(run) }
        if runs.count <= 2 { forms += Self.months(Array(runs)) }
    }

    /// Three runs that are day, month and year, or year, month and day.
    private static func whole(_ runs: ArraySlice<String>) -> [Form] {
        guard runs.count == 3 else { return [] }
        let (first, second, third) = (runs[runs.startIndex], runs[runs.startIndex + 1], runs[runs.startIndex + 2])
        guard second.count <= 2 else { return [] }
        if first.count == 4, third.count <= 2 { return [Form(year: first, month: second, day: third)] }
        guard first.count <= 2, third.count == 2 || third.count == 4 else { return [] }
        return [Form(year: third, month: second, day: first)]
    }

    /// A stop that wasn't read, `0105.2006`, and borders read as digits, `101.05.20061`.
    private static func repaired(_ runs: ArraySlice<String>) -> [Form] {
        let runs = Array(runs)
        if runs.count >= 2 {
            if runs[0].count == 4, isYear(runs[1]) {
                return [Form(year: runs[1], month: tail(runs[0], 2), day: head(runs[0], 2), share: 0.85)]
            }
            if runs[0].count <= 2, runs[1].count == 6, isYear(tail(runs[1], 4)) {
                return [Form(year: tail(runs[1], 4), month: head(runs[1], 2), day: runs[0], share: 0.85)]
            }
        }
        guard runs.count == 3, runs[1].count <= 2 else { return [] }
        let day = runs[0].count == 3 ? tail(runs[0], 2) : runs[0]
        let year = runs[2].count == 5 || runs[2].count == 6 ? head(runs[2], 4) : runs[2]
        guard day.count <= 2, isYear(year), day != runs[0] || year != runs[2] else { return [] }
        return [Form(year: year, month: runs[1], day: day, share: 0.7)]
    }

    /// A stop that wasn't read, before or after the month: `13.0897`, `1308.97`.
    private static func withoutOneStop(_ first: String, _ last: String) -> [Form] {
        switch (first.count, last.count) {
        case (2, 4) where !isYear(last): [Form(year: tail(last, 2), month: head(last, 2), day: first, share: 0.7)]
        case (4, 2) where !isYear(first): [Form(year: last, month: tail(first, 2), day: head(first, 2), share: 0.7)]
        default: []
        }
    }

    /// Digits without anything between them: `01052006`, `010506`.
    private static func joined(_ run: String) -> [Form] {
        switch run.count {
        case 8 where isYear(tail(run, 4)):
            [Form(year: tail(run, 4), month: tail(head(run, 4), 2), day: head(run, 2), share: 0.85)]
        case 6 where !isYear(tail(run, 4)):
            [Form(year: tail(run, 2), month: tail(head(run, 4), 2), day: head(run, 2), share: 0.7)]
        default: []
        }
    }

    /// A month and its year, `05.2006`, `2006-05`, `05/06`, or a year alone, where nothing else is written.
    private static func months(_ runs: [String]) -> [Form] {
        guard runs.count == 2 else {
            return runs.first.map(isYear) == true ? [Form(year: runs[0], month: nil, day: nil, share: 0.5)] : []
        }
        if isYear(runs[0]), runs[1].count == 2 { return [Form(year: runs[0], month: runs[1], day: nil, share: 0.8)] }
        guard runs[0].count <= 2, isYear(runs[1]) || runs[1].count == 2 else { return [] }
        return [Form(year: runs[1], month: runs[0], day: nil, share: runs[1].count == 2 ? 0.6 : 0.8)]
    }

    private static func isYear(_ run: String) -> Bool {
        run.count == 4 && (run.hasPrefix("19") || run.hasPrefix("20"))
    }

    private static func head(_ run: String, _ count: Int) -> String { String(run.prefix(count)) }
    private static func tail(_ run: String, _ count: Int) -> String { String(run.suffix(count)) }
}
