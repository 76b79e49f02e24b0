import ByteCoding
import Secrets

/// The random secret in a session cookie, and what is derived from it: one subkey looks up, another unwraps.
struct SessionCookie: Sendable {
    private let secret: SecretBytes

    init(random: RandomSource) {
        secret = random.secret(32)
    }

    /// Reads 43 characters of base64url (RFC 4648, <https://www.rfc-editor.org/rfc/rfc4648#section-5>).
    init?(_ text: String) {
        guard text.utf8.count == 43, var bytes = Base64URL.decode(text) else { return nil }
        defer { Sodium.wipe(&bytes) }
        secret = SecretBytes(copying: bytes)
    }

    var text: String {
        var bytes = secret.copied()
        defer { Sodium.wipe(&bytes) }
        return Base64URL.encode(bytes)
    }

    /// What the disk knows of the session: a hash that opens nothing.
    func lookup() -> [UInt8] {
        Blake.subkey(of: secret, context: "vaccinapp session look-up 1").copied()
    }

    func unwrapping() -> SecretBytes {
        Blake.subkey(of: secret, context: "vaccinapp session unwrap 1")
    }

    /// The root of what pages derive, such as form tokens.
    func derivation() -> SecretBytes {
        Blake.subkey(of: secret, context: "vaccinapp session derive 1")
    }
}
