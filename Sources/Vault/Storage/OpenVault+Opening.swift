import GRDB
import GRDBSQLite

/// From the disk to an open database.
extension OpenVault {
    /// - Parameter read: what the store has, when it was read already.
    func reopen(_ read: [[UInt8]]? = nil) throws(VaultError) {
        guard let dataKey else { throw VaultError(.closed, "the vault is closed") }
        try? queue?.close()
        queue = nil
        let blobs = if let read { read } else { try home.store.read(account, generation: bookmark.generation) }
        let opened = try SealedBlob.open(blobs, account: account, bookmark: bookmark, key: dataKey)
        let fresh = try MemoryDatabase.make(pageLimit: home.pageLimit)
        do {
            try fresh.writeWithoutTransaction { try opened.image.load(into: $0.sqliteConnection) }
            let isMigrated = try migrate(fresh)
            queue = fresh
            isPoisoned = false
            measure(opened.image.count)
            if opened.header.generation > bookmark.generation { adopt(opened.blob, opened.header) }
            if isMigrated { try commit(on: fresh, epoch: bookmark.epoch) { _ in } }
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
        bookmark = Bookmark(of: blob, header: header, isWhole: false)
        settling = Settling(settlement(of: blob, header, isDurable: false, isRotation: isRotation))
        // Reads go on when this fails; the next write tries again.
        try? settle()
    }

    /// Brings the schema up to this release's, in memory; true when that changed anything.
    @discardableResult
    func migrate(_ queue: DatabaseQueue) throws(VaultError) -> Bool {
        do {
            let known = Set(home.migrator.migrations)
            let applied = try queue.unsafeRead { db in
                try db.tableExists("grdb_migrations")
                    ? try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations") : []
            }
            guard applied.isSubset(of: known) else {
                throw VaultError(.vaultVersion, "the vault was written by a newer release")
            }
            if applied != known { try home.migrator.migrate(queue) }
            return applied != known
        } catch {
            throw VaultError(wrapping: error)
        }
    }
}
