import Secrets

/// Opens a payload as it comes; nothing leaves it before its chunk has been verified.
///
/// <https://age-encryption.org/v1#payload>
struct AgePayloadReader {
    private let fileKey: SecretBytes
    private var key: SecretBytes?
    private var nonce = ChunkNonce()
    private var pending: [UInt8] = []
    private var isComplete = false

    init(fileKey: SecretBytes) {
        self.fileKey = fileKey
    }

    /// Opens every full chunk; throws `changed` or `trailingData`, after what came before it was given out.
    mutating func read(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) throws(AgeError) {
        var rest = bytes
        while !rest.isEmpty {
            guard !isComplete else {
                throw AgeError(.trailingData, "Bytes were added to the end of the file.")
            }
            let wanted = key == nil ? PayloadWriter.saltBytes : ChunkNonce.sealedChunkBytes
            let part = rest.prefix(wanted - pending.count)
            pending += part
            rest = rest.dropFirst(part.count)
            guard pending.count == wanted else { return }
            if key == nil {
                key = AgePrimitives.hkdf(fileKey, salt: pending, info: Array("payload".utf8))
            } else {
                try openFullChunk(into: &output)
            }
            pending.removeAll(keepingCapacity: true)
        }
    }

    /// Opens the last chunk; throws `truncated` or `cutOrChanged`.
    mutating func finish(into output: inout [UInt8]) throws(AgeError) {
        guard !isComplete else { return }
        guard key != nil, pending.count >= AgePrimitives.tagBytes,
            pending.count > AgePrimitives.tagBytes || nonce.index == 0
        else {
            throw AgeError(.truncated, "The file was cut short.")
        }
        guard open(isLast: true, into: &output) else {
            throw AgeError(.cutOrChanged, "The end of the file was cut off or changed.")
        }
        isComplete = true
    }

    private mutating func openFullChunk(into output: inout [UInt8]) throws(AgeError) {
        if open(isLast: false, into: &output) { return }
        guard open(isLast: true, into: &output) else {
            throw AgeError(.changed, "The file was changed after it was written.")
        }
        isComplete = true
    }

    private mutating func open(isLast: Bool, into output: inout [UInt8]) -> Bool {
        guard let key else { return false }
        let isRight = pending.withUnsafeBytes {
            AgePrimitives.open($0, key: key, nonce: nonce.bytes(isLast: isLast), into: &output)
        }
        if isRight { nonce.advance() }
        return isRight
    }
}
