import BoundedJSON
import ByteCoding
internal import Crypto
internal import Foundation

/// A file that a SMART Health Link leads to, opened with the link's key.
///
/// Files are JSON Web Encryption in compact form with a shared key: `dir` and `A256GCM`, deflated where `zip` says
/// so. <https://docs.smarthealthit.org/smart-health-links/spec/#encrypting-and-decrypting-files>
public struct SmartHealthLinkFile: Sendable, Hashable {
    /// What the file holds, such as `application/smart-health-card`; nil where it doesn't say.
    public let contentType: String?
    /// The file, decrypted and unpacked.
    public let content: [UInt8]

    /// Largest file that is opened, in characters, and the most that it may unpack to, in bytes.
    public static let largest = 16 << 20

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - jwe: the encrypted file, five parts between full stops.
    ///   - key: the link's key, 32 bytes.
    /// - Throws: ``SmartHealthCardDeparture``: `notAJWE`, `jweHeaderWrong`, `jweNotDecryptable`, `invalidDeflate` or
    ///   `textTooLong`.
    public init(jwe: String, key: [UInt8]) throws(SmartHealthCardDeparture) {
        guard jwe.utf8.count <= Self.largest else { throw SmartHealthCardDeparture(.textTooLong) }
        let parts = jwe.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // With a shared key there is no encrypted one: the second part is empty.
        guard parts.count == 5, parts[1].isEmpty, let header = Base64URL.decode(parts[0]),
            let nonce = Base64URL.decode(parts[2]), let text = Base64URL.decode(parts[3]),
            let tag = Base64URL.decode(parts[4]),
            let json = try? JSONValue(parsing: header, limits: JSONLimits(bytes: 8_192, depth: 8))
        else { throw SmartHealthCardDeparture(.notAJWE) }
        let zip = json["zip"]
        guard json["alg"]?.text == "dir", json["enc"]?.text == "A256GCM", zip == nil || zip?.text == "DEF" else {
            throw SmartHealthCardDeparture(.jweHeaderWrong)
        }
        guard key.count == 32, nonce.count == 12, tag.count == 16,
            let box = try? AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: text, tag: tag),
            let plain = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: Array(parts[0]))
        else { throw SmartHealthCardDeparture(.jweNotDecryptable) }
        self.contentType = json["cty"]?.text
        if zip == nil {
            self.content = Array(plain)
        } else if let content = try? Zlib.inflate(Array(plain), format: .raw, limit: Self.largest) {
            self.content = content
        } else {
            throw SmartHealthCardDeparture(.invalidDeflate)
        }
    }
}
