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
    public private(set) var permittedKinds: Set<HealthClaims.Kind>?
    /// The families of certificates it may sign; `nil` when its list doesn't say.
    public private(set) var permittedFormats: Set<SignedCertificate.Format>?
    /// The first moment it holds.
    public let notBefore: Date?
    /// The last moment it holds.
    public let notAfter: Date?
    /// The X.509 certificate, where the list had one.
    public let certificate: SignerCertificate?
    /// The list that names it, where that is known.
    public var origin: Origin?

    /// Makes a signer from a bare key.
    public init(
        keyID: [UInt8], key: VerificationKey, country: String? = nil, name: String? = nil,
        issuerAddress: String? = nil, permittedKinds: Set<HealthClaims.Kind>? = nil,
        permittedFormats: Set<SignedCertificate.Format>? = nil, notBefore: Date? = nil, notAfter: Date? = nil
    ) {
        self.keyID = keyID
        self.key = key
        self.country = country
        self.name = name
        self.issuerAddress = issuerAddress
        self.permittedKinds = permittedKinds
        self.permittedFormats = permittedFormats
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
    func restricted(to kinds: Set<HealthClaims.Kind>?) -> Signer {
        var signer = self
        signer.permittedKinds = kinds
        return signer
    }

    /// The signer with the families of certificates that a list permits.
    func restricted(to formats: Set<SignedCertificate.Format>) -> Signer {
        var signer = self
        signer.permittedFormats = formats
        return signer
    }

    /// Whether its list lets it sign certificates of a family.
    func permits(_ format: SignedCertificate.Format) -> Bool { permittedFormats?.contains(format) ?? true }

    /// Whether it belongs to the issuer that the certificate states.
    ///
    /// A SMART Health Card's keys always belong to an address; others' keys only where their list says so.
    func belongs(toIssuerOf certificate: SignedCertificate) -> Bool {
        guard let issuerAddress else { return certificate.format != .smartHealthCard }
        return issuerAddress == certificate.issuer
    }
}

extension Signer {
    /// The list that names a signer.
    public struct Origin: Sendable, Hashable {
        /// The list's name on this server.
        public let name: String
        /// When the list was made, where it says so; else when it was imported.
        public let date: Date?

        /// Makes an origin.
        public init(name: String, date: Date?) {
            self.name = name
            self.date = date
        }
    }
}
