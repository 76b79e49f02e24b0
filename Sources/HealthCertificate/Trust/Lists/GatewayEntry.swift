import BoundedJSON
import ByteCoding

/// An entry of the EU gateway's list, which Germany republishes.
struct GatewayEntry {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// What the entry's certificate is for.
    enum Kind: String {
        /// Signs health certificates.
        case signer = "DSC"
        /// Certifies signers.
        case authority = "CSCA"
        /// Signs what a country sends to the gateway.
        case upload = "UPLOAD"
    }

    /// `nil` for kinds that are of no concern.
    var kind: Kind? { Kind(rawValue: json["certificateType"]?.text ?? Kind.signer.rawValue) }

    /// Whether it carries a signature of its own.
    var isSigned: Bool { json["signature"]?.text != nil }

    /// ISO 3166 alpha-2, as the entry states it.
    var countryCode: String? { json["country"]?.text?.uppercased() }

    var certificate: SignerCertificate {
        get throws(HealthCertificateError) {
            guard let der else {
                throw HealthCertificateError(.trustList, .invalidCharacter, "a certificate is not Base64")
            }
            return try SignerCertificate(der: der)
        }
    }

    /// Whether one of the keys signed the certificate, in detached CMS.
    func isSigned(by keys: [TrustListKey]) -> Bool {
        guard let bytes = json["signature"]?.base64, let message = try? DetachedCMS(bytes), let der else {
            return false
        }
        return keys.contains { message.isValid(over: der, key: $0) }
    }

    /// A signer of the entry's certificate.
    func signer(_ certificate: SignerCertificate) -> Signer {
        Signer(certificate, keyID: json["kid"]?.base64, country: countryCode)
    }

    private var der: [UInt8]? { json["rawData"]?.base64 }

    /// Reads entries as they are.
    static func document(_ format: TrustList.Format, _ entries: [GatewayEntry]) -> TrustListReader.Document {
        let signers = entries.filter { $0.kind == .signer }.map { entry in
            TrustListReader.Entry { () throws(HealthCertificateError) in entry.signer(try entry.certificate) }
        }
        let authorities = entries.filter { $0.kind == .authority }.compactMap { try? $0.certificate }
        return TrustListReader.Document(format: format, entries: signers, authorities: authorities)
    }
}
