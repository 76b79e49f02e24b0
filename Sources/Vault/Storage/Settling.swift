import Dispatch
import Synchronization

/// Work that another thread does meanwhile, if one is free.
///
/// Whoever waits for it does it itself when nobody has begun: a hundred commits at once, each waiting for a thread that
/// another one holds, would else wait for each other.
final class Meanwhile<Value: Sendable>: Sendable {
    private let work: @Sendable () -> Value
    private let isBegun = Atomic(false)
    private let result = Mutex<Value?>(nil)
    private let group = DispatchGroup()

    init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        DispatchQueue.global(qos: .userInitiated).async { self.begin() }
    }

    /// Blocks until it is done.
    func value() -> Value {
        begin()
        group.wait()
        return result.withLock { $0 } ?? work()
    }

    private func begin() {
        group.enter()
        defer { group.leave() }
        guard isBegun.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            return
        }
        let value = work()
        result.withLock { $0 = value }
    }
}

/// Bookkeeping under way on another thread.
struct Settling {
    private let recording: Meanwhile<Result<Void, VaultError>>?

    /// Starts recording; nil = there is nothing to record.
    init(_ bookmark: Bookmark?, _ account: AccountID, _ bookkeeping: any Bookkeeping) {
        recording = bookmark.map { bookmark in
            Meanwhile { Result { () throws(VaultError) in try bookkeeping.record(bookmark, for: account) } }
        }
    }

    /// Blocks until it is recorded.
    func wait() throws(VaultError) { try recording?.value().get() }
}
