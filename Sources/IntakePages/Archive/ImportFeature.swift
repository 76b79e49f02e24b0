import AgeEncryption
import CivilDates
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Model
import PassArchive
import Vault
import VaultStorage
package import Web

/// Imports: a file is read, shown row by row, and stored once it is confirmed.
package enum ImportFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.importFile, { try await importPage($0, FormErrors()) }),
        .post(Links.importFile, body: .upload(.archive), readImport).long,
        .get(Links.importLink, showLink),
        .post(Links.importLink, readLink).long,
        .get(Links.imported, showPendingImport).long, .post(Links.imported, body: .rows, storeImport).long,
        .get(Links.importColumns, showColumns).long, .post(Links.importColumns, body: .rows, setColumns).long,
        .get(Links.importRejected, showRejected).long,
        .post(Links.discardImport, discardImport),
    ]
    package static let pages: [any Page.Type] = [
        NewImportPage.self, ImportPreviewPage.self, TablePage.self, LinkImportPage.self,
    ]
    package static var codes: [any MessageCode.Type] {
        [
            ArchiveFault.self, ArchiveIntake.Reason.self, ConflictChoice.self, TableDateFormat.self,
            TableImport.Reason.self, TableSeparator.self,
        ]
    }

    /// Reads a file and keeps what is in it, sealed, until it is confirmed.
    static func readImport(_ member: SignedInRequest, _ form: MultipartForm) async throws -> Response {
        do {
            guard try await member.hasRoomForDraft() else { throw ArchiveFault.tooManyOpen }
            let (pending, files) = try await read(form, member)
            return member.redirect(to: Links.imported(try await keep(pending, from: .file, with: files, member)))
        } catch let fault as ArchiveFault {
            return try await importPage(
                member, FormErrors(fault.field, member.words(fault)), isOfCertificate: fault.isOfCertificate)
        }
    }

    static func showPendingImport(_ member: SignedInRequest, _ waiting: OpenImport) async throws -> Response {
        if let table = waiting.content.table, table.choice == nil {
            return try tablePage(member, waiting, table)
        }
        return try await previewPage(member, waiting, ImportChoices(), counted(waiting.content, member))
    }

    /// Stores what was confirmed, or shows it again with passes sent elsewhere.
    static func storeImport(
        _ member: SignedInRequest, _ fields: FormFields, _ waiting: OpenImport
    ) async throws -> Response {
        let pending = waiting.content
        let choices = ImportChoices(fields)
        let read = try await counted(pending, member)
        let questions = read.questions(choices, member)
        let contents = questions.contents
        guard !choices.isComparison, !fields.isShownAgain(in: member.words) else {
            return try await previewPage(member, waiting, choices, read)
        }
        if let pass = choices.changedDestination(contents.passes.count) {
            let errors = FormErrors(ImportChoices.passField(pass), member.words[.`archive.compare-first`])
            return try await previewPage(member, waiting, choices, read, errors)
        }
        let errors = questions.errors(member.words)
        guard errors.isEmpty else { return try await previewPage(member, waiting, choices, read, errors) }
        let judge = CertificateJudge(member.services)
        let (pass, batch) = try await member.untilCurrent {
            let preview = try await preview(of: contents, choices, member)
            let changes = try ArchiveChanges(preview, choices, judge: judge, catalogue: member.catalogue)
            return try await member.write(log: .imported, pending.source) { records in
                guard try ArchivePreview.Present(in: records) == preview.present else { throw DoseEvidence.Outdated() }
                let stored = try records.apply(at: member.now) { records in
                    var store = try ArchiveStore(changes, in: records, today: member.today)
                    try store.store()
                    if let pass = store.first { try records.activate(pass) }
                    return store.first
                }
                // Its files are there until then.
                try records.deleteDraft(waiting.id.draft)
                return stored
            }
        }
        return member.done(.`done.imported`, at: pass.map { Links.pass($0) } ?? Links.passes(), batch)
    }

    static func discardImport(_ member: SignedInRequest, _ waiting: OpenImport) async throws -> Response {
        try await member.vault.write { records in _ = try records.deleteDraft(waiting.id.draft) }
        return member.done(.`done.import-discarded`, at: Links.settings())
    }
}

extension ImportFeature {
    static func importPage(
        _ member: SignedInRequest, _ errors: FormErrors, isOfCertificate: Bool = false
    ) async throws -> Response {
        let page = NewImportPage(
            errors: errors, isOfCertificate: isOfCertificate, takesLinks: member.services.linkServer != nil,
            waiting: try await waiting(member))
        return member.page(page, status: errors.status)
    }

    /// What a posted file holds; the contents of its attachments are sealed on the way.
    private static func read(
        _ form: MultipartForm, _ member: SignedInRequest
    ) async throws -> (pending: PendingArchive, files: [SealedFile]) {
        guard let file = form.files.first(where: { $0.field == "file" }) else { throw ArchiveFault.fileMissing }
        guard file.excess == nil else { throw ArchiveFault.fileTooLarge }
        try member.limit(member.services.importLimit)
        let hold = try await room(for: ArchiveImportFile.memory(of: file.bytes), member)
        defer { withExtendedLifetime(hold) {} }
        let reader = ArchiveImportFile(
            scrypt: member.services.scrypt, finder: member.finder, who: member.claimant)
        let bytes = try await reader.open(file.bytes, passphrase: form.fields["passphrase"] ?? "")
        if ArchiveImportFile.isSealed(file.bytes) {
            let most = member.services.opened.shares.ofAccount
            try hold.take(max(0, min(ArchiveImportFile.memory(of: bytes), most) - file.bytes.count))
        }
        let name = String(file.fileName.prefix(100))
        switch try reader.content(of: bytes) {
        case .table:
            guard !member.passes.isEmpty else { throw ArchiveFault.noPass }
            return (PendingArchive(fileName: name, table: bytes), [])
        case .passes(let contents, let findings, let source, _, let asked):
            return try await pending(contents, findings, asked, source, named: name, member)
        }
    }

    /// Room for what reading takes, when it is its turn; what would take more than an account's share gets all of it.
    private static func room(for bytes: Int, _ member: SignedInRequest) async throws -> FairSemaphore.Permit {
        let opened = member.services.opened
        return try await opened.enter(member.claimant, units: min(bytes, opened.shares.ofAccount))
    }

    /// Content that waits to be confirmed, with its attachments' contents, which are sealed on the way.
    private static func pending(
        _ incoming: ArchiveContents, _ findings: [PendingArchive.Remark], _ asked: [AskedDose], _ source: String,
        named name: String, _ member: SignedInRequest
    ) async throws -> (pending: PendingArchive, files: [SealedFile]) {
        var contents = incoming
        guard !contents.passes.isEmpty || !findings.isEmpty else { throw ArchiveFault.nothingInIt }
        let attachments = AttachmentStaging(taking: &contents)
        var pending = PendingArchive(
            fileName: name, source: source, contents: contents, findings: findings, asked: asked, now: member.now)
        let isTooLarge = pending.document?.utf8.count ?? 0 > ArchiveImportFile.mostContent
        // What can't be read again would only be found out when it is to be shown.
        guard !isTooLarge, (try? read(pending, member)) != nil else {
            throw isTooLarge ? ArchiveFault.contentTooLarge : .malformed
        }
        guard !attachments.isEmpty else { return (pending, []) }
        let (staged, files) = try await attachments.seal(in: member.vault)
        pending.staged = staged
        return (pending, files)
    }

    /// Keeps what was read, sealed, until it is confirmed.
    private static func keep(
        _ pending: PendingArchive, from way: DraftRecord.Source, with files: [SealedFile], _ member: SignedInRequest
    ) async throws -> ImportID {
        let now = member.now
        do {
            return try await member.vault.write { try pending.store(in: $0, from: way, with: files, at: now) }
        } catch let error as VaultError where error.code == .tooManyDrafts {
            // Others may have come at the same time.
            await member.vault.discard(files)
            throw ArchiveFault.tooManyOpen
        }
    }

    /// Files and what links led to that wait.
    static func waiting(_ member: SignedInRequest) async throws -> WaitingDrafts {
        try await member.waitingDrafts { [.file, .link].contains($0.source) }
    }

    /// Keeps what a link led to, sealed, until it is confirmed.
    static func keep(
        _ content: ArchiveImportFile.Content, named name: String, _ member: SignedInRequest
    ) async throws -> ImportID {
        guard case .passes(let contents, let findings, let source, _, let asked) = content else {
            throw ArchiveFault.unknown
        }
        let (pending, files) = try await pending(contents, findings, asked, source, named: name, member)
        return try await keep(pending, from: .link, with: files, member)
    }

    static func intake(_ member: SignedInRequest) -> ArchiveIntake {
        ArchiveIntake(latestDay: member.services.latestDay, localization: member.services.localization)
    }

    /// The passes that an import brings, a table's vaccinations as those of the pass that was chosen, with what has to be
    /// asked of their vaccines, and the table's lines that can't be taken over.
    private struct Read {
        let contents: ArchiveContents
        var asked: [AskedDose]
        var rejected: [TableImport.Rejection] = []
        /// What reading it took, until it is let go.
        var hold: FairSemaphore.Permit?

        /// What has to be asked, with what was answered.
        func questions(_ choices: ImportChoices, _ member: SignedInRequest) -> ImportQuestions {
            ImportQuestions(contents, asked: asked, choices, finder: member.finder)
        }
    }

    /// Reads what waits once there is room for it.
    private static func counted(_ pending: PendingArchive, _ member: SignedInRequest) async throws -> Read {
        let hold = try await room(
            for: pending.document.map { ArchiveImportFile.memory(of: Array($0.utf8)) } ?? 0, member)
        var read = try read(pending, member)
        read.hold = hold
        return read
    }

    /// Reads what waits: once for an answer, since a table's names are looked up each time.
    private static func read(_ pending: PendingArchive, _ member: SignedInRequest) throws -> Read {
        if let document = pending.document {
            var contents = try ArchiveReader.read(Array(document.utf8))
            AttachmentStaging.mark(&contents, with: pending.staged ?? [])
            return Read(contents: contents, asked: pending.asked ?? [])
        }
        let table = try pending.table.found()
        let result = try tableImport(table, member).found()
        let pass = try member.passes.first { $0.id.description == table.choice?.pass }.found()
        let incoming = ArchivedPass(id: pass.id.description, pass.content, vaccinations: result.vaccinations)
        return Read(
            contents: ArchiveContents(passes: [incoming], ignored: []), asked: result.asked,
            rejected: result.rejections)
    }

    /// What taking something over would do: the vault is held while it is read, not while that is compared.
    private static func preview(
        of contents: ArchiveContents, _ choices: ImportChoices, _ member: SignedInRequest
    ) async throws -> ArchivePreview {
        let present = try await member.vault.read { try ArchivePreview.Present(in: $0) }
        return try ArchivePreview(
            contents, destinations: choices.destinations(contents.passes.count), intake: intake(member),
            catalogue: member.catalogue, beside: present)
    }

    private static func previewPage(
        _ member: SignedInRequest, _ waiting: OpenImport, _ choices: ImportChoices, _ read: Read,
        _ errors: FormErrors = FormErrors()
    ) async throws -> Response {
        let pending = waiting.content
        let questions = read.questions(choices, member)
        let preview = try await preview(of: questions.contents, choices, member)
        let page = ImportPreviewPage(
            id: waiting.id, pending: pending, preview: preview, choices: choices, rejected: read.rejected,
            questions: questions, catalogue: member.catalogue, errors: errors)
        return member.page(page, status: errors.status)
    }
}
