import Foundation
import Immunization

/// The publications that were noticed: open ones, then those that are done.
struct StikoListPage: TypedPage {
    private static let mostDone = 50

    let tasks: [ReviewTask]
    static let template = Template.adminStiko
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

    static let fields: [TemplateField<Self>] = [
        .one("open") { page in RowGroup(page.tasks.filter { !$0.isDone }.map { ReviewTaskRow(task: $0) }) },
        .one("done") { page in
            RowGroup(page.tasks.filter(\.isDone).prefix(mostDone).map { ReviewTaskRow(task: $0) })
        },
    ]

    private func row(_ task: ReviewTask, _ words: Localizer) -> TemplateContext {
        [
            "title": task.title, "link": Links.stikoTask(task.id),
            "date": (task.published.map { words.date($0) }).field,
        ]
    }
}

/// A publication of the list.
struct ReviewTaskRow: TemplateModel {
    let task: ReviewTask

    static let fields: [TemplateField<Self>] = [
        .text("title") { $0.task.title }, .text("link") { Links.stikoTask($0.task.id) },
        .text("date") { row, words in row.task.published.map { words.date($0) } },
    ]
}

/// One publication, its tables beside our rows.
struct StikoTaskPage: TypedPage {
    let task: ReviewTask
    let release: CatalogueRelease
    let comparisons: [TableComparison]
    static let template = Template.adminTask
    let section = Section.settings

    init(task: ReviewTask, release: CatalogueRelease) {
        (self.task, self.release) = (task, release)
        comparisons = TableComparison.of(task, with: release)
    }

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
                    "theirs": comparison.lines.map { ["text": $0] as TemplateContext },
                    "ours": comparison.rows.isEmpty
                        ? false : ["rows": comparison.rows.map { row($0, words) }] as TemplateContext,
                ]
            },
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .text("heading") { $0.task.title }, .text("address") { $0.task.link },
        .text("summary") { $0.task.summary.isEmpty ? nil : $0.task.summary },
        .text("published") { page, words in page.task.published.map { words.date($0) } },
        .text("found") { page, words in words.date(page.task.found) },
        .text("doneOn") { page, words in page.task.done.map { words.date($0) } },
        .flag("isDone") { $0.task.isDone },
        .text("action") { Links.stikoTask($0.task.id) },
        .flag("withoutTables") { $0.task.lines == nil },
        .flag("withoutMatches") { $0.task.lines != nil && $0.comparisons.isEmpty },
        .rows("comparisons") { page in page.comparisons.map { ComparedDisease(comparison: $0) } },
    ]

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
