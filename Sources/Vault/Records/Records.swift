import GRDB

/// The handle on one user's data inside `Vault.read` and `Vault.write`; it must not leave them.
package struct Records {
    let db: Database

    /// Executes one statement, which stays prepared for the next time.
    func execute(_ sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func requireChange() throws {
        guard db.changesCount > 0 else { throw VaultError(.notFound, "an entry that was to be changed is not there") }
    }
}
