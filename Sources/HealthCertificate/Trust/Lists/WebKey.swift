internal import ByteCoding
internal import Foundation

/// A key in JSON, as JSON Web Keys ([RFC 7517](https://www.rfc-editor.org/rfc/rfc7517)) and the Swiss list have it.
struct WebKey: Decodable {
    let kid: String?
    private let keyId: String?
    private let use: String?
    private let crv: String?
    private let x: String?
    private let y: String?
    private let n: String?
    private let e: String?
    private let x5c: [String]?
    private let subjectPublicKeyInfo: String?

    /// The signer that the key belongs to, or why there is none.
    var entry: TrustListReader.Entry {
        TrustListReader.Entry { () throws(HealthCertificateError) in try signer(country: nil, usages: nil) }
    }

    /// The signer that the key belongs to; what the list says of it goes before what its certificate says.
    func signer(country: String?, usages: [String]?) throws(HealthCertificateError) -> Signer {
        let id = (kid ?? keyId).flatMap { Base64.decodeLoosely($0) }
        if let text = x5c?.first {
            guard let der = Base64.decodeLoosely(text) else {
                throw HealthCertificateError(.trustList, .invalidCharacter, "a certificate is not Base64")
            }
            let signer = Signer(try SignerCertificate(der: der), keyID: id, country: country)
            guard let usages, !usages.isEmpty else { return signer }
            return signer.restricted(to: KeyUsage.permittedKinds(usages))
        }
        guard let id else { throw HealthCertificateError(.trustList, .missing, "a key has no id") }
        let kinds = usages.map(KeyUsage.permittedKinds) ?? permittedKinds
        return Signer(keyID: id, key: try key(), country: country, permittedKinds: kinds)
    }

    /// Switzerland writes the letters of the kinds, or "sig" for any.
    private var permittedKinds: Set<HealthClaims.Kind>? {
        guard let use, !use.isEmpty, use != "sig" else { return nil }
        return Set(use.compactMap { KeyUsage.kind(letter: String($0)) })
    }

    private func key() throws(HealthCertificateError) -> VerificationKey {
        if let n = n.flatMap({ Base64.decodeLoosely($0) }), let e = e.flatMap({ Base64.decodeLoosely($0) }), !n.isEmpty
        {
            return try VerificationKey(rsaModulus: n, exponent: e)
        }
        if let x = x.flatMap({ Base64.decodeLoosely($0) }), let y = y.flatMap({ Base64.decodeLoosely($0) }), !x.isEmpty
        {
            let width = crv == "P-521" ? 66 : crv == "P-384" ? 48 : 32
            return try VerificationKey(point: [4] + Self.padded(x, to: width) + Self.padded(y, to: width))
        }
        if let bytes = subjectPublicKeyInfo.flatMap({ Base64.decodeLoosely($0) }) {
            return try VerificationKey(subjectPublicKeyInfo: bytes)
        }
        throw HealthCertificateError(.trustList, .missing, "a key has no numbers")
    }

    private static func padded(_ number: [UInt8], to width: Int) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        return Array(repeating: 0, count: max(0, width - digits.count)) + digits
    }
}
