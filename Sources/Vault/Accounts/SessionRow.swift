import Foundation
import GRDB

/// One session as the accounts database knows it.
struct SessionRow: Sendable {
    let lookup: [UInt8]
    let id: SessionID
    let account: AccountID
    let created: Date
    let lastSeen: Date
    let expires: Date
    let isPending: Bool

    init(
        lookup: [UInt8], id: SessionID, account: AccountID, created: Date, expires: Date, isPending: Bool
    ) {
        (self.lookup, self.id, self.account, self.created) = (lookup, id, account, created)
        (lastSeen, self.expires, self.isPending) = (created, expires, isPending)
    }

    init(_ row: Row) throws {
        let lookup: Data = row["lookup"]
        self.lookup = Array(lookup)
        id = try row.identifier("id")
        account = try row.identifier("account")
        created = row.date("createdAt")
        lastSeen = row.date("lastSeen")
        expires = row.date("expires")
        isPending = row["isPending"]
    }

    /// Seconds that a session waits for its second factor.
    static let pendingSeconds: TimeInterval = 900

    func isAlive(at now: Date, idleSeconds: TimeInterval) -> Bool {
        if isPending, now.timeIntervalSince(created) >= Self.pendingSeconds { return false }
        return now < expires && now.timeIntervalSince(lastSeen) < idleSeconds
    }

    static func fetch(_ db: Database, lookup: [UInt8]) throws -> SessionRow? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM session WHERE lookup = ?")
        return try Row.fetchOne(statement, arguments: [Data(lookup)])
            .map(SessionRow.init)
    }

    /// The account's sessions, the latest used first.
    static func fetchAll(_ db: Database, account: AccountID) throws -> [SessionRow] {
        let sql = "SELECT * FROM session WHERE account = ? ORDER BY lastSeen DESC, id"
        return try Row.fetchAll(db, sql: sql, arguments: [account.description]).map(SessionRow.init)
    }

    /// Forgets sessions that are over, with their key slots.
    static func deleteDead(_ db: Database, at now: Date, idleSeconds: TimeInterval) throws {
        let time = now.timeIntervalSince1970
        let isDead = "expires <= ?1 OR lastSeen <= ?2 OR (isPending AND createdAt <= ?3)"
        let arguments: StatementArguments = [time, time - idleSeconds, time - pendingSeconds]
        try db.execute(
            sql: "DELETE FROM keySlot WHERE kind = 3 AND lookup IN (SELECT lookup FROM session WHERE \(isDead))",
            arguments: arguments)
        try db.execute(sql: "DELETE FROM session WHERE \(isDead)", arguments: arguments)
    }

    func insert(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO session (lookup, id, account, createdAt, lastSeen, expires, isPending)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(lookup), id.description, account.description, created.timeIntervalSince1970,
                lastSeen.timeIntervalSince1970, expires.timeIntervalSince1970, isPending,
            ])
    }

    /// Deletes the session with its key slots of every epoch.
    static func delete(_ db: Database, account: AccountID, lookup: [UInt8]) throws {
        try db.execute(sql: "DELETE FROM session WHERE lookup = ?", arguments: [Data(lookup)])
        try db.execute(
            sql: "DELETE FROM keySlot WHERE account = ? AND kind = ? AND lookup = ?",
            arguments: [account.description, KeySlot.Kind.session.rawValue, Data(lookup)])
    }
}
