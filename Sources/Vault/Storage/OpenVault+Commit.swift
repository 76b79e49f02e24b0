import GRDB

/// From a transaction to the disk.
extension OpenVault {
    func commit<T>(on queue: DatabaseQueue, epoch: UInt32, _ body: (Records) throws -> T) throws -> T {
        var result: T?
        var sealed: Settlement?
        do {
            try queue.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    result = try body(Records(db: db))
                    sealed = try persist(db, epoch: epoch)
                    return .commit
                }
            }
        } catch {
            // On disk, but not in memory: an observer or SQLite refused the last step.
            if sealed != nil { isPoisoned = true }
            home.tally.add(\.failedCommits)
            throw error
        }
        if let sealed { stand(by: sealed) }
        guard let result else { throw VaultError(.storageFailed, "a transaction ended without a result") }
        return result
    }

    /// Writes the database as it is inside the transaction, durably, before SQLite commits it.
    private func persist(_ db: Database, epoch: UInt32) throws -> Settlement {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        guard db.isInsideTransaction else {
            isPoisoned = true
            throw VaultError(.storageFailed, "a write ended its own transaction")
        }
        try MemoryDatabase.requireKeptReferences(db)
        let header = BlobHeader(
            account: account, generation: bookmark.generation + 1, epoch: epoch,
            nonce: home.random.bytes(Sealing.nonceLength))
        let blob = try MemoryDatabase.withImage(of: db) { image in
            measure(image.count)
            return SealedBlob.seal(image, header: header, key: dataKey)
        }
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
        bookmark = Bookmark(of: commit.blob, header: commit.header, isWhole: isFirst)
        settling = isFirst ? nil : Settling(commit)
    }

    /// Blocks until the last commit is durable and in the books.
    func settle() throws(VaultError) {
        guard let settling else { return }
        bookmark = try settling.wait()
        self.settling = nil
    }
}
