import GRDB

/// How long the steps of opening and of sealing take, with the key at hand.
package struct StepTimes: Sendable {
    /// From the blob on the disk to the first answer, as a page gets it.
    package var opening = Duration.zero
    /// The same, step by step: blob, seal, spare database, copy into it, schema, answer.
    package var read = Duration.zero
    package var unseal = Duration.zero
    package var spare = Duration.zero
    package var load = Duration.zero
    package var schema = Duration.zero
    package var answer = Duration.zero
    /// Of a commit, what comes before the disk: the image, and its seal.
    package var image = Duration.zero
    package var seal = Duration.zero
    /// Bytes of the database and of its blob.
    package var databaseBytes = 0
    package var blobBytes = 0
}

extension Accounts {
    /// Opens a session's vault a second time and takes the time of each step.
    package func measure(_ session: Session) async throws -> StepTimes {
        let (home, account) = (home, session.accountID)
        return try await session.shared.onTurn { shared in
            let (key, bookmark) = (try shared.currentKey().dataKey, shared.currentBookmark())
            var times = StepTimes()
            let vault: OpenVault
            var watch = Watch()
            vault = try OpenVault(
                opening: account, blobs: try home.store.read(account, generation: bookmark.generation), dataKey: key,
                bookmark: bookmark, home: home)
            _ = try vault.read { try $0.setting("a") }
            times.opening = watch.lap()
            vault.close()
            watch = Watch()
            let blobs = try home.store.read(account, generation: bookmark.generation)
            times.read = watch.lap()
            let opened = try SealedBlob.open(blobs, account: account, bookmark: bookmark, key: key)
            times.unseal = watch.lap()
            let spare = try home.spares.take()
            times.spare = watch.lap()
            try spare.queue.writeWithoutTransaction { db in
                try opened.image.load(into: db.sqliteConnection, through: spare.source)
                times.load = watch.lap()
                _ = try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations")
                times.schema = watch.lap()
            }
            _ = try spare.queue.read { try Records(db: $0).setting("a") }
            times.answer = watch.lap()
            try spare.queue.writeWithoutTransaction { db in
                try MemoryDatabase.withImage(of: db) { image in
                    times.image = watch.lap()
                    times.blobBytes = SealedBlob.seal(image, header: opened.header, key: key).count
                    times.seal = watch.lap()
                    times.databaseBytes = image.count
                }
            }
            try spare.queue.close()
            return times
        }
    }
}

private struct Watch {
    private var start = ContinuousClock.now

    /// The time since the last lap.
    mutating func lap() -> Duration {
        let now = ContinuousClock.now
        defer { start = now }
        return start.duration(to: now)
    }
}
