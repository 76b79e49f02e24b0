/// The identifiers of certificates (UVCI), as Annex 2 of the eHealth Network's guidelines on verifiable vaccination
/// certificates defines them: `URN:UVCI:`, a version, a country, an opaque part, and a checksum after `#`.
public enum CertificateIdentifier {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/:")

    /// Makes an identifier of the third form: country, 26 characters that mean nothing, and a checksum.
    ///
    /// - Parameters:
    ///   - country: ISO 3166 alpha-2.
    ///   - generator: Where the random characters come from.
    public static func make(
        country: String, using generator: inout some RandomNumberGenerator
    ) -> String {
        let opaque = String((0..<26).map { _ in alphabet[Int.random(in: 0..<36, using: &generator)] })
        let body = "URN:UVCI:01:\(country):\(opaque)"
        return checksum(of: body).map { "\(body)#\($0)" } ?? body
    }

    /// Whether the checksum after the last `#` is right; `nil` when there is none.
    public static func hasRightChecksum(_ identifier: String) -> Bool? {
        guard let mark = identifier.lastIndex(of: "#") else { return nil }
        let stated = identifier[identifier.index(after: mark)...]
        return checksum(of: String(identifier[..<mark])).map { stated.count == 1 && stated.first == $0 } ?? false
    }

    /// The Luhn checksum over the alphabet of identifiers (ISO 7812 extended to 38 characters), or `nil` when the
    /// text has others.
    private static func checksum(of text: String) -> Character? {
        var sum = 0
        for (place, character) in text.uppercased().reversed().enumerated() {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            let addend = place.isMultiple(of: 2) ? value * 2 : value
            sum += addend / alphabet.count + addend % alphabet.count
        }
        return alphabet[(alphabet.count - sum % alphabet.count) % alphabet.count]
    }
}
