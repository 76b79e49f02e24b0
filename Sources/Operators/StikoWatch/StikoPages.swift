import Foundation
import Immunization
import Lists
import Web

extension DetailPage {
    /// The publications that were noticed: open ones, then the latest that are done.
    static func stikoTasks(_ tasks: [ReviewTask], _ words: Localizer) -> Self {
        func rows(_ tasks: some Sequence<ReviewTask>) -> PagePart {
            .rows(
                tasks.map { task in
                    ListRow(
                        task.title, beside: task.published.map { words.date($0) }, link: Links.stikoTask(task.id))
                })
        }
        let (open, done) = (tasks.filter { !$0.isDone }, tasks.filter(\.isDone))
        return DetailPage(
            words[.`admin.stiko.title`], section: .settings, above: [.back(words[.`admin.title`], Links.admin())],
            [
                .text(words[.`admin.stiko.lead`]), open.isEmpty ? .empty(words[.`admin.stiko.none`]) : rows(open),
            ] + (done.isEmpty ? [] : [.heading(words[.`admin.stiko.done`]), rows(done.prefix(50))]))
    }
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
