import BoundedJSON
import ByteCoding

/// A key in JSON, as JSON Web Keys ([RFC 7517](https://www.rfc-editor.org/rfc/rfc7517)) and the Swiss list have it.
struct WebKey {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// The key's id, as the list writes it.
    var kid: String? { json["kid"]?.text ?? json["keyId"]?.text }

    /// The signer that the key belongs to, or why there is none.
    var entry: TrustListReader.Entry {
        TrustListReader.Entry { () throws(HealthCertificateError) in try signer(country: nil, usages: nil) }
    }

    /// The signer that the key belongs to; what the list says of it goes before what its certificate says.
    func signer(country: String?, usages: [String]?) throws(HealthCertificateError) -> Signer {
        let id = kid.flatMap { $0.isEmpty ? nil : KeyIdentifier.bytes($0) }
        if let text = json["x5c"]?[0]?.text {
            guard let der = Base64.decodeLoosely(text) else {
                throw HealthCertificateError(.trustList, .invalidCharacter, "a certificate is not Base64")
            }
            let signer = Signer(try SignerCertificate(der: der), keyID: id, country: country)
            // Whoever reads the numbers alone would take another key: nobody knows which is meant.
            if json["kty"] != nil, let stated = try? key(), stated != signer.key {
                throw HealthCertificateError(.trustList, .untrusted, "the certificate (x5c) is of another key")
            }
            guard let usages, !usages.isEmpty else { return signer }
            return signer.restricted(to: KeyUsage.permittedKinds(usages))
        }
        guard let id else { throw HealthCertificateError(.trustList, .missing, "a key has no id") }
        let kinds = usages.map(KeyUsage.permittedKinds) ?? permittedKinds
        return Signer(keyID: id, key: try key(), country: country, permittedKinds: kinds)
    }

    /// Refuses a list as a whole where one of its keys is private: whoever handed it out should know.
    ///
    /// - Throws: ``HealthCertificateError`` `trustList: untrusted`.
    static func refusePrivateKeys(in list: JSONValue) throws(HealthCertificateError) {
        let sets = [list] + (list["issuerInfo"]?.elements ?? []) + (list["dsc_trust_list"]?.members?.map(\.value) ?? [])
        let keys = sets.flatMap { $0["keys"]?.elements ?? [] } + (list["certs"]?.elements ?? [])
        let isKey = list["kty"] != nil || list["kid"] != nil || list["keyId"] != nil
        guard keys.contains(where: isPrivate) || isKey && isPrivate(list) else { return }
        throw privateKey
    }

    /// A file that holds a private key is refused as a whole, and loudly.
    static var privateKey: HealthCertificateError {
        HealthCertificateError(
            .trustList, .untrusted,
            "A PRIVATE KEY stands in this file, with which anybody can sign: nothing of it is used, tell its owner")
    }

    /// Whether a key has the members of a private or shared one
    /// ([RFC 7518 section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6)).
    private static func isPrivate(_ key: JSONValue) -> Bool {
        ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains { key[$0] != nil }
    }

    /// Switzerland writes the letters of the kinds, or "sig" for any.
    private var permittedKinds: Set<HealthClaims.Kind>? {
        guard let use = json["use"]?.text, !use.isEmpty, use != "sig" else { return nil }
        return Set(use.compactMap { KeyUsage.kind(letter: String($0)) })
    }

    func key() throws(HealthCertificateError) -> VerificationKey {
        if let n = number("n"), let e = number("e"), !n.isEmpty {
            return try VerificationKey(rsaModulus: n, exponent: e)
        }
        if let x = number("x"), let y = number("y"), !x.isEmpty {
            let curve = json["crv"]?.text
            let width = curve == "P-521" ? 66 : curve == "P-384" ? 48 : 32
            return try VerificationKey(point: [4] + Self.padded(x, to: width) + Self.padded(y, to: width))
        }
        if let bytes = number("subjectPublicKeyInfo") {
            return try VerificationKey(subjectPublicKeyInfo: bytes)
        }
        throw HealthCertificateError(.trustList, .missing, "a key has no numbers")
    }

    private func number(_ name: String) -> [UInt8]? { json[name]?.base64 }

    private static func padded(_ number: [UInt8], to width: Int) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        return Array(repeating: 0, count: max(0, width - digits.count)) + digits
    }
}
