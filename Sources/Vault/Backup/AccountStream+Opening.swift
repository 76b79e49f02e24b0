import VaultStorage

/// From a data folder, alone or with a database that servers share, to a stream.
extension AccountStream {
    /// A folder's accounts.
    ///
    /// - Parameter name: what people know the folder by.
    /// - Throws: `directoryUnusable` when it is no data folder, or its `names.key` is not the one of its accounts: then
    ///   nobody could sign in any more. `vaultVersion`.
    init(
        of directory: String, called name: String? = nil, _ files: any FileSystem,
        _ progress: @escaping WorkProgress = { _, _ in }
    ) throws {
        self.progress = progress
        source = try FolderSource(directory, called: name, files)
        let names = NameKey(directory, .folder, called: name, files: files)
        audit = RowAudit(key: try RowKey(try source.read { try names.stored($0) }))
    }

    /// Gives the accounts of a folder or, where servers share one, of one moment of a database.
    ///
    /// - Parameter body: may run more than once; then only the last run counts.
    /// - Throws: as above.
    static func with<T>(
        _ directory: String, _ database: PostgresAddress?, _ files: any FileSystem, _ progress: @escaping WorkProgress,
        _ body: (AccountStream) throws -> T
    ) throws -> T {
        guard let database else { return try body(AccountStream(of: directory, files, progress)) }
        let pool = PostgresPool.patient(database)
        defer { pool.close() }
        return try pool.transaction(.snapshot) { db in
            try AccountsSchema.postgres.requireCurrent(db)
            let names = NameKey(directory, .database, files: files)
            let audit = RowAudit(key: try RowKey(try names.stored(db)))
            return try body(AccountStream(source: DatabaseSource(db: db), audit: audit, progress: progress))
        }
    }
}

extension PostgresPool {
    /// For copies: one connection that may take its time.
    static func patient(_ database: PostgresAddress) -> PostgresPool {
        PostgresPool(database, size: 1, timeouts: PostgresTimeouts(statement: 600_000, idle: 3_600_000))
    }
}
