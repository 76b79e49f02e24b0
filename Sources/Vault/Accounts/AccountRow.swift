import Foundation
import GRDB

/// One account as the accounts database knows it.
struct AccountRow: Sendable {
    let id: AccountID
    let isAdmin: Bool
    let isRecoveryConfirmed: Bool
    let bookmark: Bookmark

    init(_ row: Row) throws {
        id = try row.identifier("id")
        isAdmin = row["isAdmin"]
        isRecoveryConfirmed = row["isRecoveryConfirmed"]
        let generation: Int64 = row["generation"]
        let tag: Data = row["tag"]
        let digest: Data = row["digest"]
        bookmark = Bookmark(
            generation: UInt64(clamping: generation), epoch: row["epoch"], tag: Array(tag), digest: Array(digest),
            length: row["length"])
    }

    static func fetch(_ db: Database, nameHash: [UInt8]) throws -> AccountRow? {
        try Row.fetchOne(db, sql: "SELECT * FROM account WHERE nameHash = ?", arguments: [Data(nameHash)])
            .map(AccountRow.init)
    }

    static func fetch(_ db: Database, id: AccountID) throws -> AccountRow? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.description])
            .map(AccountRow.init)
    }

    static func insert(_ db: Database, id: AccountID, nameHash: [UInt8], at time: Date, bookmark: Bookmark) throws {
        try db.execute(
            sql: """
                INSERT INTO account (id, nameHash, createdAt, generation, epoch, tag, digest, length)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.description, Data(nameHash), time.timeIntervalSince1970, Int64(clamping: bookmark.generation),
                bookmark.epoch, Data(bookmark.tag), Data(bookmark.digest), bookmark.length,
            ])
    }
}
