import Foundation
import GRDB

/// An account on its way into a backup: its row, the keys that people hold, and its blob.
struct CopiedAccount {
    struct Rows {
        let nameHash: Data
        let createdAt: Double
        let isAdmin: Bool
        let isRecoveryConfirmed: Bool
        let bookmark: Bookmark
        /// Passwords, recovery codes and passkeys; sessions stay behind.
        let slots: [KeySlot]

        init?(_ db: Database, _ id: AccountID) throws {
            let sql = "SELECT * FROM account WHERE id = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.description]) else { return nil }
            nameHash = row["nameHash"]
            createdAt = row["createdAt"]
            isAdmin = row["isAdmin"]
            isRecoveryConfirmed = row["isRecoveryConfirmed"]
            bookmark = try AccountRow(row).bookmark
            slots = try KeySlot.fetch(db, account: id).filter { $0.terms.kind != .session }
        }
    }

    let rows: Rows
    let blob: [UInt8]
    let header: BlobHeader

    /// Writes the row with the bookmark of the very blob that was copied.
    func insert(_ db: Database) throws {
        let time = Date(timeIntervalSince1970: rows.createdAt)
        try AccountRow.insert(
            db, id: header.account, nameHash: Array(rows.nameHash), at: time,
            bookmark: Bookmark(of: blob, header: header))
        try db.execute(
            sql: "UPDATE account SET isAdmin = ?, isRecoveryConfirmed = ? WHERE id = ?",
            arguments: [rows.isAdmin, rows.isRecoveryConfirmed, header.account.description])
        for slot in rows.slots where slot.terms.epoch == header.epoch { try slot.save(db) }
    }
}
