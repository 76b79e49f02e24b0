import CSodium

/// The library's start, done once before the first call into it.
package enum Sodium {
    /// False when libsodium found no source of randomness.
    package static let isReady = sodium_init() >= 0

    /// Overwrites a buffer in a way that the optimizer keeps.
    package static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { wipe($0) }
    }

    package static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
    }

    /// Compares in time that depends on the length alone.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
