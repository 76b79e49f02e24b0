import Foundation

/// One account as the accounts database knows it.
struct AccountRow: Sendable {
    let id: AccountID
    let isAdmin: Bool
    let isRecoveryConfirmed: Bool
    let bookmark: Bookmark

    init(_ row: LedgerRow) throws {
        id = try row.identifier("id")
        isAdmin = try row.flag("isAdmin")
        isRecoveryConfirmed = try row.flag("isRecoveryConfirmed")
        bookmark = try Bookmark(row)
    }

    static func fetch(_ db: any Ledger, nameHash: [UInt8]) throws -> AccountRow? {
        try db.row("SELECT * FROM account WHERE nameHash = ?", [.blob(nameHash)]).map(AccountRow.init)
    }

    /// The account with this name, or another that stands in for it: time doesn't tell then which names there are.
    static func fetch(_ db: any Ledger, nameHashOrNext hash: [UInt8]) throws -> (id: AccountID, standsIn: Bool)? {
        try db.row("SELECT * FROM account WHERE nameHash >= ? ORDER BY nameHash LIMIT 1", [.blob(hash)]).map { row in
            (try AccountRow(row).id, try row.blob("nameHash") != hash)
        }
    }

    static func fetch(_ db: any Ledger, id: AccountID) throws -> AccountRow? {
        try db.row("SELECT * FROM account WHERE id = ?", [.id(id)]).map(AccountRow.init)
    }

    static func insert(_ db: any Ledger, id: AccountID, nameHash: [UInt8], at time: Date, bookmark: Bookmark) throws {
        try db.execute(
            """
            INSERT INTO account (id, nameHash, createdAt, generation, epoch, tag, digest, length)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .id(id), .blob(nameHash), .time(time), .number(bookmark.generation), .number(bookmark.epoch),
                .blob(bookmark.tag), .blob(bookmark.digest), .number(bookmark.length),
            ])
    }

    /// Notes whether somebody keeps the account's recovery code.
    static func note(recoveryConfirmed isConfirmed: Bool, _ db: any Ledger, _ account: AccountID) throws {
        try db.execute("UPDATE account SET isRecoveryConfirmed = ? WHERE id = ?", [.flag(isConfirmed), .id(account)])
    }

    /// Notes what the account's blob is now; when the epoch rises, key slots of older epochs go.
    static func record(_ bookmark: Bookmark, _ db: any Ledger, _ account: AccountID) throws {
        let changed = try db.change(
            """
            UPDATE account SET generation = ?1, epoch = ?2, tag = ?3, digest = ?4, length = ?5
            WHERE id = ?6 AND generation <= ?1
            """,
            [
                .number(bookmark.generation), .number(bookmark.epoch), .blob(bookmark.tag), .blob(bookmark.digest),
                .number(bookmark.length), .id(account),
            ])
        guard changed == 1 else { throw VaultError(.vaultMissing, "the account is not in the books") }
        try db.execute(
            "DELETE FROM keySlot WHERE account = ? AND epoch < ?", [.id(account), .number(bookmark.epoch)])
    }
}

extension Bookmark {
    init(_ row: LedgerRow) throws {
        self.init(
            generation: try row.number("generation"), epoch: try row.number("epoch"), tag: try row.blob("tag"),
            digest: try row.blob("digest"), length: try row.number("length"))
    }
}
