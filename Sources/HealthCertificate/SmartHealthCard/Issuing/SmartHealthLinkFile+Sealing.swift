import BoundedJSON
import ByteCoding
internal import Crypto
public import Foundation

extension SmartHealthLinkFile {
    /// Encrypts a file for a SMART Health Link.
    ///
    /// - Parameters:
    ///   - content: the file.
    ///   - contentType: what it holds, such as `application/smart-health-card`.
    ///   - key: the link's key, 32 bytes.
    ///   - nonce: 12 bytes that were never used with this key.
    ///   - isDeflated: whether the file is packed before it is encrypted.
    /// - Returns: a JWE in compact form.
    /// - Throws: ``HealthCertificateError`` of layer `jws` for a key or nonce of another length.
    public static func seal(
        _ content: [UInt8], contentType: String, key: [UInt8], nonce: [UInt8], isDeflated: Bool = true
    ) throws(HealthCertificateError) -> String {
        guard key.count == 32, nonce.count == 12 else {
            throw HealthCertificateError(.jws, .invalidLength, "a link's key has 32 bytes, and a nonce 12")
        }
        var members: JSONObject = [
            "alg": .string("dir"), "enc": .string("A256GCM"), "cty": .string(contentType),
        ]
        if isDeflated { members["zip"] = .string("DEF") }
        let header = Base64URL.encode(JSONValue.object(members).compactText.utf8)
        let plain = try HealthCertificateError.ofZlib { () throws(ZlibError) in
            isDeflated ? try Zlib.deflate(content, format: .raw) : content
        }
        guard
            let box = try? AES.GCM.seal(
                plain, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce),
                authenticating: Array(header.utf8))
        else { throw HealthCertificateError(.jws, .invalidValue, "the file could not be encrypted") }
        let parts = [nonce, Array(box.ciphertext), Array(box.tag)].map { Base64URL.encode($0) }
        return "\(header)..\(parts.joined(separator: "."))"
    }
}

extension SmartHealthLink {
    /// A link that is to be given away.
    ///
    /// - Parameters:
    ///   - address: where the manifest or the single file is, at most 128 characters.
    ///   - key: the key that opens the files, 32 bytes.
    ///   - expiresAt: when it ends, to the second; nil when the link doesn't say.
    ///   - flags: what a reader must know before it asks, such as that there is a passcode.
    ///   - label: what the link leads to, in at most 80 characters; nil without one.
    public init(address: String, key: [UInt8], expiresAt: Date?, flags: Set<Flag>, label: String?) {
        (self.address, self.key, self.expiresAt) = (address, key, expiresAt)
        (self.flags, self.label, self.findings) = (flags, label, [])
    }

    /// The link's text, `shlink:/` and its payload; reading it again gives the same link.
    public var text: String {
        var members: JSONObject = ["url": .string(address), "key": .string(Base64URL.encode(key))]
        let letters = flags.map { String($0.rawValue) }.sorted().joined()
        if !letters.isEmpty { members["flag"] = .string(letters) }
        members["label"] = label.map(JSONValue.string)
        members["exp"] = expiresAt.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded()) }.map(JSONValue.integer)
        return "shlink:/" + Base64URL.encode(JSONValue.object(members).compactText.utf8)
    }
}
