import Lists
import Vault
import Web

/// Where an admin begins.
struct AdminPage: Page {
    let version: String
    /// This program's release.
    let program: String
    /// Publications that nobody has compared with our rows yet.
    let openTasks: Int
    /// The last one that was noted.
    let backup: LastBackup?
    /// What the publisher says of newer releases.
    let releaseNotice: ReleaseNotice?
    /// Why the notice that is there is ignored.
    let refusedNotice: ReleaseNoticeSource.Reason?
    let overdueJobs: Int
    /// How many lists there are by which certificates are judged.
    let lists: Int
    /// How many of them are old or refused.
    let listsInNeed: Int
    static let template = "Admin/admin"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`admin.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("version") { page, words in CatalogueVersionName.text(page.version, words) },
        .one("update") { page in page.releaseNotice.flatMap { ReleaseUpdate($0, program: page.program) } },
        .text("refused") { page, words in
            page.refusedNotice.map { words.text("admin.release.refused.\($0.rawValue)") }
        },
        .text("jobs") { page, words in
            page.overdueJobs == 0 ? words[.`admin.jobs.fine`] : words(.`admin.jobs.overdue`, count: page.overdueJobs)
        },
        .text("trust") { page, words in
            page.lists == 0
                ? words[.`admin.trust.none`]
                : page.listsInNeed == 0
                    ? words(.`admin.trust.fine`, count: page.lists)
                    : words(.`admin.trust.attention`, count: page.listsInNeed)
        },
        .text("tasks") { page, words in
            page.openTasks == 0 ? words[.`admin.stiko.none`] : words(.`admin.stiko.open`, count: page.openTasks)
        },
        .text("backup") { page, words in page.backupText(words) },
    ]

    private func backupText(_ words: Localizer) -> String {
        guard let backup else { return words[.`admin.backup.none`] }
        let time = ["time": words.time(backup.date)]
        return backup.findings == 0
            ? words(.`admin.backup.good`, time) : words(.`admin.backup.wrong`, count: backup.findings, time)
    }
}

/// What to do where this server runs an older release than the latest.
struct ReleaseUpdate: TemplateModel {
    let notice: ReleaseNotice
    let own: ReleaseNumber

    /// Nil where this server's is the latest.
    init?(_ notice: ReleaseNotice, program: String) {
        guard let own = ReleaseNumber(program), own < notice.latest else { return nil }
        (self.notice, self.own) = (notice, own)
    }

    static let fields: [TemplateField<Self>] = [
        .text("text") { update, words in
            words(
                update.own < update.notice.minimum ? .`admin.release.needed` : .`admin.release.there`,
                ["latest": update.notice.latest.description, "version": update.own.description])
        },
        .text("message") { $0.notice.message.isEmpty ? nil : $0.notice.message },
    ]
}
