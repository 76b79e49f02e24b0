import GRDB

/// The handle on one user's data inside `Vault.read` and `Vault.write`; it must not leave them.
package struct Records {
    let db: Database

    /// A statement that stays prepared for the next time.
    func statement(_ sql: String) throws -> Statement { try db.cachedStatement(sql: sql) }

    func execute(_ sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try statement(sql).execute(arguments: arguments)
    }

    /// Asks what every page asks, and every write, so that it is prepared.
    func warmUp() throws {
        _ = (try passes(), try settings(), try consents(), try setting(""), try hasUnusedFiles())
    }

    func requireChange() throws {
        guard db.changesCount > 0 else { throw VaultError(.notFound, "an entry that was to be changed is not there") }
    }
}
