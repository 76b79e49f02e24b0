package import Foundation
import GRDB
import Model
package import VaultStorage

/// What was read and shown, and waits for its owner to confirm it: an archive, or a page of the booklet.
package struct PendingImport: Sendable, Equatable, Identifiable {
    /// How many wait at most; the oldest make room.
    package static let limit = 32
    /// The longest text, in bytes: an archive with all that an account holds.
    package static let textLimit = 24 << 20
    /// Seconds until an unconfirmed one goes, where it doesn't say otherwise.
    package static let lifetime: TimeInterval = 3_600

    package let id: PendingID
    /// The pass whose page it was given on.
    package let passID: PassID?
    package let text: String
    package let identity: String
    package let createdAt: Date
    /// From when on it is shown no more.
    package let expires: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: PendingID = .random(), passID: PassID?, text: String, identity: String, createdAt: Date,
        lifetime: TimeInterval = lifetime
    ) throws(VaultError) {
        guard !text.isEmpty, text.utf8.count <= Self.textLimit else {
            throw VaultError(.invalidRecord, "text has a length that is not allowed")
        }
        try Validation.text(identity, "identity", limit: 200)
        self.id = id
        self.passID = passID
        self.text = text
        self.identity = identity
        self.createdAt = createdAt
        expires = createdAt + lifetime
    }
}

extension Records {
    /// What waits for confirmation, in the order it came.
    package func pendingImports() throws -> [PendingImport] {
        try Row.fetchAll(statement("SELECT * FROM pendingImport WHERE source IS NULL ORDER BY createdAt, rowid")).map(
            pendingImport)
    }

    package func pendingImport(_ id: PendingID) throws -> PendingImport? {
        let sql = "SELECT * FROM pendingImport WHERE source IS NULL AND id = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [id.description]).map(pendingImport)
    }

    /// The id of the one with an identity.
    package func pendingImport(named identity: String) throws -> PendingID? {
        let sql = "SELECT id FROM pendingImport WHERE identity = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [identity]).map { try $0.identifier("id") }
    }

    /// Adds one; the same statement again replaces the earlier one, old ones and those over the limit go.
    package func insert(_ pending: PendingImport) throws {
        let created = pending.createdAt.timeIntervalSince1970
        try execute("DELETE FROM pendingImport WHERE identity = ?", arguments: [pending.identity])
        // No draft goes for it, whatever the clock says.
        try execute("DELETE FROM pendingImport WHERE source IS NULL AND expires <= ?", arguments: [created])
        try execute(
            "INSERT INTO pendingImport (id, passID, text, identity, createdAt, expires) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                pending.id.description, pending.passID?.description, pending.text, pending.identity, created,
                pending.expires.timeIntervalSince1970,
            ])
        try execute(
            """
            DELETE FROM pendingImport WHERE source IS NULL AND rowid NOT IN
                (SELECT rowid FROM pendingImport WHERE source IS NULL ORDER BY createdAt DESC, rowid DESC LIMIT ?)
            """,
            arguments: [PendingImport.limit])
    }

    /// Gives one that waits another text; what came with it and its time stay.
    ///
    /// - Throws: `notFound` where there is none.
    package func replacePendingText(_ id: PendingID, with text: String) throws {
        guard let old = try pendingImport(id) else { throw VaultError(.notFound, "the import is gone") }
        _ = try PendingImport(
            id: id, passID: old.passID, text: text, identity: old.identity, createdAt: old.createdAt)
        try execute(
            "UPDATE pendingImport SET text = ? WHERE id = ?", arguments: [text, id.description])
    }

    @discardableResult
    package func deletePendingImport(_ id: PendingID) throws -> Bool {
        try execute("DELETE FROM pendingImport WHERE id = ?", arguments: [id.description])
        return db.changesCount > 0
    }

    private func pendingImport(_ row: Row) throws -> PendingImport {
        let (created, expires) = (row.date("createdAt"), row.date("expires"))
        return try PendingImport(
            id: row.identifier("id"), passID: row.optionalIdentifier("passID"), text: row["text"],
            identity: row["identity"], createdAt: created, lifetime: expires.timeIntervalSince(created))
    }
}
