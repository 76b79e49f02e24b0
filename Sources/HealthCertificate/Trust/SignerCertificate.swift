internal import Crypto
public import Foundation
internal import SwiftASN1

/// An X.509 certificate of a signer or of the authority above it ([RFC 5280](https://www.rfc-editor.org/rfc/rfc5280)):
/// what is needed to verify with it, and no more.
///
/// It is read by the Basic Encoding Rules, and extensions that don't matter here are skipped, since some signers in
/// use have ones that a strict reader refuses.
public struct SignerCertificate: Sendable, Hashable {
    /// The certificate as it was encoded.
    public let der: [UInt8]
    /// Whom the key belongs to.
    public let subject: DistinguishedName
    /// Who certified it.
    public let issuer: DistinguishedName
    /// The first moment it holds.
    public let notBefore: Date
    /// The last moment it holds.
    public let notAfter: Date
    /// The key that signatures verify with.
    public let key: VerificationKey
    /// The extended key usages, as object identifiers in dots.
    public let extendedKeyUsages: [String]
    /// Whether it may certify others.
    public let isAuthority: Bool
    /// What its issuer signed, and how.
    let certified: CertifiedContent

    /// The first 8 bytes of the SHA-256 of the certificate, by which health certificates name their signer.
    public var keyID: [UInt8] { Array(SHA256.hash(data: der).prefix(8)) }

    /// The most bytes that a certificate may have.
    public static let longest = 64 * 1024

    /// Reads a certificate.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `certificate`.
    public init(der: [UInt8]) throws(HealthCertificateError) {
        guard der.count <= Self.longest else {
            throw HealthCertificateError(.certificate, .tooLong, "longer than \(Self.longest) bytes")
        }
        let parts = try ASN1Node.parse(der).children
        guard parts.count == 3, let signature = parts[2].bitStringBytes else { throw Self.malformed("no certificate") }
        var fields = parts[0].children[...]
        let versionTag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        if fields.first?.identifier == versionTag { fields.removeFirst() }
        guard fields.count >= 6 else { throw Self.malformed("fields are missing") }
        let field = Array(fields)
        let validity = field[3].children
        guard validity.count == 2, let notBefore = validity[0].time, let notAfter = validity[1].time else {
            throw Self.malformed("no validity")
        }
        self.der = der
        issuer = DistinguishedName(field[2])
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
        subject = DistinguishedName(field[4])
        key = try VerificationKey(subjectPublicKeyInfo: field[5])
        let extensions = CertificateExtensions(field.dropFirst(6))
        extendedKeyUsages = extensions.extendedKeyUsages
        isAuthority = extensions.isAuthority
        certified = CertifiedContent(
            message: Array(parts[0].encodedBytes), scheme: .init(signatureAlgorithm: parts[1]), signature: signature)
    }

    /// Whether this certificate's signature was made with the authority's key, and the names fit.
    public func isIssued(by authority: SignerCertificate) -> Bool {
        guard let scheme = certified.scheme, issuer.encoded == authority.subject.encoded else { return false }
        return authority.key.isValid(certified.signature, for: certified.message, scheme: scheme)
    }

    private static func malformed(_ reason: String) -> HealthCertificateError {
        HealthCertificateError(.certificate, .invalidValue, reason)
    }
}

/// What the issuer of a certificate signed, and how.
struct CertifiedContent: Sendable, Hashable {
    let message: [UInt8]
    /// `nil` when the algorithm is not one that is known.
    let scheme: VerificationKey.Scheme?
    let signature: [UInt8]
}
