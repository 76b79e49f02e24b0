import Foundation
import Secrets
import VaultStorage

/// Attachments' sealed files as rows of a PostgreSQL database, each with its length and digest.
struct PostgresAttachmentBackend: AttachmentBackend {
    let pool: PostgresPool

    func write(
        _ sealed: [UInt8], as file: SealedFileID, of account: AccountID, on line: Quota.Line?
    ) throws(VaultError) {
        let digest = Blake.digest(sealed)
        try changing { db in
            try db.execute(
                """
                INSERT INTO attachmentFile (account, id, length, digest, writtenAt, content)
                VALUES (?, ?, ?, ?, CAST(extract(epoch FROM now()) AS DOUBLE PRECISION), ?)
                """,
                [.id(account), .id(file), .number(sealed.count), .blob(digest), .blob(sealed)])
            if let line { try Quota.require(line, of: account, db) }
        }
    }

    func read(_ file: SealedFileID, of account: AccountID) throws(VaultError) -> [UInt8]? {
        try VaultError.wrapping {
            let sql = "SELECT content FROM attachmentFile WHERE account = ? AND id = ?"
            return try pool.query(sql, [.id(account), .id(file)]).first?.blob("content")
        }
    }

    func remove(_ files: [SealedFileID], of account: AccountID) throws(VaultError) {
        try changing { db in
            for file in files {
                try db.execute("DELETE FROM attachmentFile WHERE account = ? AND id = ?", [.id(account), .id(file)])
            }
        }
    }

    func removeAll(of account: AccountID) throws(VaultError) {
        try changing { try $0.execute("DELETE FROM attachmentFile WHERE account = ?", [.id(account)]) }
    }

    func files(of account: AccountID) throws(VaultError) -> [StoredFile] {
        try VaultError.wrapping {
            try pool.query("SELECT id, writtenAt FROM attachmentFile WHERE account = ?", [.id(account)])
                .map { StoredFile(id: try $0.identifier("id"), writtenAt: try $0.date("writtenAt")) }
        }
    }

    private func changing(_ body: (any Transaction) throws -> Void) throws(VaultError) {
        try VaultError.wrapping { try pool.transaction(.comparing) { try body($0) } }
    }
}
