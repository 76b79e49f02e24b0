import BoundedJSON

/// The gateway's array, each entry of which is signed by itself
/// ([the gateway's architecture](https://github.com/eu-digital-green-certificates/dgc-gateway/blob/main/docs/Architecture.md)).
///
/// The gateway's trust anchor signs authorities and the countries' upload certificates. A signer has to be certified by
/// such an authority, and signed by such an upload certificate of the country that the entry states.
struct GatewaySignatures {
    private let entries: [GatewayEntry]

    /// Takes a list apart; `nil` where it is no array of the gateway's entries, or none of them is signed.
    init?(_ bytes: [UInt8]) {
        // Other lists aren't read twice.
        guard bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "["),
            let elements = try? JSONValue(parsing: bytes, limits: SignedDocument.limits).elements
        else { return nil }
        entries = elements.map(GatewayEntry.init)
        guard entries.contains(where: \.isSigned) else { return nil }
    }

    /// Verifies every entry; a signer whose signatures don't lead to the anchor is refused by itself.
    ///
    /// - Throws: ``HealthCertificateError`` `untrusted` when no key is given, or it signed none of the entries.
    func document(anchor: TrustListKey?) throws(HealthCertificateError) -> TrustListReader.Document {
        guard let anchor else { throw Self.untrusted("the list is signed: its signer's key is needed") }
        let anchored = entries.filter { $0.kind != .signer && $0.isSigned(by: [anchor]) }
        guard !anchored.isEmpty else { throw Self.untrusted("the key signed no authority of the list") }
        let authorities = anchored.filter { $0.kind == .authority }.compactMap { try? $0.certificate }
        let uploads = Dictionary(
            grouping: anchored.filter { $0.kind == .upload }.compactMap { try? $0.certificate },
            by: { $0.subject.country?.uppercased() }
        ).mapValues { $0.map { TrustListKey($0) } }
        let signers = entries.filter { $0.kind == .signer }.map { entry in
            TrustListReader.Entry { () throws(HealthCertificateError) in
                let certificate = try entry.certificate
                guard authorities.contains(where: certificate.isIssued) else {
                    throw Self.untrusted("no authority that the key signed certified it")
                }
                guard let country = entry.countryCode, entry.isSigned(by: uploads[country] ?? []) else {
                    throw Self.untrusted("no upload certificate of its country signed it")
                }
                return entry.signer(certificate)
            }
        }
        return TrustListReader.Document(format: .gateway, entries: signers, authorities: authorities)
    }

    private static func untrusted(_ reason: String) -> HealthCertificateError {
        HealthCertificateError(.trustList, .untrusted, reason)
    }
}
