import Synchronization
import VaultStorage

/// Blobs as rows of a PostgreSQL database, each replaced in one transaction with its record.
final class PostgresBlobStore: SharedBlobStore {
    private let pool: PostgresPool
    private let rowKey: RowKey
    /// Connections whose transaction has an account's row locked; each is its vault's alone.
    private let held = Mutex<[AccountID: PostgresConnection]>([:])

    init(pool: PostgresPool, rowKey: RowKey) { (self.pool, self.rowKey) = (pool, rowKey) }

    func read(_ account: AccountID, generation: UInt64) throws(VaultError) -> [[UInt8]] {
        try VaultError.wrapping {
            try pool.query("SELECT blob FROM vault WHERE account = ?", [.id(account)]).map { try $0.blob("blob") }
        }
    }

    func blob(_ account: AccountID, in db: any Transaction) throws -> [UInt8]? {
        try db.row("SELECT blob FROM vault WHERE account = ?", [.id(account)])?.blob("blob")
    }

    func record(_ account: AccountID) throws(VaultError) -> CommitRecord? {
        try VaultError.wrapping {
            let sql = "SELECT \(Self.columns) FROM account WHERE id = ?"
            return try query(sql, account).first.map { try CommitRecord($0, by: rowKey) }
        }
    }

    func current(_ account: AccountID) throws(VaultError) -> (blob: [UInt8], record: CommitRecord)? {
        try VaultError.wrapping {
            // One statement, so one state of both.
            let sql = """
                SELECT \(Self.columns), blob
                FROM account JOIN vault ON vault.account = account.id WHERE account.id = ?
                """
            return try query(sql, account).first.map { (try $0.blob("blob"), try CommitRecord($0, by: rowKey)) }
        }
    }

    /// What a commit record is made of, also where the account's blob is joined.
    private static let columns = "id, account.generation, epoch, tag, digest, length, commitMac"

    /// False: a row is replaced whole.
    var takesPieces: Bool { false }

    func replace(
        _ account: AccountID, with commit: SealedCommit, _ record: CommitRecord, inPlace: Bool
    ) throws(BlobFailure) -> Bool {
        guard commit.base == nil else { return false }
        do {
            if let connection = held.withLock({ $0[account] }) {
                try Self.replace(PostgresTransaction(connection, rowKey), account, commit.bytes, record)
                try connection.commit()
            } else {
                try pool.transaction(.comparing) {
                    try Self.replace($0.knowing(rowKey), account, commit.bytes, record)
                }
            }
        } catch {
            guard (error as? PostgresError)?.kind == .ambiguous else {
                throw BlobFailure(VaultError(wrapping: error), isAmbiguous: false)
            }
            let isStanding = outcome(account, record)
            guard isStanding == true else {
                // The first blob is nothing without its account's row, which comes after it.
                let isNowhere = isStanding == false || record.generation == 1
                let error = isNowhere ? PostgresError(.broken) : error
                throw BlobFailure(VaultError(wrapping: error), isAmbiguous: isStanding == nil)
            }
        }
        return true
    }

    /// Whether a commit was made whose answer was lost; nil if unknown.
    private func outcome(_ account: AccountID, _ record: CommitRecord) -> Bool? {
        let found = pool.asking { [rowKey] connection -> CommitRecord? in
            _ = try connection.run(PostgresPool.Mode.comparing.rawValue, [])
            // Locked, so that a commit still under way has come to its end.
            let sql = "SELECT \(Self.columns) FROM account WHERE id = $1 FOR UPDATE"
            let row = try connection.run(sql, [.id(account)]).rows.first
            _ = try connection.run("ROLLBACK", [])
            return try row.map { try CommitRecord($0, by: rowKey) }
        }
        guard let found, let known = found else { return nil }
        if known.generation == record.generation, known.tag == record.tag { return true }
        // Somebody else may have built on it, or written in its place.
        return known.generation < record.generation ? false : nil
    }

    private static func replace(
        _ db: any Transaction, _ account: AccountID, _ blob: [UInt8], _ record: CommitRecord
    ) throws {
        guard record.generation > 1 else {
            // The first blob, which comes before the account's row.
            return try db.execute(
                "INSERT INTO vault (account, generation, blob) VALUES (?, 1, ?)", [.id(account), .blob(blob)])
        }
        let before = record.generation - 1
        let changed = try db.change(
            """
            UPDATE account SET generation = ?, epoch = ?, tag = ?, digest = ?, length = ?, commitMac = ?
            WHERE id = ? AND generation = ? AND epoch <= ?
            """,
            [
                .number(record.generation), .number(record.epoch), .blob(record.tag), .blob(record.digest),
                .number(record.length), try record.mac(of: account, db), .id(account), .number(before),
                .number(record.epoch),
            ])
        guard changed == 1 else { throw VaultError(.overtaken, "another server has written this vault") }
        let replaced = try db.change(
            "UPDATE vault SET generation = ?, blob = ? WHERE account = ? AND generation = ?",
            [.number(record.generation), .blob(blob), .id(account), .number(before)])
        guard replaced == 1 else {
            throw VaultError(.vaultMissing, "the account's blob is not the one of the accounts database")
        }
        // With the old key's ways in, unless the new key's are missing: then nobody could open it any more.
        let cut = try db.change(
            "DELETE FROM keySlot WHERE account = ? AND epoch < ?", [.id(account), .number(record.epoch)])
        guard try cut == 0 || hasPassword(db, account, record.epoch) else {
            throw VaultError(.busy, "the account's keys are changing", retryAfter: 1)
        }
    }

    private static func hasPassword(_ db: any Transaction, _ account: AccountID, _ epoch: UInt32) throws -> Bool {
        try db.finds(
            "SELECT 1 AS one FROM keySlot WHERE account = ? AND kind = ? AND epoch = ?",
            [.id(account), .number(KeySlot.Kind.password.rawValue), .number(epoch)])
    }

    /// Nothing: what can be read here is durable.
    func makeDurable(_ account: AccountID, _ blob: [UInt8], header: BlobHeader) {}

    /// Nothing: the blob before went with the commit.
    func removeBlobs(of account: AccountID, before generation: UInt64) {}

    func exclusively<T>(_ account: AccountID, _ body: () throws -> T) throws -> T {
        let (connection, _) = try pool.take(PostgresPool.Mode.comparing.rawValue)
        defer {
            held.withLock { $0[account] = nil }
            if connection.isBroken { _ = try? connection.run("ROLLBACK", []) }
            pool.giveBack(connection)
        }
        _ = try connection.run("SELECT id FROM account WHERE id = $1 FOR UPDATE", [.id(account)])
        held.withLock { $0[account] = connection }
        return try body()
    }

    /// Asks by the connection that has the account, if one has: never waits for another one then.
    private func query(_ sql: String, _ account: AccountID) throws(PostgresError) -> [TransactionRow] {
        guard let connection = held.withLock({ $0[account] }) else { return try pool.query(sql, [.id(account)]) }
        return try connection.run(PostgresTransaction.numbered(sql), [.id(account)]).rows
    }

    /// Removes the blob of an account that isn't in the accounts database: one that is there never loses it.
    func remove(_ account: AccountID) throws(VaultError) {
        try VaultError.wrapping {
            try pool.transaction(.comparing) { db in
                try db.execute(
                    "DELETE FROM vault WHERE account = ?1 AND NOT EXISTS (SELECT 1 FROM account WHERE id = ?1)",
                    [.id(account)])
            }
        }
    }

    func accounts() throws(VaultError) -> [AccountID] {
        try VaultError.wrapping {
            try pool.query("SELECT account FROM vault ORDER BY account", []).map { try $0.identifier("account") }
        }
    }
}
