internal import Crypto
internal import SwiftASN1

/// A detached signature in Cryptographic Message Syntax ([RFC 5652](https://www.rfc-editor.org/rfc/rfc5652)).
struct DetachedCMS {
    private struct SignerInfo {
        let digest: VerificationKey.Scheme.Hash
        let scheme: VerificationKey.Scheme?
        /// The signed attributes with the tag of a set, as they were signed, and the digest among them.
        let attributes: (bytes: [UInt8], messageDigest: [UInt8])?
        let signature: [UInt8]
    }

    private let certificates: [SignerCertificate]
    private let signers: [SignerInfo]

    private enum Identifier {
        static let signedData = "1.2.840.113549.1.7.2"
        static let messageDigest = "1.2.840.113549.1.9.4"
    }

    private static let tag0 = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)

    /// Reads a ContentInfo that holds SignedData.
    init(_ bytes: [UInt8]) throws(HealthCertificateError) {
        let content = try ASN1Node.parse(bytes).children
        guard content.count == 2, content[0].objectIdentifier == Identifier.signedData,
            let body = content[1].children.first?.children, body.count >= 4, let infos = body.last
        else { throw HealthCertificateError(.trustList, .invalidValue, "not signed data") }
        let set = body.first { $0.identifier == Self.tag0 }
        certificates = (set?.children ?? []).prefix(16).compactMap {
            try? SignerCertificate(der: Array($0.encodedBytes))
        }
        signers = infos.children.prefix(4).compactMap(Self.signer)
    }

    /// Whether one of the signatures covers the content and was made with the key, or by someone it vouches for.
    func isValid(over content: [UInt8], key: TrustListKey) -> Bool {
        signers.contains { signer in
            guard let scheme = signer.scheme else { return false }
            if let attributes = signer.attributes, attributes.messageDigest != signer.digest.hash(content) {
                return false
            }
            let message = signer.attributes?.bytes ?? content
            return keys(trusting: key).contains { $0.isValid(signer.signature, for: message, scheme: scheme) }
        }
    }

    private func keys(trusting key: TrustListKey) -> [VerificationKey] {
        let vouched = certificates.compactMap { leaf in
            key.signerKey(chain: [leaf] + certificates.filter { $0 != leaf })
        }
        return [key.key] + vouched
    }

    private static func signer(_ node: ASN1Node) -> SignerInfo? {
        let fields = node.children
        guard fields.count >= 5, let digest = Hash(objectIdentifier: fields[2].children.first?.objectIdentifier)
        else { return nil }
        let hasAttributes = fields[3].identifier == tag0
        guard fields.count >= (hasAttributes ? 6 : 5) else { return nil }
        let (algorithm, signature) = hasAttributes ? (fields[4], fields[5]) : (fields[3], fields[4])
        guard let scheme = scheme(algorithm, digest: digest) else { return nil }
        guard hasAttributes else {
            return SignerInfo(digest: digest, scheme: scheme, attributes: nil, signature: signature.octets)
        }
        let attribute = fields[3].children.first { $0.children.first?.objectIdentifier == Identifier.messageDigest }
        guard let value = attribute?.children.last?.children.first?.octets else { return nil }
        // They are signed with the tag of a set instead of the implicit one (RFC 5652 section 5.4).
        var bytes = Array(fields[3].encodedBytes)
        bytes[0] = 0x31
        return SignerInfo(digest: digest, scheme: scheme, attributes: (bytes, value), signature: signature.octets)
    }

    private typealias Hash = VerificationKey.Scheme.Hash

    /// A plain key algorithm is completed by the digest (RFC 5754 section 3).
    private static func scheme(_ algorithm: ASN1Node, digest: Hash) -> VerificationKey.Scheme? {
        switch algorithm.children.first?.objectIdentifier {
        case "1.2.840.113549.1.1.1": .rsaPKCS1(digest)
        case "1.2.840.10045.2.1": .ecdsa(digest)
        default: VerificationKey.Scheme(signatureAlgorithm: algorithm)
        }
    }
}

extension VerificationKey.Scheme.Hash {
    fileprivate func hash(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}
