import Dispatch
import Synchronization

/// A commit that stands, and what is still to be done about it.
struct Settlement: Sendable {
    let account: AccountID
    let blob: [UInt8]
    let header: BlobHeader
    /// False when the blob was found on the disk, which may have it in memory alone.
    let isDurable: Bool
    /// True when the blob is the first one under its key: then those under the old key go.
    let isRotation: Bool
    let store: any BlobStore
    let bookkeeping: any Bookkeeping

    /// What the books are to say of it.
    var bookmark: Bookmark { Bookmark(of: blob, header: header) }

    /// Makes the blob durable, lets go of the old key's, and notes it in the books, in this order; blocks.
    func complete() throws(VaultError) -> Bookmark {
        if !isDurable { try store.settle(account, blob, header: header) }
        if isRotation { try store.forget(account, before: header.generation) }
        let bookmark = bookmark
        try bookkeeping.record(bookmark, for: account)
        return bookmark
    }
}

/// A settlement under way on another thread, if one is free.
///
/// Whoever waits for it does it itself when nobody has begun: a hundred commits at once, each waiting for a thread that
/// another one holds, would else wait for each other.
final class Settling: Sendable {
    private enum State {
        case owed(Settlement)
        case settled(Bookmark)
    }

    private let state: Mutex<State>
    private let isBegun = Atomic(false)
    private let group = DispatchGroup()

    init(_ settlement: Settlement) {
        state = Mutex(.owed(settlement))
        DispatchQueue.global(qos: .userInitiated).async { self.begin() }
    }

    /// What the books say of the commit, or will say.
    var bookmark: Bookmark {
        switch state.withLock({ $0 }) {
        case .owed(let settlement): settlement.bookmark
        case .settled(let bookmark): bookmark
        }
    }

    /// Blocks until it is done; tries once more when that failed.
    func wait() throws(VaultError) -> Bookmark {
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

    private func complete() throws(VaultError) -> Bookmark {
        switch state.withLock({ $0 }) {
        case .settled(let bookmark): return bookmark
        case .owed(let settlement):
            let bookmark = try settlement.complete()
            state.withLock { $0 = .settled(bookmark) }
            return bookmark
        }
    }
}
