import CivilDates
import Foundation
import Immunization
import Web

/// A picture of doses on an axis of time, from birth to the last one to come: an SVG whose widths are percentages, so
/// that it fits a phone and a desk without scaling its text.
struct Timeline: Sendable {
    /// What has become of a dose.
    enum Kind: Sendable {
        case given, invalid, toCome
    }

    struct Mark: Sendable {
        let date: CalendarDate
        /// The date in words.
        let text: String
        let kind: Kind
    }

    struct Row: Sendable {
        let name: String
        /// In order of time.
        let marks: [Mark]
        /// How many earlier ones aren't drawn.
        var older: Int = 0
    }

    static let top = 28
    static let rowHeight = 44
    /// The axis leaves this much free on both sides, in percent, so that marks aren't cut off.
    private static let margin = 3.0

    private let first: CalendarDate
    private let last: CalendarDate
    let today: CalendarDate
    let rows: [Row]
    let words: Localizer

    /// Nil where there is nothing to draw.
    init?(birth: CalendarDate, today: CalendarDate, rows: [Row], words: Localizer) {
        let dates = rows.flatMap(\.marks).map(\.date)
        guard let latest = dates.max() else { return nil }
        first = min(birth, dates.min() ?? birth)
        last = max(latest, today, first.adding(days: 90))
        (self.today, self.rows, self.words) = (today, rows, words)
    }

    /// What the picture shows, in a sentence.
    var summary: String {
        let marks = rows.flatMap(\.marks)
        let given = rows.reduce(marks.count { $0.kind != .toCome }) { $0 + $1.older }
        return words(
            .`lifeline.summary`,
            [
                "diseases": words(.`lifeline.diseases`, count: rows.count),
                "given": words(.`lifeline.doses`, count: given),
                "planned": String(marks.count { $0.kind == .toCome }),
                "from": String(first.year), "to": String(last.year),
            ])
    }

    func percent(_ date: CalendarDate) -> String {
        let share = Double(first.days(until: date)) / Double(max(1, first.days(until: last)))
        return String(format: "%.2f", Self.margin + share * (100 - 2 * Self.margin))
    }

    func anchor(_ date: CalendarDate) -> String {
        let share = Double(first.days(until: date)) / Double(max(1, first.days(until: last)))
        return share < 0.1 ? "start" : share > 0.9 ? "end" : "middle"
    }

    /// At most five lines: whole years, or whole months where all of it is within two years.
    var ticks: [(date: CalendarDate, label: String)] {
        let years = last.year - first.year
        if years < 2 { return monthTicks }
        let step = [1, 2, 5, 10, 20, 25, 50].first { years / $0 <= 4 } ?? 100
        return stride(from: (first.year / step + 1) * step, through: last.year, by: step).compactMap { year in
            CalendarDate(year: year, month: 1, day: 1).map { ($0, String(year)) }
        }
    }

    private var monthTicks: [(date: CalendarDate, label: String)] {
        let months = first.days(until: last) / 30
        let step = [1, 3, 6].first { months / $0 <= 3 } ?? 12
        let start = first.year * 12 + first.month
        return stride(from: start, through: start + months + 1, by: step).compactMap { index in
            let (year, month) = (index / 12, index % 12 + 1)
            guard let date = CalendarDate(year: year, month: month, day: 1), date <= last else { return nil }
            return (date, String(format: "%d/%02d", month, year % 100))
        }
    }
}
