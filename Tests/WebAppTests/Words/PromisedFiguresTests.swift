import AgeEncryption
import CivilDates
import Codes
import Fairness
import Foundation
import HealthCertificate
import Scanning
import Testing

@testable import ByteCoding
@testable import IntakePages
@testable import Intake
@testable import Papers
@testable import People
@testable import Vault
@testable import VaultStorage
@testable import Web
@testable import WebApp

/// What SECURITY.md, what it leads to and docs/routes.md promise by a figure, compared with the constants that keep it.
@Suite("Promised figures", .timeLimit(.minutes(3)))
struct PromisedFiguresTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let vault = VaultConfiguration(directory: "")
    private static let transport = TransportLimits()

    private static func source(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// All of their sentences, whatever lines they are broken into.
    private static func papers() throws -> String {
        try ["SECURITY.md", "docs/reference.md", "docs/administration.md", "docs/routes.md"].map(source)
            .joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func grouped(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_GB")))
    }
    private static func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20)" }
    private static func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
    private static func days(_ time: TimeInterval) -> Int64 { Duration.seconds(time).components.seconds / 86_400 }
    private static func minutes(_ time: TimeInterval) -> Int64 { Duration.seconds(time).components.seconds / 60 }

    // MARK: Keys, and who is in

    private static let keys: [String] = [
        "Argon2id (\(mebibytes(vault.argon2.memory)) MiB, \(vault.argon2.passes) passes)",
        "recovery code, \(RecoveryCode.byteCount * 8) bits",
        "(scrypt, \(mebibytes(1 << (ScryptParameters.defaultWorkFactor + 10))) MiB)",
        "pieces of \(BlobLayout.unit / 1024) KiB or more",
        "\(megabytes(AttachmentStore.resealedBytes)) every half minute",
        "\(days(vault.sessionIdleSeconds)) days idle, \(days(vault.sessionAbsoluteSeconds)) in all",
        "end after \(days(vault.sessionIdleSeconds)) days without use and after "
            + "\(days(vault.sessionAbsoluteSeconds)) days in any case",
        "after \(minutes(vault.adminIdleSeconds)) minutes without use (`--admin-idle`)",
        "An account has \(SessionRow.most) at most: with one more the longest",
        "| sessions of an account | \(SessionRow.most), and \(SessionRow.most) that wait",
        "in the last \(minutes(Records.proofSeconds)) minutes",
        "its \(TOTP.period) seconds and the \(TOTP.period * TOTP.drift) after them",
        "keeps a cookie for \(KnownBrowser.days) days",
        "up to \(minutes(vault.throttle.longestWait)) minutes each",
        "at least \(Password.minimum) characters",
    ]

    // MARK: What is kept, and how long

    private static let kept: [String] = [
        "the last \(grouped(AccessEvent.limit)) sign-ins",
        "stays in its vault for \(days(BinItem.lifetime)) days",
        "for \(whole(Batch.lifetime / 3_600)) hours: the last \(Batch.limit) of an account, "
            + "\(Batch.byteLimit >> 20) MiB of each at most",
        "stays in the vault for \(days(DraftRecord.lifetime)) days from its last change",
        "\(DraftRecord.limit) of an account, and one of each pass for what is typed, of each template for what it is tried "
            + "on; their contents \(mebibytes(DraftRecord.textLimit)) MiB together; "
            + "\(days(DraftRecord.lifetime)) days from the last change",
        "named for reminders in the last \(MailLimit.recipientDays) days",
        "for \(MailLimit.recipientDays) days, in which no other account has one sent",
        "one in \(MailLimit.recipientDays) days; none once its owner said stop",
        "beside it \(megabytes(Quota.mostBytes)): attachments \(megabytes(Quota.Line.attachments.mostBytes)), "
            + "links \(megabytes(Quota.Line.links.mostBytes)), pictures that wait "
            + megabytes(Quota.Line.pictures.mostBytes),
        "a full one \(mebibytes(vault.maxVaultBytes)) MiB (its vault) and \(megabytes(Quota.mostBytes))",
        "A pass takes \(grouped(RecordLimits.ofPass)) vaccinations, as many certificates and as many health details, "
            + "\(PassFacts.mostJourneys) of them trips, an account \(RecordLimits.passes) passes",
        "until \(Acceptance.longestAge) days after the newest of them",
    ]

    // MARK: Input, and what is sent

    private static let input: [String] = [
        "\(grouped(ScanTemplate.mostJoined)) fields that its links join, \(ScanTemplate.mostSums) links with sums",
        "\(grouped(ScanTemplate.mostJoined)) fields that its links join.",
        "A file has \(megabytes(CodeReader.mostBytes)) at most",
        "by the clock \(CodeReader.Limits().time.components.seconds) s for a picture, "
            + "\(CodeReader.Limits().documentTime.components.seconds) s for a PDF's pages",
        "a PDF for \(CodeReader.Limits().documentTime.components.seconds) seconds",
        "bring \(transport.bodyRate / 1024) KiB a second in every ten seconds, and a \(transport.bodyDoubling)th",
        "takes \(transport.responseRate / 1024) KiB a second, and a \(transport.responseTime)th of the whole answer",
        "Handlers run apart from connections, within \(MiddlewareConfiguration().handlerTime.components.seconds) seconds "
            + "(\(MiddlewareConfiguration().handlerTime.components.seconds * 2) with files)",
        "has \(Padding.even / 1024) KiB with its head",
        "| a request's head | \(transport.headerBytes / 1024) KiB, \(transport.headerFields) fields; its target "
            + "\(RequestChecks().maximumTarget / 1024) KiB, without a host; with all white space "
            + "\(transport.undecodedBytes / 1024) KiB",
        "with \(FormFields.fieldMemory) bytes for each of its fields",
    ]

    // MARK: Numbers in forms

    private static func said(_ range: ClosedRange<Int>) -> String {
        "\(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
    }
    private static func whole(_ number: Double) -> Int { Int(exactly: number) ?? 0 }
    private static let side = said(1...whole(TemplateForm.numbers.upperBound))
    private static let places = said(whole(PicturePoint.places.lowerBound)...whole(PicturePoint.places.upperBound))
    private static let linkDays = said(1...whole(HealthLink.lifetimes.upperBound) / 86_400)

    private static let forms: [String] = [
        "`page-width-N` (\(side), ",
        "`page-height-N` (\(side))",
        "`rows-N` (\(said(1...ScanTemplate.mostRegions)))", "`page-N` (\(said(1...ScanTemplate.mostPages)))",
        "for each page N, \(said(1...ScanTemplate.mostPages)), and each region",
        "and each region and link N, \(said(1...TemplateForm.mostRegions)); percent of the page",
        "of all files' pages \(Draft.mostPages) are taken, of which \(Draft.pagesAtOnce) are read now",
        "the next \(Draft.pagesAtOnce) pages that weren't read yet",
        "`files` (\(said(1...MultipartLimits.pages.files)) pictures or PDFs",
        "`files` (\(said(1...MultipartLimits.trial.files)) pictures or PDFs",
        "`spot.x` (\(places)), `spot.y` (\(places))",
        "`corner.x` (\(places), ", "`corner.y` (\(places))",
        "`width` (\(said(PicturePoint.widths)), how wide it was", "`width` (\(said(PicturePoint.widths)), how wide the",
        "`days` (\(linkDays), or `hour`)",
        "`gestation-weeks` (\(said(HealthForm.gestationWeeks)))", "`page` (\(said(Paging.numbers)))",
        "for each row N, \(said(1...Draft.lastNumber)); all are saved, or none, and",
        "for each row N, \(said(1...Draft.lastNumber)); all are saved, or none; a link",
        "for each row N, \(said(1...CertificateText.maximum)); for example",
        "short pages for who begins: \(said(Introduction.numbers)) |",
        "digits, \(RecordDates.lastEarlyYear + 1) to 9999, or the last two",
    ]

    @Test("each is the constant's", arguments: keys + kept + input + forms)
    func constants(sentence: String) throws {
        #expect(try Self.papers().contains(sentence), "\(sentence)")
    }

    @Test("the shares of what is held in memory are those of the server")
    func shares() async throws {
        try await TestApp.open { app, _ in
            let services = app.services
            let (sent, uploads) = (services.opened.shares, services.uploads.shares)
            let strangers = services.openedByStrangers.shares
            let papers = try Self.papers()
            for sentence in [
                "(bodies of more than \(Services.uncountedBody >> 10) KiB), takes \(Self.mebibytes(sent.room)) MiB "
                    + "together at most, \(Self.mebibytes(sent.ofAccount)) of an account and "
                    + "\(Self.mebibytes(sent.ofNetwork)) of a network",
                "\(Self.mebibytes(sent.spare)) MiB are kept for networks that have \(Self.mebibytes(sent.little)) MiB at most",
                "who aren't signed in have \(Self.mebibytes(strangers.room)) MiB of it together",
                "\(Self.mebibytes(uploads.room)) MiB of all uploads together at most, "
                    + "\(Self.mebibytes(uploads.ofAccount)) MiB of an account (two uploads at a time) and "
                    + "\(Self.mebibytes(uploads.ofNetwork)) MiB of a network; "
                    + "\(Self.mebibytes(uploads.spare)) MiB of it are kept for networks that have \(Self.mebibytes(uploads.little)) MiB at most",
                "| \(Self.mebibytes(sent.room)) MiB | \(Self.mebibytes(sent.ofAccount)) MiB, "
                    + "\(sent.placesOfAccount) at a time | \(Self.mebibytes(sent.ofNetwork)) MiB; "
                    + "\(Self.mebibytes(sent.spare)) MiB are for those with \(Self.mebibytes(sent.little)) MiB at most |",
            ] {
                #expect(papers.contains(sentence), "\(sentence)")
            }
            #expect(uploads.placesOfAccount == 2 && services.linkQuestions.shares.ofNetwork == 2)
        }
    }

    @Test("what all shares of memory hold together is less than the service has")
    func rooms() async throws {
        try await TestApp.open { app, _ in
            let (services, vault) = (app.services, Self.vault)
            let all =
                vault.maxOpenBytes + vault.hashesAtOnce * vault.argon2.memory + services.scrypt.memoryBytes
                + services.uploads.shares.room + services.opened.shares.room
            let papers = try Self.papers()
            for sentence in [
                "hold \(Self.grouped(all >> 20)) MiB at most: less than the service has",
                "| \(Self.mebibytes(vault.maxOpenBytes)) MiB, as many as that holds |",
                "| \(Self.mebibytes(services.scrypt.memoryBytes)) MiB: work factor \(services.scrypt.workFactor) at most, "
                    + "\(AgeLimits().workFactor) for commands;",
            ] {
                #expect(papers.contains(sentence), "\(sentence)")
            }
            let service = try Self.source("deploy/vaccinapp.service")
            #expect(all < 1_536 << 20 && service.contains("MemoryMax=1536M"))
        }
    }

    @Test("an empty account takes what they say on the disk")
    func emptyAccount() async throws {
        try await TestApp.open { app, client in
            try await Person(client).register("ada")
            let folder = app.folder.appending(path: "vaults")
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.fileSizeKey])
            let bytes = try files.reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
            let said = "An empty account costs \((bytes + 5_000) / 10_000 * 10) KB of disk"
            #expect(try Self.papers().contains(said), "\(said)")
        }
    }

    @Test("a text has at most so many combining marks in a row")
    func marks() throws {
        let most = 30
        #expect(try Self.papers().contains("at most \(most) combining marks in a row"))
        #expect(("e" + String(repeating: "\u{301}", count: most)).hasFewMarksInARow)
        #expect(!("e" + String(repeating: "\u{301}", count: most + 1)).hasFewMarksInARow)
    }

    /// What is written in other languages than Swift, or is only one file's.
    @Test(
        "what no test can ask for is the same in the source",
        arguments: [
            ("before it shows it, for 2 s at most", "Public/worker.js", "const PATIENCE = 2000;"),
            ("A busy server (429, 5xx) takes nothing away", "Public/worker.js", "const ENDED = [401, 403, 404, 410];"),
            ("| 1 GiB | 10 s of processor", "Sources/CSandbox/limits.c", "{.rlim_cur = 10, "),
            ("| 1 GiB | 10 s of processor", "Sources/CSandbox/limits.c", "limit(RLIMIT_AS, (rlim_t)1 << 30)"),
            ("the texts that come back 1 MiB", "Sources/Codes/Reading/ReaderProcess.swift", "mostOutput = 1 << 20"),
            (
                "port 443 or above 1023", "Sources/IntakePages/Archive/PublicLinkServer.swift",
                "port == 443 || port > 1_023"
            ),
            ("ten wrong passcodes", "Sources/Vault/Sharing/Accounts+HealthLinks.swift", "attemptsInALifetime = 10"),
            ("a ticket names a file for ten minutes", "Sources/Vault/Sharing/Accounts+HealthLinkFiles.swift", "= 600"),
            ("one of ten one-time codes", "Sources/Vault/Accounts/SecondFactor.swift", "codeCount = 10"),
            ("an invitation, 160 bits", "Sources/Vault/Accounts/Invitation.swift", "byteCount = 20"),
            ("steps of 1 KiB, above 16 KiB of 4 KiB", "Sources/Web/HTTP/Padding.swift", "(16_384, 1_024, 4_096)"),
            (
                "last ten minutes and belong", "Sources/Web/Passkeys/PasskeyChallenges.swift",
                "lifetime: TimeInterval = 600"
            ),
            ("(`gzip off` in `deploy/nginx.conf`)", "deploy/nginx.conf", "gzip off;"),
            ("1.5 GiB by `deploy/vaccinapp.service`", "deploy/vaccinapp.service", "MemoryMax=1536M"),
        ])
    func sources(sentence: String, path: String, code: String) throws {
        #expect(try Self.papers().contains(sentence), "\(sentence)")
        #expect(try Self.source(path).contains(code), "\(path): \(code)")
    }

    @Test("SECURITY.md stays short enough to be read")
    func length() throws {
        #expect(try Self.source("SECURITY.md").utf8.count <= 14_000)
    }
}
