import Fairness
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import NIOCore
import Vault
import VaultStorage
package import Web

/// Scans, photos and documents of a pass: list, adding, download, deletion.
package enum AttachmentsFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.attachments, showAttachments), .post(Links.attachments, body: .upload(), attachFiles),
        .get(Links.attachment, showAttachment),
        .get(Links.deleteAttachment, showDeleteAttachment), .post(Links.deleteAttachment, deleteAttachment),
    ]
    package static let pages: [any Page.Type] = [AttachmentsPage.self]
    package static var codes: [any MessageCode.Type] { [AttachmentForm.Fault.self] }

    /// The list and the form; `vaccination` in the query chooses what a file belongs to.
    static func showAttachments(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        try await page(member, pass, FormView(values: member.query("vaccination").map { ["vaccination": $0] } ?? [:]))
    }

    /// Attaches files, all of them or none.
    static func attachFiles(
        _ member: SignedInRequest, _ fields: MultipartForm, _ pass: PassRecord
    ) async throws -> Response {
        let words = member.words
        let (vaccinations, kept, room) = try await member.vault.read { records in
            (
                try records.vaccinations(of: pass.id), try records.attachments(of: pass.id),
                try AttachmentForm.Room(in: pass.id, records)
            )
        }
        var form = AttachmentForm(fields, vaccinations: vaccinations, words: words)
        if form.errors.isEmpty { form.fit(into: room, beside: kept, words: words) }
        func refusal(_ errors: FormErrors) async throws -> Response {
            try await page(member, pass, FormView(again: fields.fields, errors))
        }
        guard form.errors.isEmpty else { return try await refusal(form.errors) }
        do {
            _ = try await member.attach(form.files, to: pass.id, of: form.vaccination) { _ in Never?.none }
        } catch let error as VaultError where error.code == .attachmentLimit {
            // Others were added meanwhile.
            return try await attachFiles(member, fields, pass)
        } catch let error as VaultError where error.isOfQuota {
            return try await refusal(FormErrors("files", words.accountFull))
        }
        let place = form.vaccination.map { Links.vaccination(pass.id, $0) } ?? Links.attachments(pass.id)
        return member.done(.`done.attachments-saved`, at: place)
    }

    /// The file as it was added, to be saved and never to be run: no page of ours, nothing that a browser guesses.
    static func showAttachment(
        _ member: SignedInRequest, _ pass: PassRecord, _ kept: StoredAttachment
    ) async throws -> Response {
        // Until it is counted as what is sent.
        let hold = try member.services.opened.enterNow(member.claimant, units: kept.size)
        defer { withExtendedLifetime(hold) {} }
        let content: [UInt8]
        do {
            content = try await member.vault.content(of: kept.id).found()
        } catch let error as VaultError where error.isOfAttachment {
            throw HTTPProblem.attachment.caused(by: error)
        }
        await member.log(.attachmentOpened, kept.id.description)
        var headers: HTTPFields = [
            .contentType: AttachmentType(rawValue: kept.attachment.mediaType)?.rawValue ?? "application/octet-stream",
            .contentDisposition: DownloadName(keeping: kept.attachment.name).disposition,
            .contentLength: String(content.count),
        ]
        if let policy = HTTPField.Name("Content-Security-Policy") {
            headers[policy] = "default-src 'none'; sandbox; frame-ancestors 'none'"
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }

    static func showDeleteAttachment(
        _ member: SignedInRequest, _ pass: PassRecord, _ kept: StoredAttachment
    ) async throws -> Response {
        let words = member.words
        let what = "\(kept.attachment.name), \(words.fileSize(kept.size))"
        let page = EntryPage(
            deleting: words[.`attachments.delete.title`], what, submit: words[.`attachments.delete.submit`],
            action: Links.deleteAttachment(pass.id, kept.id), cancel: place(of: kept), isKept: true, words)
        return member.page(page, about: pass)
    }

    static func deleteAttachment(
        _ member: SignedInRequest, _ pass: PassRecord, _ kept: StoredAttachment
    ) async throws -> Response {
        let event = member.event(.attachmentDeleted, kept.id.description)
        try await member.vault.write { if try $0.bin(kept.id, at: member.now) { try $0.log(event) } }
        return member.done(.`done.attachment-deleted`, at: place(of: kept))
    }
}

extension AttachmentsFeature {
    private static func page(_ member: SignedInRequest, _ pass: PassRecord, _ form: FormView) async throws -> Response {
        let (kept, vaccinations) = try await member.vault.read { records in
            (try records.attachments(of: pass.id), try records.vaccinations(of: pass.id))
        }
        let page = AttachmentsPage(
            pass: pass, kept: kept, vaccinations: vaccinations, catalogue: member.catalogue, form: form)
        return member.page(page, about: pass, status: form.errors.status)
    }

    /// Where an attachment is listed.
    private static func place(of kept: StoredAttachment) -> String {
        let pass = kept.attachment.passID
        return kept.attachment.vaccinationID.map { Links.vaccination(pass, $0) } ?? Links.attachments(pass)
    }
}

extension VaultError {
    /// Whether it is one attachment that can't be opened, rather than the vault.
    package var isOfAttachment: Bool {
        switch code {
        case .attachmentMissing, .attachmentDamaged, .vaultForeign, .vaultVersion: true
        default: false
        }
    }
}
