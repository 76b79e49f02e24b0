/// An entry of the EU gateway's list, which Germany republishes.
struct GatewayEntry: Decodable {
    private let certificateType: String?
    private let country: String?
    private let kid: String?
    private let rawData: String

    private var certificate: SignerCertificate {
        get throws(HealthCertificateError) {
            guard let der = Base64.decode(rawData) else {
                throw HealthCertificateError(.trustList, .invalidCharacter, "a certificate is not Base64")
            }
            return try SignerCertificate(der: der)
        }
    }

    private var entry: TrustListReader.Entry {
        TrustListReader.Entry { () throws(HealthCertificateError) in
            Signer(try certificate, keyID: kid.flatMap { Base64.decode($0) }, country: country?.uppercased())
        }
    }

    /// Entries of other types than signers are authorities, or of no concern.
    static func document(_ format: TrustList.Format, _ entries: [GatewayEntry]) -> TrustListReader.Document {
        let signers = entries.filter { ($0.certificateType ?? "DSC") == "DSC" }
        let authorities = entries.filter { $0.certificateType == "CSCA" }.compactMap { try? $0.certificate }
        return TrustListReader.Document(format: format, entries: signers.map(\.entry), authorities: authorities)
    }
}
