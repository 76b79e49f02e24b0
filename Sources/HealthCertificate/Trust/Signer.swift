public import Foundation

/// A signer that is trusted: a key, what it may sign, and when.
public struct Signer: Sendable, Hashable {
    /// The id that certificates name the key by.
    public let keyID: [UInt8]
    /// The key.
    public let key: VerificationKey
    /// ISO 3166 alpha-2 of the country that signs with it.
    public let country: String?
    /// Whom the key belongs to, in words.
    public let name: String?
    /// The issuer's address that certificates have to state, where keys belong to one (SMART Health Cards).
    public let issuerAddress: String?
    /// The kinds it may sign; `nil` when it may sign all.
    public let permittedKinds: Set<HealthClaims.Kind>?
    /// The first moment it holds.
    public let notBefore: Date?
    /// The last moment it holds.
    public let notAfter: Date?
    /// The X.509 certificate, where the list had one.
    public let certificate: SignerCertificate?

    /// Makes a signer from a bare key.
    public init(
        keyID: [UInt8], key: VerificationKey, country: String? = nil, name: String? = nil,
        issuerAddress: String? = nil, permittedKinds: Set<HealthClaims.Kind>? = nil, notBefore: Date? = nil,
        notAfter: Date? = nil
    ) {
        self.keyID = keyID
        self.key = key
        self.country = country
        self.name = name
        self.issuerAddress = issuerAddress
        self.permittedKinds = permittedKinds
        self.notBefore = notBefore
        self.notAfter = notAfter
        certificate = nil
    }

    /// Makes a signer from its certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, which need not be in force.
    ///   - keyID: The id that the list gives it; without one it is the certificate's own.
    ///   - country: The country that the list gives it; without one it is the subject's.
    public init(_ certificate: SignerCertificate, keyID: [UInt8]? = nil, country: String? = nil) {
        self.keyID = keyID ?? certificate.keyID
        key = certificate.key
        self.country = country ?? certificate.subject.country
        name = certificate.subject.display
        issuerAddress = nil
        permittedKinds = KeyUsage.permittedKinds(certificate.extendedKeyUsages)
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        self.certificate = certificate
    }

    /// The signer with the kinds that a list permits in place of its certificate's.
    func restricted(to kinds: Set<HealthClaims.Kind>?) -> Signer { Signer(self, permittedKinds: kinds) }

    private init(_ signer: Signer, permittedKinds: Set<HealthClaims.Kind>?) {
        keyID = signer.keyID
        key = signer.key
        country = signer.country
        name = signer.name
        issuerAddress = signer.issuerAddress
        self.permittedKinds = permittedKinds
        notBefore = signer.notBefore
        notAfter = signer.notAfter
        certificate = signer.certificate
    }
}
