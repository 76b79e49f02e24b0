import Foundation
import Immunization
import Lists
import Web

/// The publications that were noticed: open ones, then those that are done.
struct StikoListPage: Page {
    private static let mostDone = 50

    let tasks: [ReviewTask]
    static let template = "StikoWatch/list"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`admin.stiko.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("open") { page in RowGroup(page.tasks.filter { !$0.isDone }.map { ReviewTaskRow(task: $0) }) },
        .one("done") { page in
            RowGroup(page.tasks.filter(\.isDone).prefix(mostDone).map { ReviewTaskRow(task: $0) })
        },
    ]
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
struct StikoTaskPage: Page {
    let task: ReviewTask
    let comparisons: [TableComparison]
    static let template = "StikoWatch/task"
    let section = Section.settings

    init(task: ReviewTask, release: CatalogueRelease) {
        self.task = task
        comparisons = TableComparison.of(task, with: release)
    }

    func title(_ words: Localizer) -> String { task.title }

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
}
