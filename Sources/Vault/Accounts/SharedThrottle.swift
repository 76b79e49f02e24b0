import Foundation

/// Failed sign-ins counted in the accounts database, for servers that share it; otherwise as `Throttle`.
///
/// The rows are keyed hashes and numbers, and go when they are an hour old.
struct SharedThrottle: Sendable {
    private static let most: Int64 = 1_000_000

    let policy: Throttle
    let accountsDatabase: any AccountsDatabase

    func wait(_ attempt: Throttle.Attempt, now: Date) async throws -> Int {
        let keys = policy.keys(attempt)
        return try await accountsDatabase.read { db in
            let waits = try keys.map { key, freeTries in
                policy.wait(try Self.counter(db, key), freeTries: freeTries, now: now)
            }
            return Int((waits.max() ?? 0).rounded(.up), clampedTo: 0...86_400)
        }
    }

    private static func counter(_ db: any Transaction, _ key: Throttle.Key) throws -> Throttle.Counter {
        let sql = "SELECT failures, last FROM attempt WHERE account = ? AND address = ?"
        return try db.row(sql, [.blob(key.account), .blob(key.address)]).map {
            Throttle.Counter(failures: try $0.number("failures"), last: try $0.date("last"))
        } ?? Throttle.Counter()
    }

    func fail(_ attempt: Throttle.Attempt, now: Date) async throws {
        let forgotten = now.addingTimeInterval(-policy.memory)
        let impossible = now.addingTimeInterval(policy.longestWait)
        try await accountsDatabase.write { db in
            let before = try Self.counter(db, attempt.place)
            for key in policy.keys(attempt, failingAfter: before, now: now) {
                try db.execute(
                    """
                    INSERT INTO attempt (account, address, failures, last) VALUES (?1, ?2, 1, ?3)
                    ON CONFLICT (account, address) DO UPDATE SET last = ?3, failures = CASE
                        WHEN attempt.last < ?4 OR attempt.last > ?6 THEN 1 WHEN attempt.failures >= ?5 THEN ?5
                        ELSE attempt.failures + 1 END
                    """,
                    [
                        .blob(key.account), .blob(key.address), .time(now), .time(forgotten), .integer(Self.most),
                        .time(impossible),
                    ])
            }
        }
    }

    func succeed(_ attempt: Throttle.Attempt) async throws {
        try await accountsDatabase.write { db in
            try db.execute(
                "DELETE FROM attempt WHERE account = ? AND address = ?",
                [.blob(attempt.place.account), .blob(attempt.place.address)])
        }
    }

    /// Forgets what is too old to count, also answers to passkeys' questions.
    func sweep(_ db: any Transaction, now: Date) throws {
        try db.execute("DELETE FROM attempt WHERE last < ?", [.time(now.addingTimeInterval(-policy.memory))])
        try db.execute("DELETE FROM answer WHERE ends < ?", [.time(now)])
    }
}
