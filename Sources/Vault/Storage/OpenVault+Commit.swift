import GRDB
import Secrets

/// From a transaction to the disk.
extension OpenVault {
    /// - Parameter isForced: seals the database also when `body` changed nothing.
    func commit<T>(
        on queue: DatabaseQueue, epoch: UInt32, isForced: Bool = false, _ body: (Records) throws -> T
    ) throws -> T {
        var result: T?
        var sealed: SealedCommit?
        let hook = CommitHook { sealed = try self.persist($0, epoch: epoch) }
        do {
            try queue.writeWithoutTransaction { db in
                defer { hook.remove(db) }
                try db.inTransaction(.immediate) {
                    // Whoever ended the transaction has changed memory, and not the disk.
                    defer { if !db.isInsideTransaction { isPoisoned = true } }
                    result = try body(Records(db: db))
                    guard db.isInsideTransaction else {
                        throw VaultError(.storageFailed, "a write ended its own transaction")
                    }
                    try MemoryDatabase.requireKeptReferences(db)
                    // From here on, SQLite commits: what it has changed is sealed before that counts.
                    try hook.install(db)
                    return .commit
                }
                if isForced, !hook.hasKept { try hook.take(contentOf: db) }
            }
        } catch {
            // On disk, but not in memory: an observer or SQLite refused the last step.
            if hook.hasKept { isPoisoned = true }
            home.tally.add(\.failedCommits)
            throw hook.error ?? error
        }
        if let sealed { try stand(by: sealed) }
        guard let result else { throw VaultError(.storageFailed, "a transaction ended without a result") }
        return result
    }

    /// Seals the database and writes it, durably, before SQLite's transaction counts.
    private func persist(_ content: VaultFile.Content, epoch: UInt32) throws -> SealedCommit {
        measure(content.bytes.count)
        // Whatever is said of the last commit: a write over another content would lose what that one held.
        guard contentTag == bookmark.tag else {
            isPoisoned = true
            throw VaultError(.vaultForked, "what is in memory is not the last commit's content")
        }
        let isRotation = epoch != bookmark.epoch
        let generation = bookmark.generation + 1
        var base = isRotation || !home.store.takesPieces ? nil : slots[generation]
        base?.add(content.changed)
        // What a write leaves that doesn't come to its end is unknown.
        slots[generation] = nil
        let bytes = content.bytes
        guard
            let commit = try write(bytes, generation, epoch, over: base) ?? write(bytes, generation, epoch, over: nil)
        else { throw VaultError(.storageFailed, "the blobs' home takes no blob") }
        slots.stand(commit, content.changed)
        return commit
    }

    /// Writes the content sealed; nil, and nothing done, when the disk doesn't hold what it leaves out.
    private func write(
        _ content: UnsafeRawBufferPointer, _ generation: UInt64, _ epoch: UInt32, over base: BlobSlot?
    ) throws -> SealedCommit? {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        let commit = try SealedCommit(
            content, account: account, generation: generation, epoch: epoch, key: dataKey,
            salt: home.random.bytes(Sealing.saltLength), over: base)
        do {
            // The books of the commit before are being written meanwhile, and must be done when this one can be found.
            let isWritten = try home.store.replace(account, with: commit, inPlace: epoch == bookmark.epoch) {
                () throws(VaultError) in try settle()
            }
            return isWritten ? commit : nil
        } catch {
            if error.isAmbiguous { isPoisoned = true }
            throw error.error
        }
    }

    func settlement(of commit: Settlement.Commit, isRotation: Bool) -> Settlement {
        Settlement(
            account: account, commit: commit, isRotation: isRotation, store: home.store,
            bookkeeping: home.bookkeeping)
    }

    /// The commit counts from here on; its bookkeeping runs beside whatever comes next.
    ///
    /// Until that is done the blob is one generation ahead, which opening accepts.
    private func stand(by commit: SealedCommit) throws {
        home.tally.add(\.commits)
        let isRotation = commit.header.epoch != bookmark.epoch
        // Whoever makes an account puts its first commit into the books, with everything else.
        let isFirst = commit.header.generation == 1
        bookmark = isFirst ? try commit.bookmark() : commit.bookmark(digest: [])
        contentTag = bookmark.tag
        settling = isFirst ? nil : PendingCommit(settlement(of: .made(commit), isRotation: isRotation))
    }

    /// Blocks until the last commit is durable and in the books.
    func settle() throws(VaultError) {
        guard let settling else { return }
        bookmark = try settling.wait()
        self.settling = nil
    }
}
