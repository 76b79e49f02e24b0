import Foundation

/// The random secret in a session cookie, and what is derived from it: one subkey looks up, another unwraps.
struct SessionCookie: Sendable {
    private let secret: SecretBytes

    init(random: RandomSource) throws(VaultError) {
        secret = try random.secret(32)
    }

    /// Reads 43 characters of base64url (RFC 4648, <https://www.rfc-editor.org/rfc/rfc4648#section-5>).
    init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isBase64URL) else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        guard var bytes = Data(base64Encoded: standard + "=").map({ [UInt8]($0) }), bytes.count == 32 else {
            return nil
        }
        defer { Sodium.wipe(&bytes) }
        guard let secret = try? SecretBytes(copying: bytes) else { return nil }
        self.secret = secret
    }

    var text: String {
        var bytes = secret.copied()
        defer { Sodium.wipe(&bytes) }
        return Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// What the disk knows of the session: a hash that opens nothing.
    func lookup() throws(VaultError) -> [UInt8] {
        try Blake.subkey(of: secret, context: "vaccinapp session look-up 1").copied()
    }

    func unwrapping() throws(VaultError) -> SecretBytes {
        try Blake.subkey(of: secret, context: "vaccinapp session unwrap 1")
    }

    /// The root of what pages derive, such as form tokens.
    func derivation() throws(VaultError) -> SecretBytes {
        try Blake.subkey(of: secret, context: "vaccinapp session derive 1")
    }

    private static func isBase64URL(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
