import GRDB

/// From a transaction to the disk.
extension OpenVault {
    /// - Parameter isForced: seals the database also when `body` changed nothing.
    func commit<T>(
        on queue: DatabaseQueue, epoch: UInt32, isForced: Bool = false, _ body: (Records) throws -> T
    ) throws -> T {
        var result: T?
        var sealed: Settlement?
        let keeper = VaultFileKeeper { sealed = try self.persist($0, epoch: epoch) }
        do {
            try queue.writeWithoutTransaction { db in
                defer { keeper.dismiss(db) }
                try db.inTransaction(.immediate) {
                    // Whoever ended the transaction has changed memory, and not the disk.
                    defer { if !db.isInsideTransaction { isPoisoned = true } }
                    result = try body(Records(db: db))
                    guard db.isInsideTransaction else {
                        throw VaultError(.storageFailed, "a write ended its own transaction")
                    }
                    try MemoryDatabase.requireKeptReferences(db)
                    // From here on, SQLite commits: what it has changed is sealed before that counts.
                    try keeper.await(db)
                    return .commit
                }
                if isForced, !keeper.hasKept { try keeper.take(contentOf: db) }
            }
        } catch {
            // On disk, but not in memory: an observer or SQLite refused the last step.
            if keeper.hasKept { isPoisoned = true }
            home.tally.add(\.failedCommits)
            throw keeper.error ?? error
        }
        if let sealed { stand(by: sealed) }
        guard let result else { throw VaultError(.storageFailed, "a transaction ended without a result") }
        return result
    }

    /// Seals the database and writes it, durably, before SQLite's transaction counts.
    private func persist(_ content: UnsafeRawBufferPointer, epoch: UInt32) throws -> Settlement {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        let header = BlobHeader(
            account: account, generation: bookmark.generation + 1, epoch: epoch,
            nonce: home.random.bytes(Sealing.nonceLength))
        measure(content.count)
        let blob = try SealedBlob.seal(content, header: header, key: dataKey)
        let isRotation = epoch != bookmark.epoch
        do {
            // The books of the commit before are being written meanwhile, and must be done when this one can be found.
            try home.store.replace(account, with: blob, header: header, inPlace: !isRotation) {
                () throws(VaultError) in try settle()
            }
        } catch {
            if error.isAmbiguous { isPoisoned = true }
            throw error.error
        }
        return settlement(of: blob, header, isDurable: true, isRotation: isRotation)
    }

    func settlement(of blob: [UInt8], _ header: BlobHeader, isDurable: Bool, isRotation: Bool) -> Settlement {
        Settlement(
            account: account, blob: blob, header: header, isDurable: isDurable, isRotation: isRotation,
            store: home.store, bookkeeping: home.bookkeeping)
    }

    /// The commit counts from here on; its bookkeeping runs beside whatever comes next.
    ///
    /// Until that is done the blob is one generation ahead, which opening accepts.
    private func stand(by commit: Settlement) {
        home.tally.add(\.commits)
        // Whoever makes an account puts its first commit into the books, with everything else.
        let isFirst = commit.header.generation == 1
        bookmark = isFirst ? commit.bookmark : Bookmark(of: commit.blob, header: commit.header, digest: [])
        settling = isFirst ? nil : Settling(commit)
    }

    /// Blocks until the last commit is durable and in the books.
    func settle() throws(VaultError) {
        guard let settling else { return }
        bookmark = try settling.wait()
        self.settling = nil
    }
}
