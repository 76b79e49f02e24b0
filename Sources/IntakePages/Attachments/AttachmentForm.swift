import Model
import Vault
import Web

/// Files that somebody wants to attach, and what they belong to.
struct AttachmentForm: Sendable {
    /// A file that can be kept.
    struct File: Sendable {
        let name: String
        let type: AttachmentType
        let bytes: [UInt8]

        var digest: [UInt8] { StoredAttachment.digest(of: bytes) }
    }

    struct Room: Sendable {
        let files: Int
        let bytes: Int

        /// Reads what is left in a pass and its account.
        init(in pass: PassID, _ records: Records) throws {
            files = AttachmentLimits.filesOfPass - (try records.attachments(of: pass).count)
            bytes = AttachmentLimits.accountBytes - (try records.attachmentBytes())
        }

        /// Why files have no room there; nil where they have.
        func fault(of added: [File], _ words: Localizer) -> String? {
            if added.count > max(0, files) {
                return words(.`attachments.error.many`, count: AttachmentLimits.filesOfPass)
            }
            guard added.reduce(0, { $0 + $1.bytes.count }) > bytes else { return nil }
            let sizes = ["limit": words.fileSize(AttachmentLimits.accountBytes), "room": words.fileSize(max(0, bytes))]
            return words(.`attachments.error.room`, sizes)
        }
    }

    private(set) var files: [File] = []
    private(set) var vaccination: VaccinationID?
    private(set) var errors = FormErrors()

    init(_ form: MultipartForm, vaccinations: [VaccinationRecord], words: Localizer) {
        if let text = form.fields["vaccination"], !text.isEmpty {
            vaccination = vaccinations.first { $0.id.description == text }?.id
            if vaccination == nil { errors.add("vaccination", words[.`attachments.error.vaccination`]) }
        }
        let sent = form.files.filter { $0.field == "files" }
        if sent.isEmpty { errors.add("files", words[.`attachments.error.none`]) }
        for (index, file) in sent.enumerated() {
            do throws(Fault) {
                files.append(try Self.read(file))
            } catch {
                let text = words(error, ["name": file.fileName])
                errors.add("files-\(index)", text, anchor: "files")
            }
        }
    }

    /// Leaves out what is attached already, and says so where the rest has no room.
    mutating func fit(into room: Room, beside kept: [StoredAttachment], words: Localizer) {
        var seen = Set(kept.filter { $0.attachment.vaccinationID == vaccination }.map(\.digest))
        files = files.filter { seen.insert($0.digest).inserted }
        if let fault = room.fault(of: files, words) { errors.add("files", fault) }
    }

    /// Why a file can't be attached; each is a message.
    enum Fault: String, Error, CaseIterable {
        case empty, size, number, type
    }

    private static func read(_ file: UploadedFile) throws(Fault) -> File {
        if let fault = file.fault(size: Fault.size, number: .number) { throw fault }
        guard !file.bytes.isEmpty else { throw .empty }
        guard file.bytes.count <= AttachmentLimits.fileBytes else { throw .size }
        guard let type = AttachmentType(file.bytes) else { throw .type }
        return File(name: type.name(file.fileName), type: type, bytes: file.bytes)
    }
}

extension AttachmentForm.Fault: MessageCode {
    static let family = "attachments.error"
    var parameters: Set<String> { ["name"] }
}
