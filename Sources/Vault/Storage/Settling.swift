import Dispatch
import Synchronization

/// A blob's bookmark, made on another thread while the blob goes to the disk.
final class Digesting: Sendable {
    private let made = Mutex<Bookmark?>(nil)
    private let group = DispatchGroup()
    private let blob: [UInt8]
    private let header: BlobHeader

    init(_ blob: [UInt8], _ header: BlobHeader) {
        (self.blob, self.header) = (blob, header)
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
            let bookmark = Bookmark(of: blob, header: header)
            self.made.withLock { $0 = bookmark }
        }
    }

    /// Blocks until it is made.
    func bookmark() -> Bookmark {
        group.wait()
        return made.withLock { $0 } ?? Bookmark(of: blob, header: header)
    }
}

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
