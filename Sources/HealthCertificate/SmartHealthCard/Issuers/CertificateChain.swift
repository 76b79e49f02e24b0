import BoundedJSON
internal import ByteCoding
internal import Foundation
internal import SwiftASN1

/// The X.509 certificates that a JSON Web Key may carry in `x5c`: its own first, each certified by the next.
///
/// <https://spec.smarthealth.cards/#signing-keys-with-certificates>, <https://www.rfc-editor.org/rfc/rfc7517#section-4.7>
enum CertificateChain {
    /// Most certificates that are looked at.
    static let longest = 8

    /// What is wrong with a chain for a key and an issuer.
    static func findings(
        _ json: JSONValue, for point: [UInt8]?, issuer: String?, at moment: Date, path: String
    ) -> [SmartHealthCardDeparture] {
        guard let texts = json.elements?.compactMap(\.text), texts.count == json.elements?.count,
            1...longest ~= texts.count
        else { return [SmartHealthCardDeparture(.x5cInvalid, at: path)] }
        var chain: [SignerCertificate] = []
        for text in texts {
            guard let der = Base64.decode(text), let certificate = try? SignerCertificate(der: der) else {
                return [SmartHealthCardDeparture(.x5cInvalid, at: "\(path)[\(chain.count)]")]
            }
            chain.append(certificate)
        }
        var codes: [SmartHealthCardDeparture.Code] = []
        if chain[0].key.rawBytes != point { codes.append(.x5cMismatch) }
        if !isIssuedInTurn(chain) { codes.append(.x5cChainInvalid) }
        codes += alternativeNameCodes(chain[0], issuer: issuer)
        if chain.contains(where: { moment < $0.notBefore }) { codes.append(.x5cNotYetValid) }
        if chain.contains(where: { moment > $0.notAfter }) { codes.append(.x5cExpired) }
        return codes.map { SmartHealthCardDeparture($0, at: path) }
    }

    private static func isIssuedInTurn(_ chain: [SignerCertificate]) -> Bool {
        zip(chain, chain.dropFirst()).allSatisfy { certificate, authority in
            authority.isAuthority && certificate.isIssued(by: authority)
        }
    }

    /// The certificate has to name the issuer's address as its subject's alternative name.
    private static func alternativeNameCodes(
        _ certificate: SignerCertificate, issuer: String?
    ) -> [SmartHealthCardDeparture.Code] {
        guard let names = alternativeNames(of: certificate) else { return [.sanMissing] }
        guard !names.addresses.isEmpty else { return [names.hasOthers ? .sanInvalid : .sanMissing] }
        if let issuer, !names.addresses.contains(issuer) { return [.sanMismatch] }
        return []
    }

    /// The addresses (URIs) among the subject's alternative names; nil where the extension is missing.
    private static func alternativeNames(
        of certificate: SignerCertificate
    ) -> (addresses: [String], hasOthers: Bool)? {
        guard let fields = (try? ASN1Node.parse(certificate.der))?.children.first?.children else { return nil }
        let extensionsTag = ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific)
        let extensions = fields.first { $0.identifier == extensionsTag }?.children.first?.children ?? []
        let value = extensions.first { $0.children.first?.objectIdentifier == "2.5.29.17" }?.children.last
        guard let value, let names = try? ASN1Node.parse(value.octets) else { return nil }
        let addressTag = ASN1Identifier(tagWithNumber: 6, tagClass: .contextSpecific)
        let addresses = names.children.filter { $0.identifier == addressTag }
        return (
            addresses.map { String(decoding: $0.primitiveBytes, as: UTF8.self) },
            addresses.count < names.children.count
        )
    }
}
