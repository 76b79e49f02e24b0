import Foundation
import Immunization
import Vault

/// The catalogue in use, what was before it, and the form that takes files for another.
struct CataloguePage: Page {
    /// How much of the history is shown.
    private static let mostEvents = 50

    let use: CatalogueSource.Use
    /// Why the version that was chosen isn't in use.
    let fault: DataFault?
    let versions: [CatalogueStore.Version]
    let history: [CatalogueEvent]
    /// The admin who reads the page.
    let reader: CatalogueAuthor
    /// Whether only signed releases are taken.
    let needsSignature: Bool
    let errors: FormErrors
    let template = Template.adminCatalogue
    let section = Section.settings

    var hasErrors: Bool { !errors.isEmpty }

    func title(_ words: Localizer) -> String { words[.adminCatalogueTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let catalogue = use.release.catalogue
        let others = versions.map(\.name).filter { $0 != use.name }
        return [
            "version": CatalogueVersionName.text(use.name, words),
            "date": words.date(catalogue.version),
            "fault": fault.map(words.fault).field,
            "targets": String(catalogue.targets.count),
            "vaccines": String(catalogue.vaccines.count),
            "schedules": use.release.schedules.map { scheduleFields($0, words) },
            "files": use.release.files.keys.sorted().map { name -> TemplateContext in
                let last = name.split(separator: "/").last.map(String.init) ?? name
                return ["name": name, "link": Links.catalogueFile(last)]
            },
            "versions": others.isEmpty ? false : ["rows": others.map { versionFields($0, words) }] as TemplateContext,
            "history": history.isEmpty
                ? false : ["rows": history.prefix(Self.mostEvents).map { eventFields($0, words) }] as TemplateContext,
            "action": Links.catalogue,
            "signed": needsSignature,
            "errors": errors.fields,
            "upload": FormView(errors: errors).text("files", hint: true),
        ]
    }

    private func scheduleFields(_ schedule: Schedule, _ words: Localizer) -> TemplateContext {
        let drafts = schedule.series.count { ($0.review ?? schedule.review) == .draft }
        return [
            "title": schedule.title[words.code] ?? schedule.title["en"] ?? schedule.id,
            "series": words(.adminScheduleSeries, count: schedule.series.count),
            "drafts": drafts == 0 ? false : words(.adminScheduleDrafts, count: drafts),
        ]
    }

    private func versionFields(_ name: String, _ words: Localizer) -> TemplateContext {
        ["name": CatalogueVersionName.text(name, words), "link": Links.catalogueVersion(name)]
    }

    private func eventFields(_ event: CatalogueEvent, _ words: Localizer) -> TemplateContext {
        [
            "time": words.moment(event.moment),
            "what": words(
                event.action,
                [
                    "version": CatalogueVersionName.text(event.version, words),
                    "before": CatalogueVersionName.text(event.before, words),
                ]),
            "who": who(event.author, words),
        ]
    }

    private func who(_ author: CatalogueAuthor, _ words: Localizer) -> String {
        switch author {
        case reader: words[.adminHistoryYou]
        case .commandLine: words[.adminHistoryCommandLine]
        case .admin(let tag): words(.adminHistoryAdmin, ["tag": tag])
        }
    }
}

/// Where an admin begins.
struct AdminPage: Page {
    let version: String
    /// Publications that nobody has compared with our rows yet.
    let openTasks: Int
    /// The last one that was noted.
    let backup: BackupMark?
    /// What the publisher says of newer releases.
    let releaseNotice: ReleaseNotice?
    /// Why what lies there is ignored.
    let refusedNotice: ReleaseNoticeSource.Refusal?
    let overdueJobs: Int
    let template = Template.admin
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.adminTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "version": CatalogueVersionName.text(version, words),
            "update": update(words).field,
            "refused": (refusedNotice.map { words.text("admin.release.refused.\($0.rawValue)") }).field,
            "jobs": overdueJobs == 0 ? words[.adminJobsFine] : words(.adminJobsOverdue, count: overdueJobs),
            "tasks": openTasks == 0 ? words[.adminStikoNone] : words(.adminStikoOpen, count: openTasks),
            "backup": backupText(words),
        ]
    }

    private func backupText(_ words: Localizer) -> String {
        guard let backup else { return words[.adminBackupNone] }
        let time = ["time": words.time(backup.date)]
        return backup.findings == 0
            ? words(.adminBackupGood, time) : words(.adminBackupWrong, count: backup.findings, time)
    }

    /// What to do, where this server runs an older release than the latest.
    private func update(_ words: Localizer) -> TemplateContext? {
        guard let releaseNotice, let own = ReleaseNumber(WebApp.version), own < releaseNotice.latest else { return nil }
        let gaps = ["latest": releaseNotice.latest.description, "version": own.description]
        return [
            "text": words(own < releaseNotice.minimum ? .adminReleaseNeeded : .adminReleaseThere, gaps),
            "message": releaseNotice.message.isEmpty ? false : releaseNotice.message,
        ]
    }
}
