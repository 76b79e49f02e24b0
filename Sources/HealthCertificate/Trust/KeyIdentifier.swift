internal import ByteCoding

/// The one reading of key ids that are written as text: `kid` of JSON Web Keys, of the headers of SMART Health Cards and
/// of European Vaccination Cards.
///
/// A list and a certificate that write the same text always mean the same bytes.
enum KeyIdentifier {
    /// The longest key id that is looked up, in bytes of its text.
    static let longest = 255

    /// The bytes that a text stands for in Base64 of either alphabet; those of its UTF-8 where it is no Base64.
    static func bytes(_ text: String) -> [UInt8] {
        guard let bytes = Base64.decodeLoosely(text), !bytes.isEmpty else { return Array(text.utf8) }
        return bytes
    }
}
