/// The nonce of a payload chunk: an 11-byte big-endian counter and a byte that marks the last chunk.
///
/// STREAM, <https://age-encryption.org/v1#payload>
struct ChunkNonce {
    /// The plaintext of every chunk but the last, in bytes.
    static let chunkBytes = 64 << 10
    static let sealedChunkBytes = chunkBytes + AgePrimitives.tagBytes

    /// 2^64 chunks are 2^80 bytes: the other three bytes of the counter stay zero.
    private(set) var index: UInt64 = 0

    func bytes(isLast: Bool) -> [UInt8] {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: index >> UInt64(56 - 8 * $0)) }
        return [0, 0, 0] + counter + [isLast ? 1 : 0]
    }

    mutating func advance() {
        index &+= 1  // a file of 2^80 bytes does not exist
    }
}
