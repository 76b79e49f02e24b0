import ByteCoding

/// One recipient of a file: a type, its arguments and a body.
///
/// <https://age-encryption.org/v1#the-recipient-stanza>
struct Stanza: Equatable {
    /// The full length of a body line in bytes; a shorter one ends the body.
    static let bytesPerLine = 48

    var type: String
    var arguments: [String]
    var body: [UInt8] = []

    init(type: String, arguments: [String], body: [UInt8]) {
        self.type = type
        self.arguments = arguments
        self.body = body
    }

    /// Reads `-> type argument …`; nil unless every word is one or more printable ASCII characters.
    init?(line: ArraySlice<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].elementsEqual("->".utf8),
            words.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } })
        else { return nil }
        type = String(decoding: words[1], as: UTF8.self)
        arguments = words.dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The stanza's lines, each with its line feed.
    var encoded: [UInt8] {
        var output = Array((["->", type] + arguments).joined(separator: " ").utf8) + [UInt8(ascii: "\n")]
        for start in stride(from: 0, through: body.count, by: Self.bytesPerLine) {
            let line = Array(body[start..<min(start + Self.bytesPerLine, body.count)])
            output += Base64.encode(line, as: .unpadded).utf8 + [UInt8(ascii: "\n")]
        }
        return output
    }
}
