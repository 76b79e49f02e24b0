import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// The tables that servers share, step by step; the books' own are those of `AccountsMigrations`.
///
/// A step that was released never changes.
enum PostgresSchema {
    private static let steps = [first, second, third]

    /// Makes the tables, or brings them up to this release; several servers may try at the same time.
    ///
    /// - Throws: `vaultVersion` when a newer release made them.
    static func makeCurrent(_ pool: PostgresPool) throws {
        for _ in 0..<100 {
            let done = try version(pool)
            if done == steps.count { return }
            if (1...2).contains(done) {
                try AccountsMigrations.requireNone(try pool.query("SELECT id FROM account LIMIT 1", []).count)
            }
            do {
                try pool.transaction(.comparing) { db in
                    if done == 0 { try db.execute("CREATE TABLE schemaStep (number BIGINT PRIMARY KEY)", []) }
                    try db.execute("INSERT INTO schemaStep (number) VALUES (?)", [.number(done + 1)])
                    for statement in steps[done] { try db.execute(statement, []) }
                }
            } catch let error as PostgresError where error.isDuplicate {
                // Another server is at it.
                usleep(50_000)
            }
        }
        throw VaultError(.busy, "another server doesn't finish making the tables", retryAfter: 10)
    }

    /// - Throws: `vaultVersion` unless the tables are this release's.
    static func requireCurrent(_ pool: PostgresPool) throws {
        guard try version(pool) == steps.count else {
            throw VaultError(.vaultVersion, "the accounts are another release's: start this release's server once")
        }
    }

    private static func version(_ pool: PostgresPool) throws -> Int {
        let done: Int
        do throws(PostgresError) {
            done = try pool.query("SELECT number FROM schemaStep", []).count
        } catch {
            guard error.isMissingTable else { throw error }
            done = 0
        }
        guard done <= steps.count else {
            throw VaultError(.vaultVersion, "the accounts were written by a newer release")
        }
        return done
    }

    private static let first = [
        """
        CREATE TABLE account (
            id TEXT PRIMARY KEY, nameHash BYTEA NOT NULL UNIQUE, createdAt DOUBLE PRECISION NOT NULL,
            isAdmin BIGINT NOT NULL DEFAULT 0, isRecoveryConfirmed BIGINT NOT NULL DEFAULT 0,
            generation BIGINT NOT NULL, epoch BIGINT NOT NULL, tag BYTEA NOT NULL, digest BYTEA NOT NULL,
            length BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE keySlot (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, kind BIGINT NOT NULL, lookup BYTEA NOT NULL,
            epoch BIGINT NOT NULL, salt BYTEA NOT NULL, passes BIGINT NOT NULL, memory BIGINT NOT NULL,
            expires BIGINT NOT NULL, publicKey BYTEA NOT NULL, sealed BYTEA NOT NULL, mac BYTEA NOT NULL,
            PRIMARY KEY (account, kind, lookup, epoch)
        )
        """,
        "CREATE INDEX keySlot_lookup ON keySlot (lookup)",
        """
        CREATE TABLE session (
            lookup BYTEA PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, createdAt DOUBLE PRECISION NOT NULL,
            lastSeen DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL, isPending BIGINT NOT NULL
        )
        """,
        "CREATE INDEX session_account ON session (account)",
        """
        CREATE TABLE familiarAddress (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, hash BYTEA NOT NULL,
            lastSeen DOUBLE PRECISION NOT NULL, PRIMARY KEY (account, hash)
        )
        """,
        """
        CREATE TABLE invitation (
            hash BYTEA PRIMARY KEY, expires DOUBLE PRECISION NOT NULL, usedAt DOUBLE PRECISION
        )
        """,
        // One sealed blob for each account; written before the account's row when that is new.
        "CREATE TABLE vault (account TEXT PRIMARY KEY, generation BIGINT NOT NULL, blob BYTEA NOT NULL)",
        // Sealed bytes don't get shorter by compressing.
        "ALTER TABLE vault ALTER COLUMN blob SET STORAGE EXTERNAL",
        // Sealed files of attachments; length and digest are noted so that a damaged one is noticed without a key.
        """
        CREATE TABLE attachmentFile (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, id TEXT NOT NULL, length BIGINT NOT NULL,
            digest BYTEA NOT NULL, writtenAt DOUBLE PRECISION NOT NULL, content BYTEA NOT NULL,
            PRIMARY KEY (account, id)
        )
        """,
        "ALTER TABLE attachmentFile ALTER COLUMN content SET STORAGE EXTERNAL",
        // What is the same for all servers, and checked when one starts.
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
        // Rows to lock while an account's keys change; see `PostgresLock`.
        "CREATE TABLE turn (number BIGINT PRIMARY KEY)",
        "INSERT INTO turn (number) SELECT * FROM generate_series(0, 255)",
        // Failed sign-ins, by keyed hashes.
        """
        CREATE TABLE attempt (
            account BYTEA NOT NULL, address BYTEA NOT NULL, failures BIGINT NOT NULL, last DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (account, address)
        )
        """,
        "CREATE INDEX attempt_last ON attempt (last)",
        // Questions to passkeys that were answered.
        "CREATE TABLE answer (nonce BYTEA PRIMARY KEY, ends DOUBLE PRECISION NOT NULL)",
    ]

    private static let second = [
        // What was committed lately; see `PostgresReceipt`.
        "CREATE TABLE receipt (id BYTEA PRIMARY KEY, writtenAt DOUBLE PRECISION NOT NULL)",
        "CREATE INDEX receipt_writtenAt ON receipt (writtenAt)",
    ]

    /// Who wrote a row: see `AuthenticatedRow`.
    private static let third = [
        "ALTER TABLE account ADD COLUMN rowMac BYTEA NOT NULL, ADD COLUMN bookmarkMac BYTEA NOT NULL",
        "ALTER TABLE keySlot ADD COLUMN rowMac BYTEA NOT NULL",
        "ALTER TABLE session ADD COLUMN rowMac BYTEA NOT NULL",
        "DELETE FROM invitation",
        "ALTER TABLE invitation ADD COLUMN rowMac BYTEA NOT NULL",
    ]
}
