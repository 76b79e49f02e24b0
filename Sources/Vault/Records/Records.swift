import GRDB

/// The handle on one user's data inside `Vault.read` and `Vault.write`; it must not leave them.
package struct Records {
    let db: Database

    func requireChange() throws {
        guard db.changesCount > 0 else { throw VaultError(.notFound, "an entry that was to be changed is not there") }
    }
}
