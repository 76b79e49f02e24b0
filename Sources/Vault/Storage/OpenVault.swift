import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// One account's database, open in memory and sealed to its blob at every commit; shared by the account's requests.
///
/// `@unchecked` because the mutable state is touched only on `turns`, one operation at a time; the counters that others
/// read are in mutexes.
final class OpenVault: @unchecked Sendable {
    let account: AccountID
    private let turns: DispatchQueue
    private let store: any BlobStore
    private let bookkeeping: any Bookkeeping
    private let random: RandomSource
    private let pageLimit: Int
    private let tally: VaultTally
    private let migrator: DatabaseMigrator

    private var queue: DatabaseQueue?
    private var dataKey: SecretBytes?
    private var bookmark: Bookmark
    /// What must be made good before the next write.
    private var debt = Debt.none
    /// Memory and disk may differ: reopen before the next use.
    private var isPoisoned = false
    private let memory = Mutex(0)
    private let leases = Mutex(0)
    private let closed = Mutex(false)
    /// The key and its number as others may see them: those of the last commit.
    private let current = Mutex<(dataKey: SecretBytes, epoch: UInt32)?>(nil)

    private enum Debt {
        case none
        /// The blob is ahead of the bookkeeping.
        case bookkeeping
        /// And it may not be durable yet.
        case durability
    }

    /// Makes a new vault; nothing is on disk before the first `write`.
    init(new account: AccountID, dataKey: SecretBytes, home: Home) throws(VaultError) {
        self.account = account
        self.dataKey = dataKey
        turns = DispatchQueue(label: "vaccinapp.vault")
        (store, bookkeeping, random) = (home.store, home.bookkeeping, home.random)
        (tally, migrator) = (home.tally, home.migrator)
        pageLimit = max(64, home.sizeLimit / 4096)
        bookmark = Bookmark(generation: 0, epoch: 1, tag: [], digest: [], length: 0)
        let fresh = try MemoryDatabase.make(pageLimit: pageLimit)
        try migrate(fresh)
        queue = fresh
        publishKey()
    }

    /// Opens the blob that was read from the store.
    ///
    /// Blocks: call on `turns` or before sharing.
    init(
        opening account: AccountID, blob: [UInt8], dataKey: SecretBytes, bookmark: Bookmark, home: Home
    ) throws(VaultError) {
        self.account = account
        self.dataKey = dataKey
        turns = DispatchQueue(label: "vaccinapp.vault")
        (store, bookkeeping, random) = (home.store, home.bookkeeping, home.random)
        (tally, migrator) = (home.tally, home.migrator)
        pageLimit = max(64, home.sizeLimit / 4096)
        self.bookmark = bookmark
        try reopen(blob)
        publishKey()
    }

    /// Bytes of memory that the database takes.
    var memoryUse: Int { memory.withLock { $0 } }
    /// True once the key is gone; another `OpenVault` takes this one's place.
    var isClosed: Bool { closed.withLock { $0 } }
    /// The key of the last commit; nil once closed.
    var key: (dataKey: SecretBytes, epoch: UInt32)? { current.withLock { $0 } }
    var isLeased: Bool { leases.withLock { $0 > 0 } }
    func lease() { leases.withLock { $0 += 1 } }
    func release() { leases.withLock { $0 -= 1 } }

    /// Runs `body` on the vault's turn, on a thread of its own.
    func onTurn<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            turns.async { continuation.resume(with: Result { try body(self) }) }
        }
    }
}

// MARK: - On the vault's turn
extension OpenVault {
    func read<T>(_ body: (Records) throws -> T) throws -> T {
        let queue = try usable()
        return try translating { try queue.read { try body(Records(db: $0)) } }
    }

    func write<T>(_ body: (Records) throws -> T) throws -> T {
        let queue = try usable()
        if debt == .durability { try settle() }
        return try translating { try commit(on: queue, epoch: bookmark.epoch, body) }
    }

    /// Seals the database under a new key, as a commit of its own.
    func rotate(to newKey: SecretBytes, epoch: UInt32, _ body: (Records) throws -> Void) throws {
        let queue = try usable()
        try settle()
        let oldKey = dataKey
        dataKey = newKey
        do {
            try translating { try commit(on: queue, epoch: epoch, body) }
            publishKey()
            // The old key's slots go now.
            try? settle()
        } catch {
            // After an ambiguous failure only the blob can tell which key is right: close, and sign in again.
            dataKey = oldKey
            if isPoisoned { close() }
            throw error
        }
    }

    /// The key and its number, for wrapping; only while open.
    func currentKey() throws -> (dataKey: SecretBytes, epoch: UInt32) {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        return (dataKey, bookmark.epoch)
    }

    private func publishKey() {
        let key = dataKey.map { (dataKey: $0, epoch: bookmark.epoch) }
        current.withLock { $0 = key }
    }

    /// What the accounts database should know of the blob.
    func currentBookmark() -> Bookmark { bookmark }

    /// Closes the database and lets go of the key; both are wiped.
    func close() {
        if dataKey != nil { try? settle() }
        try? queue?.close()
        queue = nil
        dataKey = nil
        publishKey()
        memory.withLock { $0 = 0 }
        closed.withLock { $0 = true }
    }

    private func commit<T>(on queue: DatabaseQueue, epoch: UInt32, _ body: (Records) throws -> T) throws -> T {
        var result: T?
        var sealed: Bookmark?
        do {
            try queue.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    result = try body(Records(db: db))
                    sealed = try persist(db, epoch: epoch)
                    return .commit
                }
                measure(db)
            }
        } catch {
            // On disk, but not in memory: an observer or SQLite refused the last step.
            if sealed != nil { isPoisoned = true }
            tally.add(\.failedCommits)
            throw error
        }
        if let sealed {
            bookmark = sealed
            debt = .bookkeeping
            tally.add(\.commits)
            settleSoon()
        }
        guard let result else { throw VaultError(.storageFailed, "a transaction ended without a result") }
        return result
    }

    /// Writes the database as it is inside the transaction, durably, before SQLite commits it.
    private func persist(_ db: Database, epoch: UInt32) throws -> Bookmark {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        guard db.isInsideTransaction else {
            isPoisoned = true
            throw VaultError(.storageFailed, "a write ended its own transaction")
        }
        try MemoryDatabase.requireKeptReferences(db)
        let header = BlobHeader(
            account: account, generation: bookmark.generation + 1, epoch: epoch,
            nonce: random.bytes(Sealing.nonceLength))
        let blob = try MemoryDatabase.withImage(of: db) { SealedBlob.seal($0, header: header, key: dataKey) }
        // The books of the commit before may be written meanwhile, but must be done when this one can be found.
        let settling = Settling(debt == .bookkeeping ? bookmark : nil, account, bookkeeping)
        // Its digest is made while it goes to the disk.
        let next = Meanwhile { Bookmark(of: blob, header: header) }
        do {
            try store.replace(account, with: blob, header: header) { () throws(VaultError) in try settling.wait() }
            debt = .none
        } catch {
            if error.isAmbiguous { isPoisoned = true }
            throw error.error
        }
        return next.value()
    }

    /// The commit stands; its bookkeeping runs beside the next commit, or a moment later when none comes.
    ///
    /// Until then the blob is one generation ahead, which opening accepts.
    private func settleSoon() {
        turns.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in try? self?.settle() }
    }

    private func settle() throws(VaultError) {
        if debt == .durability {
            try store.settle(account)
            debt = .bookkeeping
        }
        if debt == .bookkeeping {
            try bookkeeping.record(bookmark, for: account)
            debt = .none
        }
    }

    private func usable() throws -> DatabaseQueue {
        guard dataKey != nil else { throw VaultError(.closed, "the vault is closed") }
        if isPoisoned || queue == nil { try reopen() }
        guard let queue else { throw VaultError(.closed, "the vault is closed") }
        return queue
    }

    private func measure(_ db: Database) {
        let pages = try? Int.fetchOne(db, sql: "PRAGMA page_count")
        memory.withLock { $0 = (pages ?? 0) * 4096 + 65_536 }
    }
}

// MARK: - Opening
extension OpenVault {
    private func reopen(_ read: [UInt8]? = nil) throws(VaultError) {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        try? queue?.close()
        queue = nil
        let stored = read == nil ? try store.read(account) : read
        guard let blob = stored else {
            throw VaultError(.vaultMissing, "the account's blob is gone")
        }
        let opened = try SealedBlob.open(blob, account: account, bookmark: bookmark, key: dataKey)
        let fresh = try MemoryDatabase.make(pageLimit: pageLimit)
        do {
            try fresh.writeWithoutTransaction { try opened.image.load(into: $0.sqliteConnection) }
            let isMigrated = try migrate(fresh)
            queue = fresh
            isPoisoned = false
            if opened.header.generation > bookmark.generation {
                bookmark = Bookmark(of: blob, header: opened.header)
                debt = .durability
                // Reads go on when this fails; the next write tries again.
                try? settle()
            }
            if isMigrated {
                try commit(on: fresh, epoch: bookmark.epoch) { _ in }
            }
            fresh.writeWithoutTransaction { measure($0) }
            tally.add(\.opens)
        } catch {
            try? queue?.close()
            queue = nil
            throw VaultError(wrapping: error)
        }
    }

    /// Brings the schema up to this release's, in memory; true when that changed anything.
    @discardableResult
    private func migrate(_ queue: DatabaseQueue) throws(VaultError) -> Bool {
        do {
            let known = Set(migrator.migrations)
            let applied = try queue.unsafeRead { db in
                try db.tableExists("grdb_migrations")
                    ? try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations") : []
            }
            guard applied.isSubset(of: known) else {
                throw VaultError(.vaultVersion, "the vault was written by a newer release")
            }
            if applied != known { try migrator.migrate(queue) }
            return applied != known
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw VaultError(.vaultTooLarge, "the vault is as large as allowed")
        } catch let error as DatabaseError {
            throw VaultError(wrapping: error)
        }
    }
}
