/// Escapes text for HTML content and quoted attributes, byte by byte.
///
/// Never character by character: to Swift a quote followed by a combining mark is another character, although a browser
/// ends the attribute at that quote. Names in certificates come from strangers.
package enum HTMLText {
    /// The text with `&`, `<`, `>`, `"` and `'` as character references.
    package static func escape(_ text: String) -> String {
        var escaped: [UInt8] = []
        write(text, into: &escaped)
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Writes the text so.
    package static func write(_ text: String, into output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices {
                guard let reference = reference(bytes[index]) else { continue }
                output.append(contentsOf: bytes[start..<index])
                reference.withUTF8Buffer { output.append(contentsOf: $0) }
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
    }

    private static func reference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
