import GRDB
import Secrets

/// How long the steps of opening and of sealing take, with the key at hand.
package struct StepTimes: Sendable {
    /// From the blob on the disk to the first answer, as a page gets it.
    package var opening = Duration.zero
    /// The same, step by step: blob, seal, into a spare database, its schema, answer.
    package var read = Duration.zero
    package var unseal = Duration.zero
    package var place = Duration.zero
    package var schema = Duration.zero
    package var answer = Duration.zero
    /// Of a commit that changes one setting, what comes before the disk.
    package var seal = Duration.zero
    package var databaseBytes = 0
    /// Bytes of the blob, and where in it such a commit writes.
    package var blobBytes = 0
    package var places: [Range<Int>] = []
}

extension Accounts {
    /// Opens a session's vault a second time and takes the time of each step.
    package func measure(_ session: Session) async throws -> StepTimes {
        let (home, account) = (vaultBackend, session.accountID)
        return try await session.shared.withLock { shared in
            let (key, bookmark) = (try shared.currentKey().dataKey, try shared.currentBookmark())
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
            let queue = try home.spares.take(holding: opened.image)
            times.place = watch.lap()
            _ = try queue.writeWithoutTransaction { try PrewarmedDatabases.migrations($0) }
            times.schema = watch.lap()
            _ = try queue.read { try Records(db: $0).setting("a") }
            times.answer = watch.lap()
            let base = opened.root.map { BlobSlot(header: opened.header, root: $0) }
            let hook = CommitHook { content in
                times.databaseBytes = content.bytes.count
                var slot = base
                watch = Watch()
                slot?.add(content.changed)
                let commit = try SealedCommit(
                    content.bytes, account: account, generation: bookmark.generation + 1, epoch: bookmark.epoch,
                    key: key, salt: home.random.bytes(Sealing.saltLength), over: slot)
                times.seal = watch.lap()
                (times.blobBytes, times.places) = (commit.layout.blobLength, commit.places)
            }
            try queue.writeWithoutTransaction { db in
                defer { hook.remove(db) }
                try db.inTransaction {
                    try Records(db: db).setSetting("a", to: "measured")
                    try hook.install(db)
                    return .commit
                }
            }
            try queue.close()
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
