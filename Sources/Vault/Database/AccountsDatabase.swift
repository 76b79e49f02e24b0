import VaultStorage

/// The accounts: who may sign in, wrapped keys, sessions, and what is known of each blob.
///
/// SQLite on one machine, PostgreSQL for several servers. Both speak the SQL in the code.
protocol AccountsDatabase: CommitRecords {
    /// Shows which rows a server wrote: what transactions get.
    var rowKey: RowKey? { get }

    /// Reads one state of the accounts; blocks.
    func readBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// Writes all of it or, when `body` throws, nothing; durable when it returns. Blocks.
    ///
    /// `body` may run more than once, where servers write at the same time.
    func writeBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// Runs what blocks where nothing waits for the thread.
    func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T

    /// Asks for an answer, within seconds.
    ///
    /// - Throws: why none came.
    func requireAnswer() async throws

    /// Forgets rows besides the accounts that nobody needs any more.
    func sweep() throws

    /// Leaves no trace of what was deleted, as far as that can be done from here.
    func forgetDeleted()

    /// Ends every connection.
    func close()
}

extension AccountsDatabase {
    func read<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try await onThread { try readBlocking(body) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try await onThread { try writeBlocking(body) }
    }
}
