import GRDB
import Secrets

/// From a transaction to the disk.
extension OpenVault {
    /// What is still to be done about a durable commit.
    struct Unfinished {
        /// True when the blob is the first one under its key: then those under the old key go.
        let isNewKey: Bool
        /// The blob, when it was found and not written: the disk may have it in memory alone.
        let found: (blob: [UInt8], header: BlobHeader)?
    }

    /// Runs a transaction in memory, and seals what it leaves; under a new key also when it leaves all as it was.
    ///
    /// It counts once the blob is durable. Whatever fails before, memory goes back to what the disk holds.
    func commit<T>(_ database: MemoryDatabase, epoch: UInt32, _ body: (Database) throws -> T) throws -> T {
        do {
            // The accounts database must know the last blob before the one that it may still remember is written over.
            try finish()
            let result = try database.queue.write(body)
            try database.withContent { try seal($0, of: database, epoch: epoch) }
            try? finish()
            return result
        } catch {
            backend.report(.refusedCommit)
            // Nothing but what was sealed may be seen; what can't be brought back is read again.
            if self.database != nil, (try? database.hasChanged) != false {
                self.database = try? database.reverted(sizeLimit: backend.sizeLimit)
                database.close()
            }
            throw error
        }
    }

    /// Seals what has changed and writes it durably; it is the last commit from then on.
    private func seal(_ content: UnsafeRawBufferPointer, of database: MemoryDatabase, epoch: UInt32) throws {
        let layout = BlobLayout(content: content.count)
        let changed = database.changedPieces(of: content, length: layout.pieceLength)
        let isNewKey = epoch != record.epoch
        guard isNewKey || !changed.isEmpty else { return }
        // Whatever is said of the last commit: a write over another content would lose what that one held.
        // And SQLite gives no bytes of what isn't in its memory.
        guard contentTag == record.tag, !content.isEmpty else {
            self.database = nil
            throw VaultError(.vaultForked, "what is in memory is not the last commit's content")
        }
        let slot = BlobSlot(of: record.generation + 1)
        var base = isNewKey || !backend.store.takesPieces ? nil : slots[slot]
        base?.stale.formUnion(changed)
        if base?.header.layout != layout { base = nil }
        // What a write leaves that doesn't come to its end is unknown.
        slots[slot] = nil
        guard let commit = try write(content, layout, epoch, over: base) ?? write(content, layout, epoch, over: nil)
        else { throw VaultError(.storageFailed, "the store takes no blob") }
        backend.report(.committed)
        measure(content.count)
        let before = BlobSlot(of: record.generation)
        slots[before]?.stale.formUnion(changed)
        // Under a new key nothing is left of the old one's, and pieces of another length are other pieces.
        if isNewKey || slots[before]?.header.layout != layout { slots[before] = nil }
        slots[slot] = commit.blob.known
        (record, contentTag) = (commit.record, commit.record.tag)
        // Whoever makes an account puts its first commit into the accounts database, with everything else.
        unfinished = record.generation == 1 ? nil : Unfinished(isNewKey: isNewKey, found: nil)
        // It is durable, whether or not there is memory to know later what has changed since.
        if (try? database.keep(content)) == nil { self.database = nil }
    }

    private typealias Sealed = (blob: SealedCommit, record: CommitRecord)

    /// Writes the content sealed; nil, and nothing done, when the disk doesn't hold what it leaves out.
    private func write(
        _ content: UnsafeRawBufferPointer, _ layout: BlobLayout, _ epoch: UInt32, over base: KnownBlob?
    ) throws -> Sealed? {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        let header = BlobHeader(
            account: account, generation: record.generation + 1, epoch: epoch,
            salt: backend.random.bytes(Sealing.saltLength), layout: layout)
        let sealed = try SealedCommit(content, header, key: dataKey, over: base)
        let record = sealed.record
        do {
            let inPlace = epoch == self.record.epoch
            return try backend.store.replace(account, with: sealed, record, inPlace: inPlace) ? (sealed, record) : nil
        } catch {
            guard error.isAmbiguous else { throw error.error }
            database = nil
            // The first one is nothing without its account's row, which comes after it.
            throw self.record.generation == 0 ? error.error : VaultError(.commitUnknown, error.error.reason)
        }
    }

    /// Does what is still to be done about the last commit: makes the blob durable, lets go of the old key's, and notes it
    /// in the accounts database, in this order.
    ///
    /// Until then the blob is one generation ahead, which opening accepts.
    func finish() throws(VaultError) {
        guard let unfinished else { return }
        if let found = unfinished.found {
            try backend.store.makeDurable(account, found.blob, header: found.header)
        }
        if unfinished.isNewKey { try backend.store.removeBlobs(of: account, before: record.generation) }
        try backend.records.record(record, for: account)
        self.unfinished = nil
    }
}
