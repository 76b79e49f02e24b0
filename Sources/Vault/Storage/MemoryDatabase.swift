import GRDB
import GRDBSQLite

/// What is special about the databases that vaults live in.
enum MemoryDatabase {
    /// Bytes of a page of a new database: some forty tables and indexes take one each at least.
    private static let pageSize = 1024

    /// An empty database on a `VaultFile`; journals, sorts and temporary tables stay in memory too.
    static func make() throws(VaultError) -> DatabaseQueue {
        guard VaultFile.isReady else { throw VaultError(.storageFailed, "SQLite doesn't take files in memory") }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // By default SQLite would write sorts in plain text to /var/tmp.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA journal_mode = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA page_size = \(pageSize)")
            // The file is memory too: what was read need not be kept twice, and nothing gets there before a commit.
            try db.execute(sql: "PRAGMA cache_size = -\(cacheBytes / 1024)")
            try db.execute(sql: "PRAGMA cache_spill = OFF")
        }
        do {
            return try DatabaseQueue(path: VaultFile.path, configuration: configuration)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Bytes of pages that SQLite keeps at hand beside the file.
    static let cacheBytes = 262_144

    /// Bounds how far a database can grow.
    static func limit(_ db: Database, bytes: Int, pageSize: Int = pageSize) throws {
        try db.execute(sql: "PRAGMA max_page_count = \(max(64, bytes / pageSize))")
    }

    /// Refuses a transaction whose COMMIT would fail.
    static func requireKeptReferences(_ db: Database) throws {
        var current: Int32 = 0
        var high: Int32 = 0
        let status = sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &high, 0)
        guard status == SQLITE_OK, current == 0 else {
            throw VaultError(.notFound, "an entry refers to one that is not there")
        }
    }
}
