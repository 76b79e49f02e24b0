public import BoundedJSON
import ByteCoding
internal import Crypto
public import Foundation

/// One public key of an issuer of SMART Health Cards, as a JSON Web Key.
///
/// <https://spec.smarthealth.cards/#generating-and-resolving-cryptographic-keys>
public struct HealthCardKey: Sendable, Hashable {
    /// The key's name, which is its thumbprint by RFC 7638.
    public let identifier: String
    /// The key; nil where a finding is fatal.
    public let key: VerificationKey?
    /// What departs from the specification; a key with a fatal finding is not used.
    public let findings: [SmartHealthCardDeparture]

    /// Reads a key and checks all of it, the certificates of its `x5c` member too.
    ///
    /// - Parameters:
    ///   - json: an entry of a key set's `keys`, as RFC 7517 defines it.
    ///   - issuer: the address that the certificate must be for; nil where it isn't known yet.
    ///   - moment: when the certificates are to be valid; that they aren't is only remarked, since it is the key set
    ///     that is trusted.
    ///   - path: where the key is, for findings.
    public init(_ json: JSONValue, issuer: String?, at moment: Date, path: String = "") {
        var findings: [SmartHealthCardDeparture] = []
        func expect(_ isRight: Bool, _ code: SmartHealthCardDeparture.Code, _ member: String) {
            if !isRight { findings.append(SmartHealthCardDeparture(code, at: "\(path).\(member)")) }
        }
        self.identifier = json["kid"]?.text ?? ""
        let isCurve = json["kty"]?.text == "EC"
        expect(isCurve, .keyTypeWrong, "kty")
        expect(!isCurve || json["crv"]?.text == "P-256", .keyCurveWrong, "crv")
        expect(json["use"]?.text == "sig", .keyUseWrong, "use")
        expect(json["alg"]?.text == "ES256" || !isCurve, .keyAlgWrong, "alg")
        expect(json["d"] == nil, .keyPrivate, "d")
        let thumbprint = Self.thumbprint(json)
        expect(thumbprint == nil || thumbprint == identifier, .keyKidWrong, "kid")
        expect(!identifier.isEmpty, .keyKidWrong, "kid")
        let point = Self.point(json)
        let key = point.flatMap { try? VerificationKey(point: $0) }
        if findings.isEmpty { expect(key != nil, .keyInvalid, "x") }
        if let chain = json["x5c"] {
            findings += CertificateChain.findings(chain, for: point, issuer: issuer, at: moment, path: path + ".x5c")
        }
        self.findings = findings
        self.key = findings.contains { $0.severity == .fatal } ? nil : key
    }

    /// The thumbprint of an elliptic-curve key by RFC 7638: SHA-256 over its required members; nil for other keys.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc7638#section-3>
    public static func thumbprint(_ json: JSONValue) -> String? {
        guard json["kty"]?.text == "EC" else { return nil }
        var members = JSONObject()
        for name in ["crv", "kty", "x", "y"] { members[name] = json[name] }
        return Base64URL.encode(SHA256.hash(data: Array(JSONValue.object(members).compactText.utf8)))
    }

    /// The key's point on P-256, uncompressed: 65 bytes.
    private static func point(_ json: JSONValue) -> [UInt8]? {
        guard json["crv"]?.text == "P-256", let x = coordinate(json["x"]), let y = coordinate(json["y"]) else {
            return nil
        }
        return [4] + x + y
    }

    private static func coordinate(_ json: JSONValue?) -> [UInt8]? {
        guard let text = json?.text, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        return bytes
    }

    /// The key as a trusted signer of an issuer's cards.
    func signer(issuer: String, name: String?) -> Signer? {
        key.map {
            Signer(
                keyID: KeyIdentifier.bytes(identifier), key: $0, name: name, issuerAddress: issuer,
                permittedFormats: [.smartHealthCard])
        }
    }
}
