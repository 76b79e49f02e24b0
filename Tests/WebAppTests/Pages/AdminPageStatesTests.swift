import Foundation
import HealthCertificate
import Immunization
import Testing

@testable import Lists
@testable import Operators
@testable import Vault
@testable import Web
@testable import WebApp

/// What an admin's pages say in states that take a server long to get into, in every language.
@Suite("States of an admin's pages", .timeLimit(.minutes(3)))
struct AdminPageStatesTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let now = TestApp.now

    private let localization: Localization
    private let templates: Templates
    private let release: CatalogueRelease

    init() throws {
        localization = try Localization(directory: Self.root.appending(path: "Localization"))
        templates = try Templates(
            directory: Self.root.appending(path: "Templates"), localization: localization, asset: { $0 })
        release = try CatalogueStore.release(in: Self.root.appending(path: "Catalogue"))
    }

    /// Expects a page to say this, and not that, in each language, and to be built alike in all.
    private func expect(
        _ page: some Page, says: (Localizer) -> [String], never: (Localizer) -> [String] = { _ in [] },
        at location: SourceLocation = #_sourceLocation
    ) {
        expect({ _ in page }, says: says, never: never, at: location)
    }

    /// The same of a page that is made in a language.
    private func expect<Shown: Page>(
        _ page: (Localizer) -> Shown, says: (Localizer) -> [String],
        never: (Localizer) -> [String] = { _ in [] },
        at location: SourceLocation = #_sourceLocation
    ) {
        var shapes: Set<[Substring]> = []
        for words in localization.languages {
            let page = page(words)
            let frame = LayoutModel(title: page.title(words), errors: page.faults(words).summary)
            let bytes = (try? templates.write(PageValues(page, words), in: frame, words)) ?? []
            let html = String(decoding: bytes, as: UTF8.self)
            for text in says(words) {
                #expect(html.contains(HTMLText.escape(text)), "\(words.code): \(text)", sourceLocation: location)
            }
            for text in never(words) {
                #expect(!html.contains(HTMLText.escape(text)), "\(words.code): \(text)", sourceLocation: location)
            }
            shapes.insert(html.matches(of: /<\/?[a-z0-9]+/).map(\.output))
        }
        #expect(shapes.count == 1, sourceLocation: location)
    }

    // MARK: Where an admin begins

    private func admin(
        tasks: Int = 0, findings: Int? = nil, notice: ReleaseNotice? = nil,
        refused: ReleaseNoticeSource.Reason? = nil, overdue: Int = 0, lists: Int = 1,
        listsInNeed: Int = 0
    ) -> AdminPage {
        AdminPage(
            version: "2026-11-21T080000Z-0badcafe", program: WebApp.version, openTasks: tasks,
            backup: findings.map { LastBackup(date: Self.now, accounts: 1, findings: $0) }, releaseNotice: notice,
            refusedNotice: refused, overdueJobs: overdue, lists: lists, listsInNeed: listsInNeed)
    }

    @Test func theStartSaysWhatWaits() throws {
        expect(admin()) { [$0[.`admin.backup.none`], $0[.`admin.jobs.fine`], $0[.`admin.stiko.none`], "0badcafe"] }
        let time = { (words: Localizer) in ["time": words.time(Self.now)] }
        expect(admin(tasks: 2, findings: 0, overdue: 1)) { words in
            [
                words(.`admin.backup.good`, time(words)), words(.`admin.jobs.overdue`, count: 1),
                words(.`admin.stiko.open`, count: 2),
            ]
        }
        expect(admin(tasks: 1, findings: 3, overdue: 4)) { words in
            [words(.`admin.backup.wrong`, count: 3, time(words)), words(.`admin.jobs.overdue`, count: 4)]
        }
    }

    @Test func theStartSaysThatAReleaseIsOut() throws {
        let own = try #require(ReleaseNumber(WebApp.version))
        let latest = try #require(ReleaseNumber("99.2"))
        let gaps = ["latest": "99.2", "version": own.description]
        for (minimum, message) in [(own, Message.`admin.release.there`), (latest, .`admin.release.needed`)] {
            let notice = ReleaseNotice(minimum: minimum, latest: latest, message: "Closes <a hole>")
            expect(admin(notice: notice)) { [$0(message, gaps), "Closes <a hole>"] }
        }
        let silent = ReleaseNotice(minimum: own, latest: latest, message: "")
        expect(admin(notice: silent), says: { [$0(.`admin.release.there`, gaps)] })
        expect(admin(notice: ReleaseNotice(minimum: own, latest: own, message: "")), says: { _ in [] }) {
            [$0(.`admin.release.there`, ["latest": own.description, "version": own.description])]
        }
        for refusal in ReleaseNoticeSource.Reason.allCases {
            expect(admin(refused: refusal)) { [$0.text("admin.release.refused.\(refusal.rawValue)")] }
        }
    }

    // MARK: Trust lists

    private static let lists = [
        ImportedList(
            name: "gdhcn", content: .network, source: .network(thumbprint: "0badcafe"), imported: now,
            date: now - 31 * 86_400, count: 149, leftOut: ["AAAA: brainpool <curve>"]),
        ImportedList(name: "germany", content: .signers, source: .signed, imported: now - 30 * 86_400, count: 1),
        ImportedList(
            name: "cards", content: .signers, source: .issuer("https://cards.example"), imported: now, count: 2),
        ImportedList(
            name: "rules", content: .rules, source: .importer, imported: now, date: now - 91 * 86_400, count: 1_366),
        ImportedList(
            name: "broken", content: .revoked, source: .importer, imported: nil,
            refusal: "the signature is <not> the key's"),
    ]

    @Test func eachTrustListSaysHowOldItIsAndWhatIsNotUsed() {
        let content = TrustContent(lists: Self.lists)
        #expect(content.attention(at: Self.now) == 3)
        expect(TrustPage(content: content, now: Self.now)) { words in
            [
                words(.`admin.trust.attention`, count: 3), words(.`admin.trust.old`, count: 31),
                words(.`admin.trust.rules-old`, count: 91), words.date(Self.now - 31 * 86_400),
                words.text("admin.trust.content.network", count: 149), words(.`admin.trust.left-out`, count: 1),
                "AAAA: brainpool <curve>", words(.`admin.trust.network`, ["key": "0badcafe"]),
                words(.`admin.trust.issuer`, ["address": "https://cards.example"]), words[.`admin.trust.signed`],
                words[.`admin.trust.importer`], words.text("admin.trust.content.rules", count: 1_366),
                "the signature is <not> the key's", words.text("admin.trust.refused"),
            ]
        } never: {
            [$0(.`admin.trust.old`, count: 30), $0.text("admin.trust.content.revoked", count: 0)]
        }
    }

    @Test func anAdminReadsThatNoIssuerIsKnown() {
        expect(admin(lists: 0)) { [$0[.`admin.trust.none`]] }
        expect(admin(lists: 4, listsInNeed: 2)) { [$0(.`admin.trust.attention`, count: 2)] }
        expect(admin(lists: 4)) { [$0(.`admin.trust.fine`, count: 4)] }
        expect(TrustPage(content: TrustContent(), now: Self.now)) { [$0[.`admin.trust.none`]] }
        let known = TrustContent(lists: [Self.lists[1]])
        expect(TrustPage(content: known, now: Self.now)) { words in
            let names = TrustStore.families.map { words.text("admin.trust.family.\($0.rawValue.lowercased())") }
            return [words(.`admin.trust.unknown`, ["families": names.joined(separator: ", ")])]
        } never: {
            [$0[.`admin.trust.none`]]
        }
    }

    // MARK: Jobs

    private func job(
        _ name: Job.Name, outcome: JobResult? = nil, succeeded: Date? = nil, isOutside: Bool = false,
        isRunning: Bool = false, isOverdue: Bool = false
    ) -> JobReport {
        JobReport(
            name: name, period: 60, isOutside: isOutside, lastRun: outcome == nil ? nil : Self.now,
            lastSuccess: succeeded, outcome: outcome, reason: nil, isRunning: isRunning,
            next: isOutside ? nil : Self.now + 60, isOverdue: isOverdue)
    }

    @Test func aJobSaysHowItStands() {
        for outcome in JobResult.allCases {
            expect(JobsPage(jobs: [job(.sessions, outcome: outcome, succeeded: Self.now - 600, isOverdue: true)])) {
                [
                    $0.text("admin.job.sessions"), $0.text("admin.job.outcome.\(outcome.rawValue)"),
                    $0.text("admin.jobs.success"), $0.time(Self.now - 600), $0.text("admin.jobs.late"),
                    $0(.`admin.jobs.overdue`, count: 1),
                ]
            }
        }
        let fine = JobsPage(jobs: [job(.sessions, outcome: .done, succeeded: Self.now)])
        expect(
            fine, says: { [$0.time(Self.now)] }, never: { [$0.text("admin.jobs.success"), $0.text("admin.jobs.late")] })
        let fresh = [job(.backup, isOutside: true), job(.orphans, isRunning: true), job(.receipts)]
        expect(
            JobsPage(jobs: fresh),
            says: { [$0[.`admin.jobs.never`], $0[.`admin.jobs.running`], $0[.`admin.jobs.soon`]] }
        ) {
            [$0.text("admin.jobs.last") + ":"]
        }
    }

    // MARK: The catalogue

    private func review(version: String? = nil, _ other: () throws(DataFault) -> CatalogueRelease) -> CatalogueReview {
        CatalogueReview(
            title: .`admin.review.title`, action: "/here", base: .init(name: "shipped", release: release),
            files: version == nil ? ["a.json", "b.json"] : [], version: version, isLate: false, form: FormView(),
            asksCode: true, release: other)
    }

    private func replacing(_ name: String, _ texts: [(old: String, new: String)]) -> CatalogueRelease.File {
        var text = String(decoding: release.files[name] ?? [], as: UTF8.self)
        for (old, new) in texts { text = text.replacing(old, with: new) }
        return CatalogueRelease.File(name: String(name.split(separator: "/").last ?? ""), bytes: Array(text.utf8))
    }

    @Test func aReviewSaysThatNothingWouldChangeOrWhyItCannot() {
        expect(
            review { () throws(DataFault) in release },
            says: { [$0.text("admin.review.nothing"), $0.text("admin.review.drop")] }
        ) {
            [$0.text("admin.review.confirm"), $0.text("admin.version.confirm"), $0.text("security.password.again")]
        }
        let fault = DataFault(file: "targets.json", line: 3, .unreadable)
        expect(review(version: "shipped") { () throws(DataFault) in throw fault }) {
            [$0.text("admin.review.fault"), $0.fault(fault), $0[.`admin.version.shipped`]]
        } never: {
            [$0.text("admin.review.nothing"), $0.text("admin.version.confirm"), $0.text("admin.review.drop")]
        }
    }

    @Test func aReviewCountsWhatItDoesNotShow() throws {
        let other = try release.replacing([
            replacing("vaccines-human.json", [("\"name\": \"", "\"name\": \"X "), ("\"en\": \"", "\"en\": \"X ")]),
            replacing(
                "schedules/de-stiko.json",
                [
                    ("\"edition\": \"2026-09-10\"", "\"edition\": \"2026-09-11\""),
                    (",\n      \"url\": \"https://doi.org/10.25646/13636.6\"", ""),
                ]),
        ])
        let changes = other.changes(since: release)
        #expect(changes.count > 200)
        expect(review { () throws(DataFault) in other }) { words in
            [
                words(.`admin.review.count`, count: changes.count),
                words(.`admin.review.more`, count: changes.count - 200),
                words[.`admin.review.head`], words.text("admin.review.absent"), "2026-09-11",
                words.text("admin.review.confirm"),
            ]
        }
    }

    @Test func theCatalogueSaysWhyAnotherIsInUse() {
        let fault = DataFault(file: "targets.json", .unreadable)
        let authors = [CatalogueAuthor.commandLine, .admin(tag: "0badcafe"), .admin(tag: "12345678")]
        let page = CataloguePage(
            use: .init(name: "shipped", release: release), fault: fault,
            versions: [.init(name: "2026-11-21T080000Z-0badcafe", isCurrent: false)],
            history: authors.map {
                CatalogueEvent(moment: Self.now, version: "shipped", before: "shipped", author: $0, action: .imported)
            },
            reader: .admin(tag: "12345678"), needsSignature: true, errors: FormErrors())
        expect(page) { words in
            [
                words.fault(fault), words[.`admin.history.command-line`],
                words(.`admin.history.admin`, ["tag": "0badcafe"]),
                words[.`admin.history.you`], words.text("admin.files.signed"), words.text("admin.versions.lead"),
            ]
        } never: {
            [$0.text("admin.versions.none")]
        }
    }

    // MARK: What the STIKO publishes

    private func task(_ title: String, lines: [String]? = nil, done: Date? = nil, _ parts: [String: String] = [:])
        throws -> ReviewTask
    {
        let item = try #require(FeedItem(parts.merging(["title": title]) { $1 }))
        var task = ReviewTask(item, found: Self.now)
        (task.lines, task.done) = (lines, done)
        return task
    }

    @Test func publicationsThatAreDoneStandBelow() throws {
        let done = try task("Done", done: Self.now)
        expect({ DetailPage.stikoTasks([done], $0) }, says: { ["Done", $0[.`admin.stiko.none`]] })
        let open = try task("Open \"1\"")
        expect({ DetailPage.stikoTasks([open, done], $0) }, says: { _ in ["Open \"1\""] }) {
            [$0[.`admin.stiko.none`]]
        }
    }

    @Test func aPublicationSaysWhatIsKnownOfIt() throws {
        let bare = StikoTaskPage(task: try task("Bare", lines: ["a | b"], done: Self.now), release: release)
        expect(
            bare,
            says: {
                [$0.text("admin.stiko.tables.nothing"), $0.text("admin.stiko.reopen"), $0.text("admin.stiko.done-on")]
            }
        ) {
            [
                $0.text("admin.stiko.tables.none"), $0.text("admin.stiko.finish"), $0.text("admin.stiko.address"),
                $0.text("admin.stiko.published"),
            ]
        }
        let names = release.catalogue.targets.map { "\($0.names["de"]) | 2 Monate" }
        let full = StikoTaskPage(
            task: try task("Full", lines: names, ["summary": "What \"it\" says", "link": "https://www.example.org/"]),
            release: release)
        expect(full) {
            [
                "What \"it\" says", "https://www.example.org/", $0.text("admin.stiko.ours.none"),
                $0.text("admin.stiko.draft"),
                $0.text("admin.stiko.dose", ["number": "2", "text": ""]), $0.text("admin.stiko.finish"),
            ]
        } never: {
            [$0.text("admin.stiko.tables.nothing"), $0.text("admin.stiko.reopen")]
        }
    }
}
