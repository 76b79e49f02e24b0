import CivilDates
import Foundation
import Immunization

/// The publications that were noticed: open ones, then those that are done.
struct StikoListPage: Page {
    private static let mostDone = 50

    let tasks: [ReviewTask]
    let template = Template.adminStiko
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.adminStikoTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let open = tasks.filter { !$0.isDone }
        let done = tasks.filter(\.isDone).prefix(Self.mostDone)
        return [
            "open": open.isEmpty ? false : ["rows": open.map { row($0, words) }] as TemplateContext,
            "done": done.isEmpty ? false : ["rows": done.map { row($0, words) }] as TemplateContext,
        ]
    }

    private func row(_ task: ReviewTask, _ words: Localizer) -> TemplateContext {
        [
            "title": task.title, "link": Links.stikoTask(task.id),
            "date": (task.published.map { words.date($0) }).field,
        ]
    }
}

/// One publication, its tables beside our rows.
struct StikoTaskPage: Page {
    let task: ReviewTask
    let release: CatalogueRelease
    let template = Template.adminTask
    let section = Section.settings

    func title(_ words: Localizer) -> String { task.title }

    func fields(_ words: Localizer) -> TemplateContext {
        let comparisons = TableComparison.of(task, with: release)
        return [
            "heading": task.title,
            "address": task.link.field,
            "summary": task.summary.isEmpty ? false : task.summary,
            "published": (task.published.map { words.date($0) }).field,
            "found": words.date(task.found),
            "doneOn": (task.done.map { words.date($0) }).field,
            "isDone": task.isDone,
            "action": Links.stikoTask(task.id),
            "withoutTables": task.lines == nil,
            "withoutMatches": task.lines != nil && comparisons.isEmpty,
            "comparisons": comparisons.map { comparison -> TemplateContext in
                [
                    "name": comparison.target.names[words.code],
                    "theirs": comparison.lines.map { ["line": $0] as TemplateContext },
                    "ours": comparison.rows.isEmpty
                        ? false : ["rows": comparison.rows.map { row($0, words) }] as TemplateContext,
                ]
            },
        ]
    }

    private func row(_ row: TableComparison.Row, _ words: Localizer) -> TemplateContext {
        let series = row.series
        return [
            "name": series.name[words.code] ?? series.name["en"] ?? series.id,
            "id": "\(row.schedule): \(series.id)",
            "draft": row.review == .draft,
            "doses": series.doses.enumerated().map { index, dose -> TemplateContext in
                let ages = dose.ages.first
                let parts = [
                    (ages?.minimum).map { words(.adminStikoMinimum, ["age": words.period($0)]) },
                    (ages?.earliestRecommended).map { words(.adminStikoRecommended, ["age": words.period($0)]) },
                    (dose.intervals.first?.minimum).map { words(.adminStikoInterval, ["time": words.period($0)]) },
                ].compactMap(\.self)
                return [
                    "number": String(index + 1),
                    "text": parts.isEmpty
                        ? "–" : parts.formatted(.list(type: .and, width: .narrow).locale(words.locale)),
                ]
            },
        ]
    }
}

extension Localizer {
    /// A schedule's period: '2 months', '4 years − 4 days'.
    fileprivate func period(_ period: CalendarPeriod) -> String {
        let parts: [(Message, Int)] = [
            (.adminPeriodYears, period.years), (.adminPeriodMonths, period.months), (.adminPeriodWeeks, period.weeks),
            (.adminPeriodDays, period.days),
        ].filter { $0.1 != 0 }
        guard !parts.isEmpty else { return self(.adminPeriodDays, count: 0) }
        return parts.enumerated().map { index, part in
            let sign = part.1 < 0 ? " − " : " + "
            return (index == 0 ? "" : sign) + self(part.0, count: abs(part.1))
        }.joined()
    }
}
