import CSodium

/// Where random bytes come from; a parameter, so that tests can replay.
package struct RandomSource: Sendable {
    private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    package init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.fill = fill
    }

    /// The system's generator, through libsodium.
    package static let system = RandomSource { buffer in
        _ = Sodium.isReady
        if let base = buffer.baseAddress { randombytes_buf(base, buffer.count) }
    }

    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            initialized = count
        }
    }

    package func secret(_ count: Int) -> SecretBytes {
        SecretBytes(count: count) { fill(UnsafeMutableRawBufferPointer(start: $0, count: count)) }
    }
}
