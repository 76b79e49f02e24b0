import Foundation
import Vault

/// What runs by itself: when it last did, what came of it, when it is due next.
struct JobsPage: Page {
    let jobs: [JobReport]
    let template = Template.adminJobs
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.adminJobsTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let overdue = jobs.count(where: \.isOverdue)
        return [
            "overdue": overdue == 0 ? false : words(.adminJobsOverdue, count: overdue),
            "jobs": jobs.map { row($0, words) },
        ]
    }

    private func row(_ job: JobReport, _ words: Localizer) -> TemplateContext {
        [
            "name": words.text("admin.job.\(job.name.rawValue)"),
            "late": job.isOverdue,
            "outcome": outcome(job, words),
            "last": (job.lastRun.map { words.moment($0) }).field,
            "success": (job.lastSuccess == job.lastRun ? nil : job.lastSuccess.map { words.moment($0) }).field,
            "next": (job.next.map { words.moment($0) }).field,
        ]
    }

    private func outcome(_ job: JobReport, _ words: Localizer) -> String {
        guard let outcome = job.outcome else {
            return words[job.isOutside ? .adminJobsNever : job.isRunning ? .adminJobsRunning : .adminJobsSoon]
        }
        return words.text("admin.job.outcome.\(outcome.rawValue)")
    }
}
