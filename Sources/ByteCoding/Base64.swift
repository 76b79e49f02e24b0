/// Base64 (RFC 4648, sections 4 and 5) in its canonical form: one text for each byte string.
///
/// <https://www.rfc-editor.org/rfc/rfc4648>
public enum Base64 {
    /// Which characters stand for 62 and 63, and whether the text is filled up.
    public struct Form: Sendable {
        let alphabet: Alphabet
        let isPadded: Bool

        /// `+` and `/`, filled up with `=` to groups of four.
        public static let standard = Form(alphabet: .standard, isPadded: true)
        /// `+` and `/`, not filled up.
        public static let unpadded = Form(alphabet: .standard, isPadded: false)
        /// `-` and `_`, not filled up: for addresses, and as RFC 7515 has it.
        public static let url = Form(alphabet: .url, isPadded: false)
    }

    static let padding = UInt8(ascii: "=")

    /// The text of bytes.
    public static func encode(_ bytes: some Sequence<UInt8>, as form: Form = .standard) -> String {
        let text = bytes.withContiguousStorageIfAvailable { encoded(UnsafeRawBufferPointer($0), form) }
        return String(decoding: text ?? Array(bytes).withUnsafeBytes { encoded($0, form) }, as: UTF8.self)
    }

    /// Appends the text of bytes.
    public static func encode(_ bytes: UnsafeRawBufferPointer, as form: Form = .standard, into output: inout [UInt8]) {
        output += encoded(bytes, form)
    }

    /// The bytes of a text; nil for any other character, another filling, or bits left over.
    public static func decode(_ text: some Sequence<UInt8>, as form: Form = .standard) -> [UInt8]? {
        let bytes = text.withContiguousStorageIfAvailable { decoded(UnsafeRawBufferPointer($0), form) }
        return bytes ?? Array(text).withUnsafeBytes { decoded($0, form) }
    }

    /// The bytes of a text, as from its UTF-8.
    public static func decode(_ text: some StringProtocol, as form: Form = .standard) -> [UInt8]? {
        decode(text.utf8, as: form)
    }

    /// Appends the bytes of a text; false, and nothing appended, unless it is canonical.
    public static func decode(
        _ text: UnsafeRawBufferPointer, as form: Form = .standard, into output: inout [UInt8]
    ) -> Bool {
        guard let bytes = decoded(text, form) else { return false }
        output += bytes
        return true
    }

    /// The bytes of a text of either alphabet, filled up or not, with blanks and line breaks anywhere: as lists of
    /// keys have it, which many have written by hand.
    public static func decodeLoosely(_ text: some StringProtocol) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count)
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "+"): characters.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): characters.append(UInt8(ascii: "_"))
            case 0x09, 0x0A, 0x0D, 0x20, padding: continue
            default: characters.append(character)
            }
        }
        return characters.withUnsafeBytes { decoded($0, .url, leavesBitsOver: true) }
    }

    private static func encoded(_ bytes: UnsafeRawBufferPointer, _ form: Form) -> [UInt8] {
        let rest = bytes.count % 3
        let whole = bytes.count / 3 * 4
        let length = whole + (rest == 0 ? 0 : form.isPadded ? 4 : rest + 1)
        return [UInt8](unsafeUninitializedCapacity: length) { text, count in
            form.alphabet.encode(bytes, from: 0, triples: bytes.count / 3, to: text, at: 0)
            if rest > 0 {
                let symbols = form.alphabet.symbols
                let first = bytes[bytes.count - rest]
                let second = rest == 2 ? bytes[bytes.count - 1] : 0
                text[whole] = symbols[Int(first >> 2)]
                text[whole + 1] = symbols[Int(first << 4 & 63 | second >> 4)]
                if rest == 2 { text[whole + 2] = symbols[Int(second << 2 & 63)] }
                for place in (whole + rest + 1)..<max(length, whole + rest + 1) { text[place] = padding }
            }
            count = length
        }
    }

    /// - Parameter leavesBitsOver: whether the last character may hold bits that stand for nothing.
    private static func decoded(
        _ text: UnsafeRawBufferPointer, _ form: Form, leavesBitsOver: Bool = false
    ) -> [UInt8]? {
        var length = text.count
        if form.isPadded {
            guard length.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where length > 0 && text[length - 1] == padding { length -= 1 }
        }
        let (quads, rest) = (length / 4, length % 4)
        guard rest != 1 else { return nil }
        let values = form.alphabet.values
        var isRight = true
        let bytes = [UInt8](unsafeUninitializedCapacity: quads * 3 + 2) { bytes, count in
            var seen = form.alphabet.decode(text, from: 0, quads: quads, to: bytes, at: 0)
            count = quads * 3
            if rest > 0 {
                let last = (0..<rest).map { values[Int(text[quads * 4 + $0])] }
                seen = last.reduce(seen, |)
                bytes[count] = last[0] << 2 | last[1] >> 4
                if rest == 3 { bytes[count + 1] = last[1] << 4 | last[2] >> 2 }
                let over = rest == 3 ? last[2] << 6 : last[1] << 4
                isRight = leavesBitsOver || over == 0
                count += rest - 1
            }
            isRight = isRight && seen < 64
        }
        return isRight ? bytes : nil
    }
}

/// Base64 for addresses, as RFC 7515 calls it: ``Base64`` in its form `url`.
public enum Base64URL {
    /// The text of bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String { Base64.encode(bytes, as: .url) }

    /// The bytes of a text; nil for any other character, padding, or bits left over.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { Base64.decode(text, as: .url) }

    /// The bytes of a text in UTF-8.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? { Base64.decode(text, as: .url) }

    /// Whether a character is one of the 64.
    public static func isCharacter(_ character: UInt8) -> Bool { Base64.Alphabet.url.values[Int(character)] < 64 }
}
