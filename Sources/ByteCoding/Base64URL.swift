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
