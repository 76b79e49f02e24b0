import ByteCoding
import CSodium
import Secrets

/// The header of a file: who can open it, and the proof that nobody changed that.
struct AgeHeader {
    let stanzas: [Stanza]
    /// The bytes that the MAC is over: everything up to and with the three dashes.
    let authenticated: [UInt8]
    let mac: [UInt8]

    /// Makes the header of a new file with the file key wrapped by a passphrase's key.
    static func encoded(fileKey: SecretBytes, wrappedBy key: PassphraseKey) -> [UInt8] {
        let stanza = ScryptStanza.wrap(fileKey, with: key)
        let authenticated = HeaderReader.version + [UInt8(ascii: "\n")] + stanza.encoded + Array("---".utf8)
        let mac = mac(of: authenticated, fileKey: fileKey)
        return authenticated + [UInt8(ascii: " ")] + Base64.encode(mac, as: .unpadded).utf8 + [UInt8(ascii: "\n")]
    }

    /// Throws `headerChanged` unless the MAC is right. <https://age-encryption.org/v1#header-mac>
    func verify(_ fileKey: SecretBytes) throws(AgeError) {
        let expected = Self.mac(of: authenticated, fileKey: fileKey)
        guard mac.count == expected.count, sodium_memcmp(mac, expected, expected.count) == 0 else {
            throw AgeError(.headerChanged, "The file's header was changed after it was written.")
        }
    }

    private static func mac(of bytes: [UInt8], fileKey: SecretBytes) -> [UInt8] {
        AgePrimitives.hkdf(fileKey, salt: [], info: Array("header".utf8)).withBytes {
            AgePrimitives.hmac(key: $0, count: AgePrimitives.keyBytes, bytes)
        }
    }
}
