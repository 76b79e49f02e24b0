import Secrets

/// Seals a payload in chunks of 64 KiB, as it comes. <https://age-encryption.org/v1#payload>
struct PayloadWriter {
    static let saltBytes = 16

    private let key: SecretBytes
    private var nonce = ChunkNonce()
    private var pending: [UInt8] = []

    init(fileKey: SecretBytes, salt: [UInt8]) {
        key = AgePrimitives.hkdf(fileKey, salt: salt, info: Array("payload".utf8))
        pending.reserveCapacity(ChunkNonce.chunkBytes)
    }

    /// Seals every chunk that is known not to be the last.
    mutating func write(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) {
        var rest = bytes
        while !rest.isEmpty {
            if pending.count == ChunkNonce.chunkBytes { seal(isLast: false, into: &output) }
            let part = rest.prefix(ChunkNonce.chunkBytes - pending.count)
            pending += part
            rest = rest.dropFirst(part.count)
        }
    }

    /// Seals what is left as the last chunk, which is empty only in an empty file.
    mutating func finish(into output: inout [UInt8]) {
        seal(isLast: true, into: &output)
    }

    private mutating func seal(isLast: Bool, into output: inout [UInt8]) {
        pending.withUnsafeBytes {
            AgePrimitives.seal($0, key: key, nonce: nonce.bytes(isLast: isLast), into: &output)
        }
        pending.removeAll(keepingCapacity: true)
        nonce.advance()
    }
}
