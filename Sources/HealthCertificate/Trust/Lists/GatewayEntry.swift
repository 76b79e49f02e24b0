import ByteCoding

/// An entry of the EU gateway's list, which Germany republishes.
struct GatewayEntry: Decodable {
    private let certificateType: String?
    private let country: String?
    private let kid: String?
    private let rawData: String
    private let signature: String?

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
    var kind: Kind? { Kind(rawValue: certificateType ?? Kind.signer.rawValue) }

    /// Whether it carries a signature of its own.
    var isSigned: Bool { signature != nil }

    /// ISO 3166 alpha-2, as the entry states it.
    var countryCode: String? { country?.uppercased() }

    /// The entry's certificate.
    var certificate: SignerCertificate {
        get throws(HealthCertificateError) {
            guard let der = Base64.decodeLoosely(rawData) else {
                throw HealthCertificateError(.trustList, .invalidCharacter, "a certificate is not Base64")
            }
            return try SignerCertificate(der: der)
        }
    }

    /// Whether one of the keys signed the certificate, in detached CMS.
    func isSigned(by keys: [TrustListKey]) -> Bool {
        guard let signature, let bytes = Base64.decodeLoosely(signature), let message = try? DetachedCMS(bytes),
            let der = Base64.decodeLoosely(rawData)
        else { return false }
        return keys.contains { message.isValid(over: der, key: $0) }
    }

    /// A signer of the entry's certificate.
    func signer(_ certificate: SignerCertificate) -> Signer {
        Signer(certificate, keyID: kid.flatMap { Base64.decodeLoosely($0) }, country: countryCode)
    }

    /// Reads entries as they are.
    static func document(_ format: TrustList.Format, _ entries: [GatewayEntry]) -> TrustListReader.Document {
        let signers = entries.filter { $0.kind == .signer }.map { entry in
            TrustListReader.Entry { () throws(HealthCertificateError) in entry.signer(try entry.certificate) }
        }
        let authorities = entries.filter { $0.kind == .authority }.compactMap { try? $0.certificate }
        return TrustListReader.Document(format: format, entries: signers, authorities: authorities)
    }
}
