internal import BoundedJSON
internal import ByteCoding

/// The key that the trust network's documents are signed with, from the DID document in which the WHO publishes it.
public struct TrustNetworkKey: Sendable, Hashable {
    /// Whom the proofs of documents name.
    public let id: String
    /// The key's thumbprint by [RFC 7638](https://www.rfc-editor.org/rfc/rfc7638), to compare with another source.
    public let thumbprint: String
    let key: VerificationKey

    /// Reads a signing DID document, which is not signed itself: it is trusted for where it was fetched.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `trustList` where it hasn't exactly one public key on P-256.
    public init(parsing bytes: [UInt8]) throws(HealthCertificateError) {
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 64 << 10, depth: 16)),
            let methods = json["verificationMethod"]?.elements
        else { throw TrustNetworkShape.fault(.corrupt, "the signing key's file is no DID document") }
        guard methods.count == 1, let id = methods[0]["id"]?.text, let jwk = methods[0]["publicKeyJwk"] else {
            throw TrustNetworkShape.fault(.unsupported, "the signing key's document has not exactly one key")
        }
        try WebKey.refusePrivateKeys(in: ["keys": [jwk]])
        guard jwk["kty"]?.text == "EC", jwk["crv"]?.text == "P-256", let thumbprint = HealthCardKey.thumbprint(jwk)
        else { throw TrustNetworkShape.fault(.unsupported, "the signing key is not on P-256") }
        self.id = id
        self.thumbprint = thumbprint
        key = try WebKey(jwk).key()
    }
}
