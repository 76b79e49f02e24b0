import ByteCoding
import Secrets
import VaultStorage

/// The 160-bit secret that opens an account without its password: 32 characters in eight groups of four.
package struct RecoveryCode: Sendable {
    static let byteCount = 20

    let secret: SecretBytes

    init(random: RandomSource) throws(VaultError) {
        secret = random.secret(Self.byteCount)
    }

    /// Reads what a person typed: spaces, dashes, case and the letters O, I and L are forgiven.
    init?(typed: String) {
        guard typed.utf8.count <= 256 else { return nil }
        let text = String(
            typed.unicodeScalars.filter {
                Character($0).isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
            })
        guard var bytes = Base32.crockford.decode(text, count: Self.byteCount) else { return nil }
        defer { Sodium.wipe(&bytes) }
        secret = SecretBytes(copying: bytes)
    }

    /// Upper case, as it is shown and written down: `ABCD-EFGH-…`.
    var text: String {
        var bytes = secret.copied()
        defer { Sodium.wipe(&bytes) }
        return Self.grouped(Base32.crockford.encode(bytes))
    }

    /// Upper case, in groups of four.
    static func grouped(_ code: String) -> String {
        let characters = Array(code.uppercased())
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<min($0 + 4, characters.count)]) }
            .joined(separator: "-")
    }
}
