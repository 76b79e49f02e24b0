import VaultStorage

/// The accounts in a PostgreSQL database, which several servers share.
struct PostgresAccountsDatabase: AccountsDatabase {
    let pool: PostgresPool
    let rowKey: RowKey?
    /// For asking whether the database answers, however busy the pool is.
    private let probe: PostgresPool

    init(pool: PostgresPool, rowKey: RowKey? = nil) {
        (self.pool, self.rowKey) = (pool, rowKey)
        probe = PostgresPool(pool.address, size: 1, timeouts: .probe, waitSeconds: 3)
    }

    func requireAnswer() async throws {
        try await probe.offPool { [probe] in
            try VaultError.wrapping { _ = try probe.query("SELECT number FROM schemaStep", []) }
        }
        // Whoever hears that the server is ready is not refused for what was so a moment ago.
        pool.forgetFailure()
    }

    func sweep() throws { try VaultError.wrapping { try PostgresReceipt.sweep(pool) } }

    func readBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try VaultError.wrapping { try pool.transaction(.snapshot) { try body($0.knowing(rowKey)) } }
    }

    func writeBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try VaultError.wrapping { try pool.transaction(.serial) { try body($0.knowing(rowKey)) } }
    }

    func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await pool.offPool(body)
    }

    /// Old rows stay in PostgreSQL's files until its own vacuum; nothing can be done about it from here.
    func forgetDeleted() {}

    func close() {
        pool.close()
        probe.close()
    }
}

extension PostgresAccountsDatabase: CommitRecords {
    /// Nothing: a blob and its commit record change in one transaction, `PostgresBlobStore.replace`.
    func record(_ commit: CommitRecord, for account: AccountID) {}
}
