import GRDB
import VaultStorage

/// `accounts.sqlite`: hashes, wrapped keys and commit records; nothing that can be read as a person's.
struct SQLiteAccountsDatabase: AccountsDatabase {
    private let pool: any DatabaseWriter
    /// A connection for `readInline` alone.
    ///
    /// Such reads block the threads on which tasks go on, and whoever has one of the pool's connections needs such a
    /// thread to give it back: if they waited for those, nobody might ever go on again.
    private let inlineReader: any DatabaseReader
    /// Nil until it is known which `names.key` the accounts belong to.
    var rowKey: RowKey?

    init(path: String) throws(VaultError) {
        var configuration = Self.configuration
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            self.pool = pool
            // Setting up WAL mode happens after the preparation above.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try pool.write { try AccountsSchema.sqlite.makeCurrent(SQLiteTransaction($0)) }
            configuration.readonly = true
            inlineReader = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// Opens what a server has made; makes and changes nothing.
    ///
    /// - Throws: `vaultVersion` unless the accounts are this release's.
    init(existing path: String) throws(VaultError) {
        do {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            (pool, inlineReader) = (queue, queue)
            try pool.read { try AccountsSchema.sqlite.requireCurrent(SQLiteTransaction($0)) }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // GRDB's WAL mode lowers this to NORMAL, which can lose what was acknowledged.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Wrapped keys that are deleted must not linger in free pages.
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        return configuration
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        do {
            return try await pool.read { [rowKey] in try body(SQLiteTransaction($0, rowKey)) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    func readInline<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try readInlineBlocking(body)
    }

    func readInlineBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        do {
            return try blocking(inlineReader, body)
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// Where nothing is awaited, so that the overload that blocks is taken.
    private func blocking<T>(_ reader: any DatabaseReader, _ body: (any Transaction) throws -> T) throws -> T {
        try reader.read { try body(SQLiteTransaction($0, rowKey)) }
    }

    func readBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        do {
            return try blocking(pool, body)
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        do {
            return try await pool.write { [rowKey] in try body(SQLiteTransaction($0, rowKey)) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    func writeBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        do {
            return try pool.write { try body(SQLiteTransaction($0, rowKey)) }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    func requireAnswer() async throws { _ = try await read { try $0.finds("SELECT 1 AS one", []) } }

    /// Nothing: there are rows of accounts alone.
    func sweep() {}

    /// Moves everything out of the WAL file, so that deleted keys are nowhere.
    func forgetDeleted() {
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    func close() {
        forgetDeleted()
        try? inlineReader.close()
        try? pool.close()
    }
}

extension SQLiteAccountsDatabase: CommitRecords {
    func record(_ commit: CommitRecord, for account: AccountID) throws(VaultError) {
        do {
            try writeBlocking { try AccountRow.record(commit, $0, account) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }
}
