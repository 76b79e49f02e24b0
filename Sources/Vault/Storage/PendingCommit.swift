import Dispatch
import Synchronization

/// A commit that stands, and what is still to be done about it.
struct Settlement: Sendable {
    enum Commit: Sendable {
        /// Written durably.
        case made(SealedCommit)
        /// Found on the disk, which may have it in memory alone.
        case found([UInt8], BlobHeader)
    }

    let account: AccountID
    let commit: Commit
    /// True when the blob is the first one under its key: then those under the old key go.
    let isRotation: Bool
    let store: any BlobStore
    let bookkeeping: any Bookkeeping

    var header: BlobHeader {
        switch commit {
        case .made(let commit): commit.header
        case .found(_, let header): header
        }
    }

    /// What the books are to say of it.
    func bookmark() throws(VaultError) -> CommitRecord {
        switch commit {
        case .made(let commit): try commit.bookmark()
        case .found(let blob, let header): try CommitRecord(of: blob, header: header)
        }
    }

    /// Makes the blob durable, lets go of the old key's, and notes it in the books, in this order; blocks.
    func complete() throws(VaultError) -> CommitRecord {
        if case .found(let blob, let header) = commit { try store.settle(account, blob, header: header) }
        if isRotation { try store.forget(account, before: header.generation) }
        let bookmark = try bookmark()
        try bookkeeping.record(bookmark, for: account)
        return bookmark
    }
}

/// A settlement, under way on another thread once it is started and one is free.
///
/// Whoever waits for it does it itself when nobody has begun: a hundred commits at once, each waiting for a thread that
/// another one holds, would else wait for each other.
final class PendingCommit: Sendable {
    private enum State {
        case owed(Settlement)
        case settled(CommitRecord)
    }

    private let state: Mutex<State>
    private let isStarted = Atomic(false)
    private let isBegun = Atomic(false)
    private let group = DispatchGroup()

    init(_ settlement: Settlement) { state = Mutex(.owed(settlement)) }

    /// Has another thread do it.
    func start() {
        guard isStarted.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        DispatchQueue.global(qos: .userInitiated).async { self.begin() }
    }

    /// What the books say of the commit, or will say.
    func bookmark() throws(VaultError) -> CommitRecord {
        switch state.withLock({ $0 }) {
        case .owed(let settlement): try settlement.bookmark()
        case .settled(let bookmark): bookmark
        }
    }

    /// Blocks until it is done; tries once more when that failed.
    func wait() throws(VaultError) -> CommitRecord {
        begin()
        group.wait()
        return try complete()
    }

    private func begin() {
        group.enter()
        defer { group.leave() }
        if isBegun.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged {
            _ = try? complete()
        }
    }

    private func complete() throws(VaultError) -> CommitRecord {
        switch state.withLock({ $0 }) {
        case .settled(let bookmark): return bookmark
        case .owed(let settlement):
            let bookmark = try settlement.complete()
            state.withLock { $0 = .settled(bookmark) }
            return bookmark
        }
    }
}
