import Mustache

/// Escapes text for HTML content and quoted attributes, Unicode scalar by Unicode scalar.
///
/// The template library's own escaping compares characters, that is grapheme clusters: a quote followed by a combining
/// mark is another character to it and passes unescaped, although a browser ends the attribute at that quote. Names in
/// certificates come from strangers, so every template is prepared to use this content type.
struct HTMLText: MustacheContentType {
    /// The name under which templates select it.
    static let name = "HTMLTEXT"

    func escapeText(_ text: String) -> String { Self.escape(text) }

    /// The text with `&`, `<`, `>`, `"` and `'` as character references.
    static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Writes the text so.
    static func write(_ text: String, into output: inout [UInt8]) {
        guard text.utf8.contains(where: isSpecial) else { return output.append(contentsOf: text.utf8) }
        output.append(contentsOf: escape(text).utf8)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
