import Dispatch
import Synchronization

/// Bookkeeping under way on another thread.
final class Settling: Sendable {
    private let result = Mutex<Result<Void, VaultError>>(.success(()))
    private let group = DispatchGroup()

    /// Starts recording; nil = there is nothing to record.
    init(_ bookmark: Bookmark?, _ account: AccountID, _ bookkeeping: any Bookkeeping) {
        guard let bookmark else { return }
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
            let outcome = Result { () throws(VaultError) in try bookkeeping.record(bookmark, for: account) }
            self.result.withLock { $0 = outcome }
        }
    }

    /// Blocks until it is recorded.
    func wait() throws(VaultError) {
        group.wait()
        try result.withLock { $0 }.get()
    }
}
