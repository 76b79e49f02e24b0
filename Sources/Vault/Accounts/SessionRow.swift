import Foundation
import Model
import VaultStorage

/// One session as the accounts database knows it.
struct SessionRow: Sendable {
    let lookup: [UInt8]
    let id: SessionID
    let account: AccountID
    let created: Date
    let lastSeen: Date
    let expires: Date
    let isPending: Bool

    /// A session that starts now.
    init(
        cookie: SessionCookie, id: SessionID? = nil, account: AccountID, isPending: Bool,
        configuration: VaultConfiguration
    ) {
        lookup = cookie.lookup()
        self.id = id ?? .random(from: configuration.random)
        (self.account, self.isPending) = (account, isPending)
        created = configuration.now()
        lastSeen = created
        // Whole seconds, since the expiry is bound into the key slot.
        let end = (created.timeIntervalSince1970 + configuration.sessionAbsoluteSeconds).rounded(.down)
        expires = Date(timeIntervalSince1970: end)
    }

    init(_ row: TransactionRow) throws {
        lookup = try row.blob("lookup")
        id = try row.identifier("id")
        account = try row.identifier("account")
        created = try row.date("createdAt")
        lastSeen = try row.date("lastSeen")
        expires = try row.date("expires")
        isPending = try row.flag("isPending")
    }

    /// How many sessions an account has, and as many that wait for their second factor.
    static let most = 50

    /// Seconds that a session waits for its second factor.
    static let pendingSeconds: TimeInterval = 900

    /// How far in the future a session may begin, where the clock was put right, in seconds.
    static let mostAhead: TimeInterval = 2 * 86_400

    func isAlive(at now: Date, idleSeconds: TimeInterval) -> Bool {
        if isPending, now.timeIntervalSince(created) >= Self.pendingSeconds { return false }
        // Made by a clock that had leapt: it would end years late.
        if created.timeIntervalSince(now) > Self.mostAhead { return false }
        return now < expires && now.timeIntervalSince(lastSeen) < idleSeconds
    }

    /// One that no server has written is none.
    static func fetch(_ db: any Transaction, lookup: [UInt8]) throws -> SessionRow? {
        try db.rows("SELECT * FROM session WHERE lookup = ?", [.blob(lookup)])
            .first { try db.isAuthentic($0, as: .session, where: ["lookup": .blob(lookup)]) }.map(SessionRow.init)
    }

    /// The account's sessions, the latest used first.
    static func fetchAll(_ db: any Transaction, account: AccountID) throws -> [SessionRow] {
        let sql = "SELECT * FROM session WHERE account = ? ORDER BY lastSeen DESC, id"
        return try db.rows(sql, [.id(account)]).filter {
            try db.isAuthentic($0, as: .session, where: ["account": .id(account)])
        }.map(SessionRow.init)
    }

    /// Forgets sessions that are over, with their key slots.
    static func deleteDead(_ db: any Transaction, at now: Date, _ configuration: VaultConfiguration) throws {
        let time = now.timeIntervalSince1970
        let isDead = """
            expires <= ?1 OR lastSeen <= ?2 OR (isPending = 1 AND createdAt <= ?3)
            OR createdAt > ?5 OR (lastSeen <= ?4 AND account IN (SELECT id FROM account WHERE isAdmin = 1))
            """
        let arguments: [SQLValue] = [
            .real(time), .real(time - configuration.idleSeconds(isAdmin: false)), .real(time - pendingSeconds),
            .real(time - configuration.idleSeconds(isAdmin: true)), .real(time + mostAhead),
        ]
        try db.execute(
            "DELETE FROM keySlot WHERE kind = 3 AND lookup IN (SELECT lookup FROM session WHERE \(isDead))", arguments)
        try db.execute("DELETE FROM session WHERE \(isDead)", arguments)
    }

    /// Begins it, and ends the account's longest unused where there are too many.
    ///
    /// Those that wait for their second factor make room among themselves: who has no more than the password ends nobody's.
    func insert(_ db: any Transaction) throws {
        let others = try Self.fetchAll(db, account: account).filter { $0.isPending == isPending }
        for old in others.dropFirst(Self.most - 1) { try Self.delete(db, account: account, lookup: old.lookup) }
        try db.insert([
            .session: [
                .blob(lookup), .id(id), .id(account), .time(created), .time(lastSeen), .time(expires), .flag(isPending),
            ]
        ])
    }

    static func setLastSeen(_ db: any Transaction, lookup: [UInt8], _ lastSeen: Date) throws {
        try db.change(.session, where: ("lookup", .blob(lookup)), set: "lastSeen", to: .time(lastSeen))
    }

    /// Deletes all sessions of an account with their key slots.
    static func deleteAll(_ db: any Transaction, account: AccountID) throws {
        try db.execute(
            "DELETE FROM keySlot WHERE account = ? AND kind = ?",
            [.id(account), .number(KeySlot.Kind.session.rawValue)])
        try db.execute("DELETE FROM session WHERE account = ?", [.id(account)])
    }

    /// Deletes the session with its key slots of every epoch.
    static func delete(_ db: any Transaction, account: AccountID, lookup: [UInt8]) throws {
        try db.execute("DELETE FROM session WHERE lookup = ?", [.blob(lookup)])
        try KeySlot.delete(db, account: account, kind: .session, lookup: lookup)
    }
}
