import Foundation
import Vault
import Web

/// What runs by itself: when it last did, what came of it, when it is due next.
struct JobsPage: Page {
    let jobs: [JobReport]
    static let template = "Admin/jobs"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`admin.jobs.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("overdue") { page, words in
            let overdue = page.jobs.count(where: \.isOverdue)
            return overdue == 0 ? nil : words(.`admin.jobs.overdue`, count: overdue)
        },
        // What somebody has to look at comes first.
        .rows("jobs") { page in
            (page.jobs.filter(\.isOverdue) + page.jobs.filter { !$0.isOverdue }).map { JobReportRow(job: $0) }
        },
    ]
}

/// The state of one job.
struct JobReportRow: TemplateModel {
    let job: JobReport

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in words.text("admin.job.\(row.job.name.rawValue)") },
        .flag("late") { $0.job.isOverdue },
        .text("outcome") { row, words in row.outcome(words) },
        .one("last") { $0.job.lastRun.map { Moment(date: $0) } },
        .one("success") { row in
            row.job.lastSuccess == row.job.lastRun ? nil : row.job.lastSuccess.map { Moment(date: $0) }
        },
        .one("next") { $0.job.next.map { Moment(date: $0) } },
    ]

    private func outcome(_ words: Localizer) -> String {
        guard let outcome = job.outcome else {
            return words[
                job.isOutside ? .`admin.jobs.never` : job.isRunning ? .`admin.jobs.running` : .`admin.jobs.soon`]
        }
        return words.text("admin.job.outcome.\(outcome.rawValue)")
    }
}
