import Secrets
import VaultStorage

/// One database that several servers share: accounts, blobs, attachments, and the lock on an account's keys.
struct PostgresBackend: Sendable {
    let accountsDatabase: PostgresAccountsDatabase
    let blobs: PostgresBlobStore
    let attachments: PostgresAttachmentBackend
    let lock: PostgresLock
    let nameKey: SecretBytes

    /// Connects.
    ///
    /// - Parameters:
    ///   - own: the key of accounts that an older release may have made; nil where a server must have made the tables.
    ///   - names: gives the key that belongs to these accounts.
    /// - Throws: `storageFailed` with what is wrong in words; `vaultVersion`.
    init(
        _ address: PostgresAddress, connections: Int, timeouts: PostgresTimeouts = PostgresTimeouts(),
        makingTables own: NameKey?, names: (any AccountsDatabase) throws -> SecretBytes
    ) throws(VaultError) {
        let pool = PostgresPool(address, size: max(1, connections), timeouts: timeouts)
        attachments = PostgresAttachmentBackend(pool: pool)
        // What holds them may take its time: passwords are hashed meanwhile.
        var patient = timeouts
        patient.idle = 120_000
        lock = PostgresLock(
            pool: PostgresPool(address, size: max(2, connections / 2), timeouts: patient, waitSeconds: 20))
        do {
            let schema = AccountsSchema.postgres
            try pool.transaction(.comparing) { db in
                guard let own else { return try schema.requireCurrent(db) }
                try schema.makeCurrent(db) { try own.rowKey($0) }
            }
            nameKey = try names(PostgresAccountsDatabase(pool: pool))
        } catch {
            throw VaultError(wrapping: error)
        }
        let rowKey = try RowKey(nameKey)
        accountsDatabase = PostgresAccountsDatabase(pool: pool, rowKey: rowKey)
        blobs = PostgresBlobStore(pool: pool, rowKey: rowKey)
    }

    /// What would keep a server from opening it; makes and changes nothing.
    ///
    /// - Parameters:
    ///   - own: looks at accounts that are there.
    ///   - new: is called where there are none.
    /// - Throws: `databaseAway`, or as the initializer.
    static func requireOpenable(
        _ address: PostgresAddress, timeouts: PostgresTimeouts, own: (any Transaction) throws -> Void,
        new: () throws -> Void
    ) throws(VaultError) {
        let pool = PostgresPool(address, size: 1, timeouts: timeouts)
        defer { pool.close() }
        try VaultError.wrapping {
            try pool.transaction(.comparing) { try AccountsSchema.postgres.isMade($0) ? own($0) : new() }
        }
    }

    func close() {
        accountsDatabase.close()
        lock.pool.close()
    }
}
