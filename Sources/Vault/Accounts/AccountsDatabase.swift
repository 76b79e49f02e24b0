import Foundation
import GRDB

/// `accounts.sqlite`: hashes, wrapped keys and bookmarks; nothing that can be read as a person's.
struct AccountsDatabase: Sendable {
    let pool: DatabasePool

    init(path: String) throws(VaultError) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // GRDB's WAL mode lowers this to NORMAL, which can lose what was acknowledged.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Wrapped keys that are deleted must not linger in free pages.
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // Setting up WAL mode happens after the preparation above.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try AccountsMigrations.migrator.migrate(pool)
            if try pool.read({ try AccountsMigrations.migrator.hasBeenSuperseded($0) }) {
                throw VaultError(.vaultVersion, "the accounts were written by a newer release")
            }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do {
            return try await pool.read(body)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Reads what takes no longer than a lock, on the caller's thread.
    func glance<T>(_ body: (Database) throws -> T) throws -> T { try pool.read(body) }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do {
            return try await pool.write(body)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Moves everything out of the WAL file, so that deleted keys are nowhere.
    func checkpoint() {
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
}

extension AccountsDatabase: Bookkeeping {
    func record(_ bookmark: Bookmark, for account: AccountID) throws(VaultError) {
        do {
            try pool.write { db in
                try db.execute(
                    sql: """
                        UPDATE account SET generation = ?, epoch = ?, tag = ?, digest = ?, length = ?
                        WHERE id = ? AND generation <= ?
                        """,
                    arguments: [
                        Int64(clamping: bookmark.generation), bookmark.epoch, Data(bookmark.tag),
                        Data(bookmark.digest), bookmark.length, account.description,
                        Int64(clamping: bookmark.generation),
                    ])
                guard db.changesCount == 1 else {
                    throw VaultError(.vaultMissing, "the account is not in the books")
                }
                try db.execute(
                    sql: "DELETE FROM keySlot WHERE account = ? AND epoch < ?",
                    arguments: [account.description, bookmark.epoch])
            }
        } catch {
            throw VaultError(wrapping: error)
        }
    }
}
