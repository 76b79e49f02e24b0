import CSodium

/// Key material in guarded memory, apart from everything else, wiped when released.
///
/// What is no longer than a key shares a region with other keys; longer secrets have one of their own.
///
/// `@unchecked` because the buffer is written only in the initializer and only read afterwards.
package final class SecretBytes: @unchecked Sendable {
    private let buffer: UnsafeMutableRawBufferPointer

    /// Makes `count` bytes, more than none, and lets `fill` write them.
    ///
    /// As with any other object, the program ends where there is no memory for it.
    package init<Failure>(
        count: Int, _ fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let isCell = count <= SecretArena.cell
        guard Sodium.isReady, count > 0, let base = isCell ? SecretArena.shared.take() : sodium_malloc(count) else {
            preconditionFailure("there is no memory for a key")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: base, count: count)
        do throws(Failure) {
            try fill(base.assumingMemoryBound(to: UInt8.self))
        } catch {
            Self.release(base, count)
            throw error
        }
        if !isCell { sodium_mprotect_readonly(base) }
        self.buffer = buffer
    }

    /// Copies bytes that came from outside; the caller wipes its own copy.
    package convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { target in
            _ = UnsafeMutableBufferPointer(start: target, count: bytes.count).update(fromContentsOf: bytes)
        }
    }

    deinit {
        if let base = buffer.baseAddress { Self.release(base, buffer.count) }
    }

    private static func release(_ base: UnsafeMutableRawPointer, _ count: Int) {
        if count <= SecretArena.cell { SecretArena.shared.giveBack(base) } else { sodium_free(base) }
    }

    package var count: Int { buffer.count }

    package func withBytes<T>(_ body: (UnsafePointer<UInt8>) -> T) -> T {
        buffer.withMemoryRebound(to: UInt8.self) { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("sodium_malloc gave memory") }
            return body(UnsafePointer(base))
        }
    }

    /// An unprotected copy, for what has to leave as text (a cookie, a recovery code).
    package func copied() -> [UInt8] { Array(buffer) }
}
