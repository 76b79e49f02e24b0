public import BoundedJSON
import ByteCoding
public import Foundation
public import HealthCertificate

/// Issues SMART Health Cards: an address, and a key that others find in its key set.
public struct SmartHealthCardIssuer: Sendable {
    /// The issuer's address, which the cards state.
    public let address: String
    /// The public key as in the issuer's key set.
    public let publicKey: JSONValue
    /// The public key's name, its thumbprint.
    public let keyIdentifier: String
    private let key: SigningKey

    /// Makes an issuer.
    ///
    /// - Parameters:
    ///   - address: over https, without a slash at its end; the key set is below it, at `/.well-known/jwks.json`.
    ///   - key: a key on P-256.
    /// - Throws: ``HealthCertificateError`` of layer `jws` for another address or key.
    public init(address: String, key: SigningKey) throws(HealthCertificateError) {
        guard HealthCardIssuer.isAddress(address) else {
            throw HealthCertificateError(.jws, .invalidValue, "the issuer's address is not https, or ends in a slash")
        }
        // The last 64 bytes of a P-256 SubjectPublicKeyInfo are the point's coordinates.
        let info = key.subjectPublicKeyInfo
        guard key.algorithm == .es256, info.count > 64 else {
            throw HealthCertificateError(.jws, .unsupported, "cards are signed with keys on P-256 only")
        }
        var members: JSONObject = ["kty": .string("EC"), "crv": .string("P-256")]
        members["x"] = .string(Base64URL.encode(info[(info.count - 64)..<(info.count - 32)]))
        members["y"] = .string(Base64URL.encode(info[(info.count - 32)...]))
        let identifier = HealthCardKey.thumbprint(.object(members)) ?? ""
        members["kid"] = .string(identifier)
        members["use"] = .string("sig")
        members["alg"] = .string("ES256")
        self.address = address
        self.key = key
        self.keyIdentifier = identifier
        self.publicKey = .object(members)
    }

    /// The issuer's key set, for `/.well-known/jwks.json` below its address.
    public var keySet: String { JSONValue.object(["keys": .array([publicKey])]).compactText }

    /// Issues a card about a person.
    ///
    /// - Parameters:
    ///   - claims: vaccinations and tests; a statement of recovery has no form in a card.
    ///   - issuedAt: from when the card is valid, to the second.
    ///   - expiresAt: until when the card is valid, nil for always.
    ///   - revocationID: the name under which the card may be revoked, up to 24 characters of base64url.
    /// - Returns: the card as it is read again; ``SignedCertificate/text`` has its QR codes.
    /// - Throws: ``HealthCertificateError`` where the claims make no card that could be read again.
    public func issue(
        _ claims: HealthClaims, issuedAt: Date, expiresAt: Date? = nil, revocationID: String? = nil
    ) throws(HealthCertificateError) -> SmartHealthCard {
        var credential: JSONObject = [
            "type": .array(Self.types(for: claims).map(JSONValue.string)),
            "credentialSubject": .object([
                "fhirVersion": .string("4.0.1"), "fhirBundle": FHIRBundleWriter.bundle(for: claims),
            ]),
        ]
        credential["rid"] = revocationID.map(JSONValue.string)
        var payload: JSONObject = ["iss": .string(address), "vc": .object(credential)]
        payload["nbf"] = Self.seconds(issuedAt)
        payload["exp"] = expiresAt.flatMap(Self.seconds)
        let jws = try sign(payload: JSONValue.object(payload).compactText)
        do {
            return try SmartHealthCard(jws)
        } catch {
            throw HealthCertificateError(.jws, .invalidValue, "the claims make no readable card: \(error)")
        }
    }

    /// Signs a payload that was built elsewhere, and gives the card as a JSON Web Signature.
    ///
    /// - Throws: ``HealthCertificateError`` where packing or signing fails.
    public func sign(payload: String) throws(HealthCertificateError) -> String {
        let header = JSONValue.object([
            "zip": .string("DEF"), "alg": .string("ES256"), "kid": .string(keyIdentifier),
        ])
        guard let packed = try? Zlib.deflate(Array(payload.utf8), format: .raw) else {
            throw HealthCertificateError(.zlib, .corrupt, "the payload can't be packed")
        }
        let message = Base64URL.encode(header.compactText.utf8) + "." + Base64URL.encode(packed)
        return message + "." + Base64URL.encode(try key.sign(Array(message.utf8)))
    }

    private static func types(for claims: HealthClaims) -> [String] {
        var types = ["https://smarthealth.cards#health-card"]
        if !claims.vaccinations.isEmpty { types.append("https://smarthealth.cards#immunization") }
        if !claims.tests.isEmpty { types.append("https://smarthealth.cards#laboratory") }
        let concernsCOVID19 = claims.entries.contains { $0.target?.code == "840539006" }
        if concernsCOVID19 { types.append("https://smarthealth.cards#covid19") }
        return types
    }

    private static func seconds(_ date: Date) -> JSONValue? {
        Int64(exactly: date.timeIntervalSince1970.rounded(.down)).map(JSONValue.integer)
    }
}
