import GRDB

/// From the disk to an open database.
extension OpenVault {
    /// - Parameter read: what the store has, when it was read already.
    func reopen(_ read: [[UInt8]]? = nil) throws(VaultError) {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        try? queue?.close()
        queue = nil
        let blobs = if let read { read } else { try home.store.read(account, generation: bookmark.generation) }
        let opened = try SealedBlob.open(blobs, account: account, bookmark: bookmark, key: dataKey)
        let size = opened.image.count
        do {
            let fresh = try home.spares.take(holding: opened.image)
            let applied = try fresh.writeWithoutTransaction { try PrewarmedDatabases.migrations($0) }
            let isMigrated = try migrate(fresh, since: applied)
            queue = fresh
            isPoisoned = false
            contentTag = SealedBlob.tag(of: opened.blob, opened.header)
            slots = BlobSlots()
            slots[opened.header.generation] = opened.root.map { BlobSlot(header: opened.header, root: $0) }
            measure(size)
            if opened.header.generation > bookmark.generation { adopt(opened.blob, opened.header) }
            if isMigrated { try commit(on: fresh, epoch: bookmark.epoch, isForced: true) { _ in } }
            home.tally.add(\.opens)
        } catch {
            try? queue?.close()
            queue = nil
            throw VaultError(wrapping: error)
        }
    }

    /// Takes what is one ahead of the books as the last commit.
    private func adopt(_ blob: [UInt8], _ header: BlobHeader) {
        let isRotation = header.epoch != bookmark.epoch
        bookmark = CommitRecord(of: blob, header: header, digest: [])
        settling = PendingCommit(settlement(of: .found(blob, header), isRotation: isRotation))
        // Reads go on when this fails; the next write tries again.
        try? settle()
    }

    /// Brings the schema up to this release's, in memory; true when that changed anything.
    private func migrate(_ queue: DatabaseQueue, since applied: Set<String>) throws -> Bool {
        let known = Set(home.migrator.migrations)
        guard applied.isSubset(of: known) else {
            throw VaultError(.vaultVersion, "the vault was written by a newer release")
        }
        if applied != known { try home.migrator.migrate(queue) }
        return applied != known
    }
}
