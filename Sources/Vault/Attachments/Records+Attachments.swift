import Foundation
import GRDB
import Model
import VaultStorage

extension Records {
    /// A pass's attachments, the newest first.
    package func attachments(of pass: PassID) throws -> [StoredAttachment] {
        try fetch("WHERE passID = ? ORDER BY addedAt DESC, name, attachment.id", [pass.description])
    }

    /// Those of one vaccination, the newest first.
    package func attachments(of vaccination: VaccinationID) throws -> [StoredAttachment] {
        try fetch("WHERE vaccinationID = ? ORDER BY addedAt DESC, name, attachment.id", [vaccination.description])
    }

    package func attachment(_ id: AttachmentID) throws -> StoredAttachment? {
        try fetch("WHERE attachment.id = ?", [id.description]).first
    }

    /// Bytes of all attachments' contents, those in the bin among them.
    package func attachmentBytes() throws -> Int {
        let sql = """
            SELECT TOTAL(size) FROM sealedFile JOIN (
                SELECT file FROM attachment UNION ALL SELECT file FROM binRow WHERE file IS NOT NULL
            ) AS used ON sealedFile.id = used.file
            """
        return Int(try Double.fetchOne(db, sql: sql) ?? 0, clampedTo: 0...1 << 50)
    }

    /// Adds an attachment whose content was sealed before.
    ///
    /// - Throws: `notFound` when the pass isn't there, `attachmentLimit` when it or the account has no room left.
    package func insert(_ attachment: Attachment, content: SealedFile) throws {
        try keep(content, for: nil)
        try insert(attachment, file: content.id)
    }

    /// Adds an attachment whose content came with a draft.
    ///
    /// - Throws: as the other; `notFound` when the content isn't there.
    package func insert(_ attachment: Attachment, staged file: SealedFileID) throws {
        let sql = "SELECT COUNT(*) FROM sealedFile WHERE id = ? AND draftID IS NOT NULL"
        guard try Int.fetchOne(db, sql: sql, arguments: [file.description]) == 1 else {
            throw VaultError(.notFound, "an attachment's content is not there")
        }
        try insert(attachment, file: file)
    }

    /// Keeps a content that came with a draft, as long as that waits.
    package func stage(_ content: SealedFile, for draft: DraftID) throws { try keep(content, for: draft) }

    /// What is known of the contents that came with a draft.
    package func stagedFiles(of draft: DraftID) throws -> [SealedFile] {
        try sealedFiles("WHERE draftID = ?", [draft.description])
    }

    /// Lets go of the contents that came with a draft, but for these.
    package func keepStaged(_ kept: [String], of draft: DraftID) throws {
        for file in try stagedFiles(of: draft) where !kept.contains(file.id.description) {
            try execute("UPDATE sealedFile SET draftID = NULL WHERE id = ?", arguments: [file.id.description])
        }
    }

    /// The sizes of all contents that wait, by their names.
    package func stagedSizes() throws -> [String: Int] {
        let files = try sealedFiles("WHERE draftID IS NOT NULL", [])
        return Dictionary(files.map { ($0.id.description, $0.size) }) { first, _ in first }
    }

    /// Deletes the attachment; false when there was none.
    @discardableResult
    package func deleteAttachment(_ id: AttachmentID) throws -> Bool { try delete(id, from: "attachment") }

    private func insert(_ attachment: Attachment, file: SealedFileID) throws {
        try insert(
            into: "attachment",
            [
                ("id", attachment.id.description), ("passID", attachment.passID.description),
                ("vaccinationID", attachment.vaccinationID?.description), ("name", attachment.name),
                ("mediaType", attachment.mediaType), ("addedAt", attachment.addedAt.timeIntervalSince1970),
                ("file", file.description),
            ])
        guard try count("attachment", of: attachment.passID) <= AttachmentLimits.filesOfPass,
            try attachmentBytes() <= AttachmentLimits.accountBytes
        else { throw VaultError(.attachmentLimit, "there is no room for another attachment") }
    }

    private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [StoredAttachment] {
        let sql = """
            SELECT attachment.*, size, digest FROM attachment JOIN sealedFile ON sealedFile.id = attachment.file
            \(condition)
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            let digest: Data = row["digest"]
            let attachment = try Attachment(
                id: row.identifier("id"), passID: row.identifier("passID"),
                vaccinationID: row.optionalIdentifier("vaccinationID"), name: row["name"],
                mediaType: row["mediaType"], addedAt: row.date("addedAt"))
            return StoredAttachment(attachment: attachment, size: row["size"], digest: Array(digest))
        }
    }
}

// MARK: - Their sealed contents
extension Records {
    private static let unused = """
        WHERE draftID IS NULL AND NOT EXISTS (SELECT 1 FROM attachment WHERE attachment.file = sealedFile.id)
        AND NOT EXISTS (SELECT 1 FROM binRow WHERE binRow.file = sealedFile.id)
        """

    /// The content's place and key.
    func sealedFile(of attachment: AttachmentID) throws -> SealedFile? {
        let condition = "WHERE id = (SELECT file FROM attachment WHERE attachment.id = ?)"
        return try sealedFiles(condition, [attachment.description]).first
    }

    func sealedFileIDs() throws -> Set<SealedFileID> { Set(try sealedFiles("", []).map(\.id)) }

    /// Contents that nothing refers to any more: deleted, replaced, or of a draft that is over.
    func unusedFiles() throws -> [SealedFileID] { try sealedFiles(Self.unused, []).map(\.id) }

    func hasUnusedFiles() throws -> Bool {
        // Asked after every write.
        try Bool.fetchOne(statement("SELECT EXISTS (SELECT 1 FROM sealedFile \(Self.unused))")) ?? false
    }

    func forget(_ files: [SealedFileID]) throws {
        for file in files {
            try execute("DELETE FROM sealedFile \(Self.unused) AND id = ?", arguments: [file.description])
        }
    }

    /// Contents of attachments that were sealed under an earlier data key's reign.
    func staleFiles(before epoch: UInt32) throws -> [SealedFile] {
        try sealedFiles(
            "WHERE epoch < ? AND id IN (SELECT file FROM attachment UNION SELECT file FROM binRow) ORDER BY id", [epoch]
        )
    }

    /// Has what referred to a content refer to another of the same bytes.
    func replace(_ old: SealedFile, with new: SealedFile) throws {
        try keep(new, for: nil)
        try execute(
            "UPDATE attachment SET file = ? WHERE file = ?",
            arguments: [new.id.description, old.id.description])
        try execute(
            "UPDATE binRow SET file = ? WHERE file = ?", arguments: [new.id.description, old.id.description])
        try execute("UPDATE sealedFile SET draftID = NULL WHERE id = ?", arguments: [old.id.description])
    }

    private func keep(_ file: SealedFile, for draft: DraftID?) throws {
        try execute(
            "INSERT INTO sealedFile (id, key, epoch, size, digest, draftID) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                file.id.description, Data(file.key), file.epoch, file.size, Data(file.digest), draft?.description,
            ])
    }

    private func sealedFiles(_ condition: String, _ arguments: StatementArguments) throws -> [SealedFile] {
        try Row.fetchAll(db, sql: "SELECT * FROM sealedFile \(condition)", arguments: arguments).map { row in
            let (key, digest): (Data, Data) = (row["key"], row["digest"])
            return SealedFile(
                id: try row.identifier("id"), key: Array(key), epoch: row["epoch"], size: row["size"],
                digest: Array(digest))
        }
    }
}
