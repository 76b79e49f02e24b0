import Fairness
import Foundation
package import GRDB
package import Secrets
import Synchronization

/// One account's database, open in memory and sealed to its blob at every commit; shared by the account's requests.
///
///     open ──body──▶ changed in memory ──seal, write, sync──▶ durable ──accounts database──▶ recorded (open)
///
/// A process that dies before `durable` leaves the blob before, or a torn one beside it, which doesn't open: that commit
/// never was. One that dies after it leaves a blob that is one ahead of the accounts database, which opening takes.
///
/// `@unchecked` because the mutable state is touched only under its lock, one operation at a time; what others read is in
/// mutexes.
package final class OpenVault: @unchecked Sendable {
    /// What is worth counting.
    package enum Event: Sendable { case opened, committed, refusedCommit }

    /// Where a vault lives and what it may use.
    package struct Backend: Sendable {
        package let store: any BlobStore
        /// Where what is known of each last commit is kept.
        let records: any CommitRecords
        let random: RandomSource
        /// Bytes that a database may grow to.
        let sizeLimit: Int
        /// Gets what happens, to count it.
        let report: @Sendable (Event) -> Void
        let migrator: DatabaseMigrator
        /// On which vaults are read and written: few enough threads that whoever waited for the disk goes on at once.
        let threads: FairThreadPool

        package init(
            store: any BlobStore, records: any CommitRecords, random: RandomSource, sizeLimit: Int,
            migrator: DatabaseMigrator, atOnce: Int = 8, report: @escaping @Sendable (Event) -> Void = { _ in }
        ) {
            self.store = store
            self.records = records
            self.random = random
            self.sizeLimit = sizeLimit
            self.report = report
            self.migrator = migrator
            // The last two are for vaults that weren't busy for long within a minute.
            threads = FairThreadPool(FairnessLimits(room: atOnce, ofAccount: 1, remembered: .seconds(60), spare: 2))
        }
    }

    package let account: AccountID
    package let backend: Backend
    /// By which it has its turns: one operation at a time.
    private let claimant = Requester.alone

    /// Nil where memory and disk may differ: it is opened again before the next use.
    var database: MemoryDatabase? {
        didSet { publishKept() }
    }
    private(set) var dataKey: SecretBytes?
    /// What is known of the last commit.
    package internal(set) var record: CommitRecord
    /// The tag of the blob whose content is in memory, and what the next commit is built on; empty in a new vault.
    var contentTag: [UInt8] = [] {
        didSet { kept = DerivedValues() }
    }
    /// What was worked out of that content.
    package private(set) var kept = DerivedValues() {
        didSet { publishKept() }
    }
    /// The same for whoever doesn't wait for a turn; nil while memory may differ from the disk.
    private let published = Mutex<DerivedValues?>(nil)
    /// What is still to be done about the last commit; nil once it is recorded.
    var unfinished: Unfinished?
    /// What the account's slots hold, as far as it is known; what isn't known is written whole.
    var slots: [BlobSlot: KnownBlob] = [:]
    private let memory = Mutex(0)
    private let leases = Mutex(0)
    private let lastLease = Mutex(Date.distantPast)
    private let closed = Mutex(false)
    /// The key and its number as others may see them: those of the last commit.
    private let current = Mutex<(dataKey: SecretBytes, epoch: UInt32)?>(nil)

    /// Makes a new vault; nothing is on disk before the first `write`.
    ///
    /// Blocks, as opening does: call under its lock or before sharing.
    package init(new account: AccountID, dataKey: SecretBytes, backend: Backend) throws(VaultError) {
        (self.account, self.dataKey, self.backend) = (account, dataKey, backend)
        record = CommitRecord(generation: 0, epoch: 1, tag: [], digest: [], length: 0)
        do {
            let database = try MemoryDatabase(sizeLimit: backend.sizeLimit)
            try backend.migrator.migrate(database.queue)
            self.database = database
        } catch {
            throw VaultError(wrapping: error)
        }
        publishKey()
    }

    /// Opens the blobs that were read from the store.
    package init(
        opening account: AccountID, blobs: [[UInt8]], dataKey: SecretBytes, record: CommitRecord, backend: Backend
    ) throws(VaultError) {
        (self.account, self.dataKey, self.backend, self.record) = (account, dataKey, backend, record)
        try reopen(blobs)
        publishKey()
    }

    /// Bytes of memory that the database takes, and what is kept beside it.
    var memoryUse: Int { memory.withLock { $0 } + (published.withLock { $0 }?.bytes ?? 0) }
    /// True once the key is gone; another `OpenVault` takes this one's place.
    package var isClosed: Bool { closed.withLock { $0 } }
    /// The key of the last commit; nil once closed.
    package var key: (dataKey: SecretBytes, epoch: UInt32)? { current.withLock { $0 } }
    var isLeased: Bool { leases.withLock { $0 > 0 } }
    package func lease() { leases.withLock { $0 += 1 } }

    /// When it was last asked for.
    var lastUsed: Date {
        get { lastLease.withLock { $0 } }
        set { lastLease.withLock { $0 = newValue } }
    }

    /// What is kept of the content as the last commit left it, without a turn; nil where that has to be looked up: where
    /// other servers write it too, where memory and disk may differ, and under another key than this one.
    package func keptNow(epoch: UInt32) -> DerivedValues? {
        guard !isShared, let kept = published.withLock({ $0 }), key?.epoch == epoch else { return nil }
        return kept
    }

    private var isShared: Bool { backend.store is any SharedBlobStore }

    private func publishKept() {
        let current = database == nil ? nil : kept
        published.withLock { $0 = current }
    }
    package func release() { leases.withLock { $0 -= 1 } }

    /// Runs `body` under the vault's lock, on a thread that may block.
    package func withLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            backend.threads.add(claimant) { continuation.resume(with: Result { try body(self) }) }
        }
    }
}

// MARK: - Under the vault's lock
extension OpenVault {
    /// Reads; what a body writes all the same is refused and taken back.
    package func readDatabase<T>(_ body: (Database) throws -> T) throws -> T {
        let database = try usable()
        return try translating { try database.read(body) }
    }

    /// What is kept of the content as it is now, also where other servers have changed it.
    package func currentlyKept() throws -> DerivedValues {
        _ = try usable()
        return kept
    }

    package func writeDatabase<T>(_ body: (Database) throws -> T) throws -> T {
        try writing {
            let database = try usable()
            return try translating { try commit(database, epoch: record.epoch, body) }
        }
    }

    /// Seals the database under a new key, as a commit of its own.
    package func replaceKey(with newKey: SecretBytes, epoch: UInt32, _ body: (Database) throws -> Void) throws {
        try writing {
            let database = try usable()
            let oldKey = dataKey
            dataKey = newKey
            do {
                try translating { try commit(database, epoch: epoch, body) }
                publishKey()
            } catch {
                // After an ambiguous failure only the blob can tell which key is right: close, and sign in again.
                dataKey = oldKey
                if self.database == nil { close() }
                throw error
            }
        }
    }

    /// The key and its number, for wrapping; only while open.
    package func currentKey() throws -> (dataKey: SecretBytes, epoch: UInt32) {
        try catchUp()
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        return (dataKey, record.epoch)
    }

    /// Closes the database and lets go of the key; both are wiped.
    package func close() {
        if dataKey != nil { try? finish() }
        database?.close()
        database = nil
        dataKey = nil
        unfinished = nil
        slots = [:]
        kept = DerivedValues()
        publishKey()
        measure(nil)
        closed.withLock { $0 = true }
    }

    private func publishKey() {
        let key = dataKey.map { (dataKey: $0, epoch: record.epoch) }
        current.withLock { $0 = key }
    }

    private func usable() throws -> MemoryDatabase {
        guard dataKey != nil else { throw VaultError(.closed, "the vault is closed") }
        try catchUp()
        if database == nil { try reopen() }
        guard let database else { throw VaultError(.closed, "the vault is closed") }
        return database
    }

    /// Notes what a database of so many bytes takes: itself, what it held when it was sealed, and SQLite's own.
    func measure(_ bytes: Int?) {
        memory.withLock { $0 = bytes.map { 2 * $0 + min($0, MemoryDatabase.cacheBytes) + 65_536 } ?? 0 }
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

// MARK: - From the disk to an open database
extension OpenVault {
    /// - Parameter read: what the store has, when it was read already.
    func reopen(_ read: [[UInt8]]? = nil) throws(VaultError) {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        database?.close()
        database = nil
        slots = [:]
        let blobs = if let read { read } else { try backend.store.read(account, generation: record.generation) }
        let opened = try SealedBlob.open(blobs, account: account, record: record, key: dataKey)
        do {
            let fresh = try MemoryDatabase(opened.image, sizeLimit: backend.sizeLimit)
            let applied = try fresh.queue.read {
                try String.fetchSet($0, sql: "SELECT identifier FROM grdb_migrations")
            }
            let known = Set(backend.migrator.migrations)
            guard applied.isSubset(of: known) else {
                throw VaultError(.vaultVersion, "the vault was written by a newer release")
            }
            if applied != known { try backend.migrator.migrate(fresh.queue) }
            contentTag = SealedBlob.tag(of: opened.blob, opened.header)
            slots[BlobSlot(of: opened.header.generation)] = KnownBlob(header: opened.header, root: opened.root)
            measure(opened.root.contentLength)
            if opened.header.generation > record.generation { adopt(opened.blob, opened.header) }
            database = fresh
            if applied != known { try commit(fresh, epoch: record.epoch) { _ in } }
            backend.report(.opened)
        } catch {
            database = nil
            throw VaultError(wrapping: error)
        }
    }

    /// Takes what is one ahead of the accounts database as the last commit.
    private func adopt(_ blob: [UInt8], _ header: BlobHeader) {
        let isNewKey = header.epoch != record.epoch
        record = CommitRecord(of: blob, header: header)
        unfinished = Unfinished(isNewKey: isNewKey, found: (blob, header))
        // Reads go on when this fails; the next write tries again.
        try? finish()
    }
}
