import CBORCoding
import ByteCoding
import Foundation
import HealthCertificate

/// Certificates of the WHO's and of Europe's pilot, made with a key of the test's own.
struct MintedCards {
    static let noon = IssuingTests.noon
    let issuer: CertificateIssuer
    private let key: SigningKey

    init() throws {
        key = try SigningKey(new: .p256)
        let request = CertificateRequest(
            country: "DE", commonName: "Health", notBefore: Self.noon - 86_400, notAfter: Self.noon + 86_400,
            serialNumber: Array(1...9))
        issuer = try CertificateIssuer(key: key, certificate: request.certificate(for: key))
    }

    static func map(_ pairs: [(String, CBOR)]) -> CBOR { map(pairs.map { (CBOR.text($0.0), $0.1) }) }

    static func map(_ pairs: [(CBOR, CBOR)]) -> CBOR {
        (try? CBORMap(pairs.map { CBORMap.Pair($0, $1) })).map(CBOR.map) ?? .null
    }

    /// A certificate of a kind, `HC1:` and all.
    func hcert(_ kind: Int64, _ payload: CBOR) throws -> String {
        let claims = Self.map([
            (.integer(1), .text("DE")), (.integer(6), .integer(Int64(Self.noon.timeIntervalSince1970) - 60)),
            (.integer(-260), Self.map([(.integer(kind), payload)])),
        ])
        let headers = COSESign1.protectedHeaders(algorithm: .es256, keyID: issuer.signer.keyID)
        return "HC1:" + (try text(headers, CBORMap(), claims))
    }

    /// A European Vaccination Card, whose key id is a text that the signature doesn't cover.
    func evc(_ payload: CBOR, kid: String, hasClaims: Bool = true) throws -> String {
        let claims = Self.map([(.integer(1), .text("LUX")), (.integer(-260), payload)])
        guard case .map(let protected) = Self.map([(.integer(1), .integer(-7))]),
            case .map(let unprotected) = Self.map([(.integer(4), .text(kid))])
        else { return "" }
        return try text(protected, unprotected, hasClaims ? claims : payload)
    }

    private func text(_ protected: CBORMap, _ unprotected: CBORMap, _ claims: CBOR) throws -> String {
        let payload = claims.encoded
        let signature = try key.sign(COSESign1.signedBytes(protected: protected, payload: payload))
        let message = COSESign1(
            protected: protected, unprotected: unprotected, payload: payload, signature: signature)
        return Base45.encode(try Zlib.deflate(message.encoded))
    }

    /// The judgement of a text by the issuer's key, under another key id if one is given.
    func judgement(_ text: String, keyID: [UInt8]? = nil, at moment: Date = noon) throws -> Judgement {
        let signer = Signer(issuer.certificate, keyID: keyID)
        return TrustStore(signers: [signer]).judge(try SignedCertificate(text: text), at: moment)
    }
}
