import GRDB
import GRDBSQLite

/// What is special about the databases that vaults live in.
enum MemoryDatabase {
    /// Bytes of a page of a new database: some forty tables and indexes take one each at least.
    private static let pageSize = 1024

    /// An empty `:memory:` database; sorts and temporary tables stay in memory too.
    static func make() throws(VaultError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // By default SQLite would write sorts in plain text to /var/tmp.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA page_size = \(pageSize)")
        }
        do {
            return try DatabaseQueue(configuration: configuration)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Bounds how far a database can grow.
    static func limit(_ db: Database, bytes: Int, pageSize: Int = pageSize) throws {
        try db.execute(sql: "PRAGMA max_page_count = \(max(64, bytes / pageSize))")
    }

    /// Refuses a transaction whose COMMIT would fail after its image was written.
    static func requireKeptReferences(_ db: Database) throws {
        var current: Int32 = 0
        var high: Int32 = 0
        let status = sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &high, 0)
        guard status == SQLITE_OK, current == 0 else {
            throw VaultError(.notFound, "an entry refers to one that is not there")
        }
    }

    /// Serializes the database as the running transaction sees it; the image is wiped afterwards.
    static func withImage<T>(of db: Database, _ body: (UnsafeRawBufferPointer) throws -> T) throws -> T {
        var size: Int64 = 0
        guard let image = sqlite3_serialize(db.sqliteConnection, "main", &size, 0), size > 0 else {
            throw VaultError(.busy, "no memory to save a vault", retryAfter: 5)
        }
        let buffer = UnsafeMutableRawBufferPointer(start: image, count: Int(size))
        defer {
            Sodium.wipe(buffer)
            sqlite3_free(image)
        }
        return try body(UnsafeRawBufferPointer(buffer))
    }
}

extension VaultError {
    /// Keeps our own errors, and reduces a database's to a code: its messages can quote values.
    init(wrapping error: any Error) {
        if let error = error as? VaultError {
            self = error
        } else if let error = error as? PostgresError {
            self = error.vaultError
        } else if let error = error as? DatabaseError {
            let reason = "SQLite result \(error.extendedResultCode.rawValue)"
            switch (error.resultCode, error.extendedResultCode) {
            case (_, .SQLITE_CONSTRAINT_FOREIGNKEY):
                self = VaultError(.notFound, "an entry refers to one that is not there")
            case (.SQLITE_FULL, _): self = VaultError(.storageFull, reason)
            case (.SQLITE_READONLY, _): self = VaultError(.storageReadOnly, reason)
            case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _): self = VaultError(.vaultDamaged, reason)
            case (.SQLITE_BUSY, _): self = VaultError(.busy, reason, retryAfter: 1)
            default: self = VaultError(.storageFailed, reason)
            }
        } else {
            self = VaultError(.storageFailed, "an error of type \(type(of: error))")
        }
    }
}
