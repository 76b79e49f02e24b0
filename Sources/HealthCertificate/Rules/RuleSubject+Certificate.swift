public import BoundedJSON
import ByteCoding
public import CBORCoding
internal import Foundation

extension RuleSubject {
    /// Makes a subject of a certificate that was read.
    ///
    /// - Returns: nil for a SMART Health Card: rules are written for the payload of EU certificates.
    public init?(_ certificate: SignedCertificate) {
        guard certificate.format == .euDCC, case .map = certificate.payload.untagged else { return nil }
        self.init(
            payload: JSONValue(certificate.payload), issuer: certificate.issuer, issuedAt: certificate.issuedAt,
            expiresAt: certificate.expiresAt,
            keyIdentifier: certificate.signed.keyID.map { Base64.encode($0) })
    }
}

extension JSONValue {
    /// The JSON that a CBOR item stands for ([RFC 8949 section 6.1](https://www.rfc-editor.org/rfc/rfc8949#section-6.1)).
    ///
    /// Tags are dropped, byte strings become base64url text, and what JSON doesn't have becomes `null`; of a map, the
    /// members with text keys are kept. The depth is that of the item, which its decoder bounds.
    public init(_ item: CBOR) {
        switch item.untagged {
        case .integer(let integer): self = .integer(integer)
        case .float(let number): self = .number(number)
        case .text(let text): self = .string(text)
        case .bool(let bool): self = .bool(bool)
        case .bytes(let bytes): self = .string(Base64URL.encode(bytes))
        case .array(let elements): self = .array(elements.map { JSONValue($0) })
        case .map(let map):
            var members: [String: JSONValue] = [:]
            for pair in map.pairs {
                if let name = pair.key.textValue { members[name] = JSONValue(pair.value) }
            }
            self.init(members)
        case .null, .undefined, .simple, .tagged: self = .null
        }
    }
}
