package import Foundation
import Glibc
import Secrets
package import VaultStorage

/// What the operator does to the accounts of a data directory from another process, whether the server runs or not.
///
/// Each is one short transaction on the accounts database, whose WAL mode lets processes write in turn. No vault is
/// opened and no key is known here, so the directory's lock, which keeps vaults to one process, isn't needed. A deleted
/// account's blob goes after its keys: what a server that had it open may write later belongs to nobody, and goes with
/// the next round of the job `orphans`.
package struct AccountAdministration: Sendable {
    /// An account that may do what admins do.
    package struct Admin: Sendable, Equatable {
        package let id: AccountID
        package let created: Date
    }

    let accountsDatabase: any AccountsDatabase
    let deletion: AccountDeletion
    private let nameKey: SecretBytes
    let now: @Sendable () -> Date

    /// Opens what a server has made; never makes anything itself.
    ///
    /// - Parameter database: the one that several servers share; nil = the directory's own.
    /// - Throws: `directoryUnusable` when there is no data directory, `vaultVersion` when it is another release's.
    package init(
        directory: String, database: PostgresAddress? = nil, files: any FileSystem = PosixFileSystem(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(VaultError) {
        umask(0o077)
        self.now = now
        do {
            if let database {
                let postgres = try PostgresBackend(database, connections: 1, makingTables: nil) {
                    try NameKey(directory, .database, files: files).stored($0)
                }
                (accountsDatabase, nameKey) = (postgres.accountsDatabase, postgres.nameKey)
                deletion = AccountDeletion(
                    database: accountsDatabase, store: postgres.blobs, attachments: postgres.attachments)
            } else {
                let path = "\(directory)/accounts.sqlite"
                guard access(path, F_OK) == 0 else { throw VaultError.noDataDirectory(directory) }
                try DataDirectory.requireUsable(directory)
                var accountsDatabase = try SQLiteAccountsDatabase(existing: path)
                nameKey = try NameKey(directory, .folder, files: files).stored(accountsDatabase)
                accountsDatabase.rowKey = try RowKey(nameKey)
                self.accountsDatabase = accountsDatabase
                deletion = AccountDeletion(folder: directory, accountsDatabase, files: files)
            }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Makes an invitation for one account; the text is shown once, only its hash is kept.
    ///
    /// - Throws: `signUpClosed` while the server closes.
    package func invite(validSeconds: TimeInterval) throws(VaultError) -> String {
        let now = now()
        return try write { db in
            if let closing = try Closing.fetch(db) {
                throw VaultError(
                    .signUpClosed,
                    "this server closes on \(closing.day), so that nobody can sign up: 'vaccinapp close --undo' takes that back"
                )
            }
            return try Invitation.create(db, validSeconds: validSeconds, at: now, random: .system)
        }
    }

    /// - Throws: `notFound` when nobody has this user name, `usernameRejected`.
    package func setAdmin(username: String, _ isAdmin: Bool) throws(VaultError) {
        let hash = try Username(username).hash(key: nameKey)
        try write { try AccountRow.setAdmin($0, nameHash: hash, isAdmin) }
    }

    /// The admins; names aren't stored.
    package func admins() throws(VaultError) -> [Admin] {
        try write { db in
            try db.rows("SELECT * FROM account WHERE isAdmin <> 0 ORDER BY createdAt").map { row in
                let account = try AccountRow(row, db, where: ["isAdmin": .flag(true)])
                return Admin(id: account.id, created: account.created)
            }
        }
    }

    /// - Throws: `notFound` when nobody has this user name, `usernameRejected`.
    package func account(named username: String) throws(VaultError) -> AccountID {
        let hash = try Username(username).hash(key: nameKey)
        guard let found = try write({ try AccountRow.fetch($0, nameHash: hash)?.id }) else {
            throw VaultError(.notFound, "nobody has this user name")
        }
        return found
    }

    func write<T>(_ body: (any Transaction) throws -> T) throws(VaultError) -> T {
        try VaultError.wrapping { try accountsDatabase.writeBlocking(body) }
    }
}
