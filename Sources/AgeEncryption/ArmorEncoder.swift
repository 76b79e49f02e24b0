import ByteCoding

/// Turns a binary age file into text, as it comes.
///
/// PEM's strict form (RFC 7468): lines of 64 characters, <https://age-encryption.org/v1#ascii-armor>
struct ArmorEncoder {
    static let begin = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
    static let end = Array("-----END AGE ENCRYPTED FILE-----".utf8)
    static let bytesPerLine = 48
    static let charactersPerLine = 64

    private var pending: [UInt8] = []
    private var hasBegun = false

    mutating func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
        start(&output)
        pending += bytes
        let whole = pending.count / Self.bytesPerLine * Self.bytesPerLine
        guard whole > 0 else { return }
        pending.withUnsafeBytes {
            Base64.encodeLines(UnsafeRawBufferPointer(rebasing: $0.prefix(whole)), of: Self.bytesPerLine, into: &output)
        }
        pending.removeFirst(whole)
    }

    mutating func finish(into output: inout [UInt8]) {
        start(&output)
        if !pending.isEmpty {
            output += Base64.encode(pending).utf8 + [UInt8(ascii: "\n")]
            pending = []
        }
        output += Self.end + [UInt8(ascii: "\n")]
    }

    private mutating func start(_ output: inout [UInt8]) {
        guard !hasBegun else { return }
        hasBegun = true
        output += Self.begin + [UInt8(ascii: "\n")]
    }
}
