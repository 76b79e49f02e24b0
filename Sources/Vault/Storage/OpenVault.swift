import Fairness
import GRDB
import Secrets
import Synchronization

/// One account's database, open in memory and sealed to its blob at every commit; shared by the account's requests.
///
/// `@unchecked` because the mutable state is touched only on its turns, one operation at a time; what others read is in
/// mutexes.
final class OpenVault: @unchecked Sendable {
    let account: AccountID
    let home: Backend
    /// By which it has its turns: one operation at a time.
    private let turn = Claimant.alone

    var queue: DatabaseQueue?
    var dataKey: SecretBytes?
    /// The last commit; its digest is left to `settling`.
    var bookmark: CommitRecord
    /// The tag of the blob whose content is in memory, and what the next commit is built on; empty in a new vault.
    var contentTag: [UInt8] = []
    /// What is still to be done about the last commit.
    var settling: PendingCommit?
    /// The blobs on the disk, as far as they are known.
    var slots = BlobSlots()
    /// Memory and disk may differ: reopen before the next use.
    var isPoisoned = false
    private let memory = Mutex(0)
    private let leases = Mutex(0)
    private let closed = Mutex(false)
    /// The key and its number as others may see them: those of the last commit.
    private let current = Mutex<(dataKey: SecretBytes, epoch: UInt32)?>(nil)

    /// Makes a new vault; nothing is on disk before the first `write`.
    ///
    /// Blocks, as opening does: call on its turn or before sharing.
    init(new account: AccountID, dataKey: SecretBytes, home: Backend) throws(VaultError) {
        (self.account, self.dataKey, self.home) = (account, dataKey, home)
        bookmark = CommitRecord(generation: 0, epoch: 1, tag: [], digest: [], length: 0)
        do {
            queue = try home.spares.take()
        } catch {
            throw VaultError(wrapping: error)
        }
        publishKey()
    }

    /// Opens the blobs that were read from the store.
    init(
        opening account: AccountID, blobs: [[UInt8]], dataKey: SecretBytes, bookmark: CommitRecord, home: Backend
    ) throws(VaultError) {
        (self.account, self.dataKey, self.home) = (account, dataKey, home)
        self.bookmark = bookmark
        try reopen(blobs)
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

    /// Runs `body` on the vault's turn, on a thread that may block.
    func withLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            home.turns.add(turn) {
                continuation.resume(with: Result { try body(self) })
                // Whoever waits for the commit was told first.
                self.settling?.start()
            }
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
        try writing {
            let queue = try usable()
            return try translating { try commit(on: queue, epoch: bookmark.epoch, body) }
        }
    }

    /// Seals the database under a new key, as a commit of its own.
    func rotate(to newKey: SecretBytes, epoch: UInt32, _ body: (Records) throws -> Void) throws {
        try writing { try rotateOnce(to: newKey, epoch: epoch, body) }
    }

    private func rotateOnce(to newKey: SecretBytes, epoch: UInt32, _ body: (Records) throws -> Void) throws {
        let queue = try usable()
        try settle()
        let oldKey = dataKey
        dataKey = newKey
        do {
            try translating { try commit(on: queue, epoch: epoch, isForced: true, body) }
            publishKey()
            // The old key's blob and slots go now.
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
        try catchUp()
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        return (dataKey, bookmark.epoch)
    }

    /// What the accounts database should know of the blob.
    func currentBookmark() throws(VaultError) -> CommitRecord { try settling?.bookmark() ?? bookmark }

    /// Closes the database and lets go of the key; both are wiped.
    func close() {
        if dataKey != nil { try? settle() }
        try? queue?.close()
        queue = nil
        dataKey = nil
        settling = nil
        slots = BlobSlots()
        publishKey()
        measure(nil)
        closed.withLock { $0 = true }
    }

    private func publishKey() {
        let key = dataKey.map { (dataKey: $0, epoch: bookmark.epoch) }
        current.withLock { $0 = key }
    }

    private func usable() throws -> DatabaseQueue {
        guard dataKey != nil else { throw VaultError(.closed, "the vault is closed") }
        try catchUp()
        if isPoisoned || queue == nil { try reopen() }
        guard let queue else { throw VaultError(.closed, "the vault is closed") }
        return queue
    }

    /// Notes what a database of so many bytes takes.
    func measure(_ bytes: Int?) {
        memory.withLock { $0 = bytes.map { $0 + min($0, MemoryDatabase.cacheBytes) + 65_536 } ?? 0 }
    }

    func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw VaultError(.vaultTooLarge, "the vault is as large as allowed")
        } catch let error as DatabaseError {
            throw VaultError(wrapping: error)
        }
    }
}
