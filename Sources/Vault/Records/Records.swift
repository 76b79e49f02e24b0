import GRDB
import Model
import Secrets
package import VaultStorage

/// The handle on one user's data inside `Vault.read` and `Vault.write`; it must not leave them.
package struct Records {
    let db: Database
    /// What is kept of the content that is read; of one that is being changed, nothing.
    package var kept = DerivedValues()
    /// Which commit the content that is read came with; 0 where it is being changed.
    package var generation: UInt64 = 0
    /// Where changes are noted, so that they can be undone; nil where they aren't.
    var journal: Journal?

    /// A statement that stays prepared for the next time.
    func statement(_ sql: String) throws -> Statement { try db.cachedStatement(sql: sql) }

    func execute(_ sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try statement(sql).execute(arguments: arguments)
    }

    /// How many rows a pass has in a table.
    func count(_ table: String, of pass: PassID) throws -> Int {
        let sql = "SELECT COUNT(*) FROM \(table) WHERE passID = ?"
        return try Int.fetchOne(statement(sql), arguments: [pass.description]) ?? 0
    }

    /// Whether there was one.
    func delete(_ id: some CustomStringConvertible, from table: String) throws -> Bool {
        try journal?.note(id.description, in: table, self)
        try execute("DELETE FROM \(table) WHERE id = ?", arguments: [id.description])
        return db.changesCount > 0
    }

    func requireChange() throws {
        guard db.changesCount > 0 else { throw VaultError(.notFound, "an entry that was to be changed is not there") }
    }
}

// MARK: - In an open vault
extension OpenVault {
    func read<T>(_ body: (Records) throws -> T) throws -> T {
        try readDatabase { try body(Records(db: $0, kept: kept, generation: record.generation)) }
    }

    func write<T>(_ body: (Records) throws -> T) throws -> T { try writeDatabase { try body(Records(db: $0)) } }

    /// Seals the database under a new key, as a commit of its own.
    func rotate(to newKey: SecretBytes, epoch: UInt32, _ body: (Records) throws -> Void) throws {
        try replaceKey(with: newKey, epoch: epoch) { try body(Records(db: $0)) }
    }
}
