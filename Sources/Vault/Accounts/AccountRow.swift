import Foundation
import VaultStorage

/// One account as the accounts database knows it.
struct AccountRow: Sendable {
    let id: AccountID
    let created: Date
    let isAdmin: Bool
    let isRecoveryConfirmed: Bool
    /// Whether whoever runs the server keeps it from being signed in to.
    let isDisabled: Bool
    /// When an operator put it back alone out of a backup, in seconds since 1970; 0 for never.
    ///
    /// A comparison with a backup from before would take that for an attack.
    let restored: Double
    let lastCommit: CommitRecord

    /// Reads a row as it is, whoever wrote it: for copies and comparisons.
    init(_ row: TransactionRow) throws {
        id = try row.identifier("id")
        created = try row.date("createdAt")
        isAdmin = try row.flag("isAdmin")
        isRecoveryConfirmed = try row.flag("isRecoveryConfirmed")
        isDisabled = try row.flag("isDisabled")
        restored = try row.date("restoredAt").timeIntervalSince1970
        lastCommit = try CommitRecord(row)
    }

    /// - Throws: `rowForged` unless a server wrote the row, and it is the one that was asked for.
    init(_ row: TransactionRow, _ db: any Transaction, where asked: AskedRow) throws {
        try db.require(row, .account, .commit, where: asked)
        try self.init(row)
        try lastCommit.requireCountable()
    }

    static func fetch(_ db: any Transaction, nameHash: [UInt8]) throws -> AccountRow? {
        try db.row("SELECT * FROM account WHERE nameHash = ?", [.blob(nameHash)])
            .map { try AccountRow($0, db, where: ["nameHash": .blob(nameHash)]) }
    }

    /// The account with this name, or a decoy, so that time doesn't tell which names there are.
    static func fetch(_ db: any Transaction, nameHashOrNext hash: [UInt8]) throws -> (id: AccountID, isDecoy: Bool)? {
        try db.row("SELECT * FROM account WHERE nameHash >= ? ORDER BY nameHash LIMIT 1", [.blob(hash)]).map { row in
            let isDecoy = try row.blob("nameHash") != hash
            if !isDecoy { try db.require(row, .account, where: ["nameHash": .blob(hash)]) }
            return (try row.identifier("id"), isDecoy)
        }
    }

    static func fetch(_ db: any Transaction, id: AccountID) throws -> AccountRow? {
        try db.row("SELECT * FROM account WHERE id = ?", [.id(id)]).map {
            try AccountRow($0, db, where: ["id": .id(id)])
        }
    }

    static func count(_ db: any Transaction) throws -> Int {
        try db.row("SELECT COUNT(*) AS accounts FROM account", [])?.number("accounts") ?? 0
    }

    static func insert(_ db: any Transaction, id: AccountID, nameHash: [UInt8], at time: Date, lastCommit: CommitRecord)
        throws
    {
        try db.insert([
            .account: [
                .id(id), .blob(nameHash), .time(time), .flag(false), .flag(false), .flag(false), .real(0),
            ],
            .commit: lastCommit.values(of: id),
        ])
    }

    /// Records whether somebody keeps the account's recovery code.
    static func setRecoveryConfirmed(_ db: any Transaction, _ account: AccountID, _ isConfirmed: Bool) throws {
        try db.change(.account, where: ("id", .id(account)), set: "isRecoveryConfirmed", to: .flag(isConfirmed))
    }

    /// Keeps the account from being signed in to, and ends its sessions, or lets it in again.
    ///
    /// - Returns: False where there is no such account.
    static func setDisabled(_ db: any Transaction, _ account: AccountID, _ isDisabled: Bool) throws -> Bool {
        guard try db.change(.account, where: ("id", .id(account)), set: "isDisabled", to: .flag(isDisabled)) else {
            return false
        }
        if isDisabled { try SessionRow.deleteAll(db, account: account) }
        return true
    }

    /// - Throws: `accountDisabled`.
    static func requireEnabled(_ db: any Transaction, _ account: AccountID) throws {
        guard try fetch(db, id: account)?.isDisabled != true else {
            throw VaultError(.accountDisabled, "the account is disabled by whoever runs the server")
        }
    }

    static func admins(_ db: any Transaction) throws -> Set<AccountID> {
        Set(try db.rows("SELECT id FROM account WHERE isAdmin = 1").map { try $0.identifier("id") })
    }

    static func setAdmin(_ db: any Transaction, nameHash: [UInt8], _ isAdmin: Bool) throws {
        let isKnown = try db.change(
            .account, where: ("nameHash", .blob(nameHash)), set: "isAdmin", to: .flag(isAdmin))
        guard isKnown else { throw VaultError(.notFound, "nobody has this user name") }
    }

    /// Records what the account's blob is now; when the epoch rises, key slots of older epochs go.
    static func record(_ commit: CommitRecord, _ db: any Transaction, _ account: AccountID) throws {
        let changed = try db.change(
            """
            UPDATE account SET generation = ?1, epoch = ?2, tag = ?3, digest = ?4, length = ?5, commitMac = ?6
            WHERE id = ?7 AND generation <= ?1
            """,
            [
                .number(commit.generation), .number(commit.epoch), .blob(commit.tag), .blob(commit.digest),
                .number(commit.length), try commit.mac(of: account, db), .id(account),
            ])
        guard changed == 1 else { throw VaultError(.vaultMissing, "the account is not in the accounts database") }
        try db.execute(
            "DELETE FROM keySlot WHERE account = ? AND epoch < ?", [.id(account), .number(commit.epoch)])
    }
}

extension CommitRecord {
    /// - Throws: `rowForged` unless a server wrote the row, which has the account's id too.
    init(_ row: TransactionRow, by key: RowKey) throws {
        guard key.isAuthentic(row, as: .commit) else { throw VaultError.forged(.commit) }
        try self.init(row)
        try requireCountable()
    }

    /// What authenticates it as this account's.
    func mac(of account: AccountID, _ db: any Transaction) throws(VaultError) -> SQLValue {
        try db.mac(of: .commit, values(of: account))
    }

    fileprivate func values(of account: AccountID) -> [SQLValue] {
        [.id(account), .number(generation), .number(epoch), .blob(tag), .blob(digest), .number(length)]
    }

    /// Reads it as it is, whoever wrote it.
    init(_ row: TransactionRow) throws {
        self.init(
            generation: try row.number("generation"), epoch: try row.number("epoch"), tag: try row.blob("tag"),
            digest: try row.blob("digest"), length: try row.number("length"))
    }

    /// Both numbers are counted up from 1: what has none before or after it was not written by us.
    fileprivate func requireCountable() throws {
        guard generation > 0, generation < Int64.max, epoch > 0, epoch < .max else {
            throw VaultError(.vaultDamaged, "the accounts database counts in a way that can't be")
        }
    }
}
