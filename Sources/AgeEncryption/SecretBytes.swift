import CSodium

/// Bytes that are overwritten with zeros when nobody needs them any more.
///
/// `@unchecked Sendable`: the memory is written once, in the initializer, and only read until it is wiped in `deinit`.
final class SecretBytes: @unchecked Sendable {
    let count: Int
    private let storage: UnsafeMutablePointer<UInt8>

    /// Reserves `count` bytes, more than none, and lets `fill` write them.
    init(count: Int, filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.count = count
        storage = .allocate(capacity: count)
        storage.initialize(repeating: 0, count: count)
        fill(storage)
    }

    convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.update(from: bytes, count: bytes.count) }
    }

    deinit {
        sodium_memzero(storage, count)
        storage.deallocate()
    }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        body(UnsafePointer(storage))
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as C functions want them; `nil` only for an empty buffer.
    var octets: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
