public import CBORCoding
internal import ByteCoding
public import Foundation

/// Signs certificates: a key with the signer certificate that others verify with.
public struct CertificateIssuer: Sendable {
    /// The certificate of the key.
    public let certificate: SignerCertificate
    private let key: SigningKey

    /// Makes an issuer.
    ///
    /// - Throws: ``HealthCertificateError`` `certificate: invalidValue` when the key is not the certificate's.
    public init(key: SigningKey, certificate: SignerCertificate) throws(HealthCertificateError) {
        guard try VerificationKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo) == certificate.key else {
            throw HealthCertificateError(.certificate, .invalidValue, "the key does not belong to the certificate")
        }
        self.key = key
        self.certificate = certificate
    }

    /// The signer that a trust store has to know for what is issued here.
    public var signer: Signer { Signer(certificate) }

    /// Signs an EU certificate and returns its text, `HC1:` and so on.
    ///
    /// - Parameters:
    ///   - claims: What it says; for any disease target.
    ///   - country: The issuing country; without one it is the signer's.
    ///   - issuedAt: From when it holds, to the second.
    ///   - expiresAt: Until when it holds, to the second.
    /// - Throws: ``HealthCertificateError`` when signing or packing fails, or the text would be too long to read.
    public func issue(
        _ claims: HealthClaims, country: String? = nil, issuedAt: Date, expiresAt: Date
    ) throws(HealthCertificateError) -> String {
        try issue(payload: DCCPayload.encode(claims), country: country, issuedAt: issuedAt, expiresAt: expiresAt)
    }

    /// Signs an EU certificate with a payload that was built elsewhere; otherwise as ``issue(_:country:issuedAt:expiresAt:)``.
    public func issue(
        payload: CBOR, country: String? = nil, issuedAt: Date, expiresAt: Date
    ) throws(HealthCertificateError) -> String {
        let country = country ?? certificate.subject.country ?? ""
        let token = CWTClaims.encode(payload, issuer: country, issuedAt: issuedAt, expiresAt: expiresAt).encoded
        let protected = COSESign1.protectedHeaders(algorithm: key.algorithm, keyID: certificate.keyID)
        let signature = try key.sign(COSESign1.signedBytes(protected: protected, payload: token))
        let message = COSESign1(protected: protected, payload: token, signature: signature)
        let packed = try HealthCertificateError.ofZlib { () throws(ZlibError) in try Zlib.deflate(message.encoded) }
        let text = SignedCertificate.dccPrefix + Base45.encode(packed)
        guard text.utf8.count <= SignedCertificate.longestText else {
            throw HealthCertificateError(.prefix, .tooLong, "the certificate says too much to be read again")
        }
        return text
    }
}

extension COSESign1 {
    /// The protected headers of a message that is being made.
    public static func protectedHeaders(algorithm: SignatureAlgorithm, keyID: [UInt8]) -> CBORMap {
        CBORMap(distinct: [
            CBORMap.Pair(.integer(Header.algorithm), .integer(algorithm.coseIdentifier)),
            CBORMap.Pair(.integer(Header.keyID), .bytes(keyID)),
        ])
    }
}

extension CWTClaims {
    /// The claims around a payload, times as whole seconds.
    static func encode(_ payload: CBOR, issuer: String, issuedAt: Date, expiresAt: Date) -> CBOR {
        func seconds(_ date: Date) -> CBOR {
            .integer(Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0)
        }
        return .map(
            CBORMap(distinct: [
                CBORMap.Pair(.integer(Key.issuer), .text(issuer)),
                CBORMap.Pair(.integer(Key.expiration), seconds(expiresAt)),
                CBORMap.Pair(.integer(Key.issuedAt), seconds(issuedAt)),
                CBORMap.Pair(
                    .integer(Key.healthCertificate),
                    .map(CBORMap(distinct: [CBORMap.Pair(.integer(Kind.dcc.rawValue), payload)]))),
            ])
        )
    }
}
