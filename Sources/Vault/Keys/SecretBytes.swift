import CSodium

/// Key material in memory of its own: locked where the system allows, fenced by guard pages, wiped when released.
///
/// `@unchecked` because the buffer is written only in the initializer and only read afterwards.
package final class SecretBytes: @unchecked Sendable {
    private let buffer: UnsafeMutableRawBufferPointer

    /// Makes `count` bytes and lets `fill` write them.
    package init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) throws(VaultError) -> Void) throws(VaultError) {
        guard Sodium.isReady, count > 0, let base = sodium_malloc(count) else {
            throw VaultError(.busy, "no protected memory is left for a key")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: base, count: count)
        do throws(VaultError) {
            try fill(base.assumingMemoryBound(to: UInt8.self))
        } catch {
            sodium_free(base)
            throw error
        }
        sodium_mprotect_readonly(base)
        self.buffer = buffer
    }

    /// Copies bytes that came from outside; the caller wipes its own copy.
    package convenience init(copying bytes: some Collection<UInt8>) throws(VaultError) {
        try self.init(count: bytes.count) { target in
            for (offset, byte) in bytes.enumerated() { target[offset] = byte }
        }
    }

    deinit {
        sodium_free(buffer.baseAddress)
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
