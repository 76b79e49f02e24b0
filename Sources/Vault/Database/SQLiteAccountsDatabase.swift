import Dispatch
import Foundation
import GRDB
import Synchronization
import VaultStorage

/// `accounts.sqlite`: hashes, wrapped keys and commit records; nothing that can be read as a person's.
struct SQLiteAccountsDatabase: AccountsDatabase {
    private let path: String
    private let pool: any DatabaseWriter
    private let door = TransactionGate()
    /// The file's folder: its name may lead to another one's.
    private let folder: PinnedDirectory?
    /// Nil until it is known which `names.key` the accounts belong to.
    var rowKey: RowKey?

    /// - Parameters:
    ///   - folder: the data folder; nothing is read or written once it isn't in its place any more.
    ///   - names: the key of accounts that an older release may have made.
    init(path: String, in folder: PinnedDirectory? = nil, names: NameKey? = nil) throws(VaultError) {
        (self.path, self.folder) = (path, folder)
        do {
            do {
                pool = try DatabasePool(path: path, configuration: Self.configuration)
            } catch  where !(error is DatabaseError) {
                // GRDB looks at the log by Foundation.
                throw VaultError(
                    .storageFailed,
                    "accounts.sqlite-wal can't be read: see whether the disk is in order, the system's log tells more")
            }
            try folder?.requireInPlace()
            // Setting up WAL mode happens after the preparation above.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try pool.write { db in
                try AccountsSchema.sqlite.makeCurrent(SQLiteTransaction(db)) { try names?.rowKey($0) }
            }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// Opens what a server has made; makes and changes nothing.
    ///
    /// - Throws: `vaultVersion` unless the accounts are this release's.
    init(existing path: String) throws(VaultError) {
        (self.path, folder) = (path, nil)
        do {
            pool = try DatabaseQueue(path: path, configuration: Self.configuration)
            try pool.read { try AccountsSchema.sqlite.requireCurrent(SQLiteTransaction($0)) }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// Brings the accounts of an older release, which nobody else works on, up to this one; of others it changes nothing.
    static func makeCurrent(in folder: String, _ files: any FileSystem) throws {
        let queue = try DatabaseQueue(path: "\(folder)/accounts.sqlite", configuration: Self.configuration)
        defer { try? queue.close() }
        try queue.write { db in
            let accounts = SQLiteTransaction(db)
            guard try AccountsSchema.sqlite.isBehind(accounts) else { return }
            try AccountsSchema.sqlite.makeCurrent(accounts) {
                try? NameKey(folder, .folder, files: files).rowKey($0)
            }
        }
    }

    /// Reads a file as it is, whoever made it, and leaves none beside it.
    ///
    /// - Throws: also SQLite's own errors.
    static func read<T>(_ path: String, _ body: (any Transaction) throws -> T) throws -> T {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        // Without anything in its log, which reading would begin, the file is whole by itself.
        let log = try? FileManager.default.attributesOfItem(atPath: "\(path)-wal")[.size] as? Int
        let hasLog = (log ?? 0) > 0
        let queue = try DatabaseQueue(path: hasLog ? path : "file:\(name)?immutable=1", configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try body(SQLiteTransaction($0)) }
    }

    private static var configuration: Configuration {
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
        return configuration
    }

    func readBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        do {
            return try door.within {
                // Before, since reading may open the file again by its name.
                try folder?.requireInPlace()
                return try pool.read { try body(SQLiteTransaction($0, rowKey)) }
            }
        } catch {
            throw fault(error)
        }
    }

    func writeBlocking<T>(_ body: (any Transaction) throws -> T) throws -> T {
        do {
            return try door.within {
                try folder?.requireInPlace()
                return try pool.write { db in
                    let value = try body(SQLiteTransaction(db, rowKey))
                    try folder?.requireInPlace()
                    return value
                }
            }
        } catch {
            throw fault(error)
        }
    }

    /// What befell a transaction.
    ///
    /// SQLite calls it damage when a disk fails (SQLITE_IOERR_CORRUPTFS): reading the file through tells which of the two
    /// it is.
    private func fault(_ error: any Error) -> VaultError {
        let code = (error as? DatabaseError)?.resultCode
        guard code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB else { return VaultError(wrapping: error) }
        do throws(VaultError) {
            for file in [path, "\(path)-wal"] { try PosixFileSystem().readThrough(file) }
            return VaultError(ofAccounts: error)
        } catch {
            return error
        }
    }

    func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T { try await offPool(body) }

    func requireAnswer() async throws { _ = try await read { try $0.finds("SELECT 1 AS one", []) } }

    /// Nothing: there are rows of accounts alone.
    func sweep() {}

    /// Moves everything out of the WAL file, so that deleted keys are nowhere.
    func forgetDeleted() {
        _ = try? door.within {
            try folder?.requireInPlace()
            return try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
    }

    func close() {
        forgetDeleted()
        door.shut()
        try? pool.close()
    }
}

/// Lets transactions in until it is shut, which waits for those that are in: SQLite crashes on a connection that is closed.
private final class TransactionGate: Sendable {
    private let isShut = Mutex(false)
    private let inside = DispatchGroup()

    func within<T>(_ body: () throws -> T) throws -> T {
        try isShut.withLock { isShut in
            guard !isShut else { throw VaultError(.closed, "the accounts are closed") }
            inside.enter()
        }
        defer { inside.leave() }
        return try body()
    }

    func shut() {
        isShut.withLock { $0 = true }
        inside.wait()
    }
}

extension SQLiteAccountsDatabase: CommitRecords {
    func record(_ commit: CommitRecord, for account: AccountID) throws(VaultError) {
        try VaultError.wrapping { try writeBlocking { try AccountRow.record(commit, $0, account) } }
    }
}
