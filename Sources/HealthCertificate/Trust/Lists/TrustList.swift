internal import BoundedJSON
public import Foundation

/// A published list of signers, verified and read.
public struct TrustList: Sendable {
    /// The ways in which authorities publish their lists.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// `{"certificates": […]}`, signed in the line above (Germany), or bare.
        case german
        /// An array of the EU gateway's entries, each signed, or bare.
        case gateway
        /// `{"dsc_trust_list": {…}}` as a JSON Web Token (Sweden).
        case swedish
        /// `{"eu_keys": {…}}`, signed in CMS (the Netherlands), or bare.
        case dutch
        /// `{"certs": […]}` as a JSON Web Signature (Switzerland), or bare.
        case swiss
        /// A JSON Web Key Set.
        case jwks
        /// One JSON Web Key: the key of an issuer of European Vaccination Cards.
        case jwk
        /// The key set of an issuer of SMART Health Cards, whose address was given.
        case healthCardIssuer
        /// A snapshot of a directory of issuers of SMART Health Cards, with their keys.
        case healthCardDirectory
        /// Certificates in PEM, one after another.
        case pem
        /// Certificates in DER, one after another.
        case der

        /// Whether authorities publish the signers of EU certificates in it, and no others.
        var isOfEUCertificates: Bool {
            switch self {
            case .german, .gateway, .swedish, .dutch, .swiss: true
            case .jwks, .jwk, .healthCardIssuer, .healthCardDirectory, .pem, .der: false
            }
        }
    }

    /// An entry that could not be used, and why.
    public struct UnusableEntry: Sendable, Hashable {
        /// The entry's place in the list, from 0.
        public let index: Int
        /// Why it was left out.
        public let reason: String
    }

    /// How it was published.
    public let format: Format
    /// Whether it carries a signature, which was verified unless the list was read unverified.
    public let isSigned: Bool
    /// The signers.
    public internal(set) var signers: [Signer] = []
    /// The entries that could not be used.
    public internal(set) var refusals: [UnusableEntry] = []
    /// The authorities that the list names beside the signers.
    public internal(set) var authorities: [SignerCertificate] = []
    /// Until when the list may be used, where it says so.
    public internal(set) var expiresAt: Date?
    /// What the list's issuers revoked, where it says so.
    public internal(set) var revocations = RevocationList()

    /// How many entries there are, usable or not; authorities aside.
    public var count: Int { signers.count + refusals.count }

    /// Reads a list, whose format is recognised by its content.
    ///
    /// - Parameters:
    ///   - bytes: The list as it was published, signature and all.
    ///   - key: The key that it has to be signed with. Required for a list that carries a signature.
    /// - Throws: ``HealthCertificateError``: `untrusted` when the signature is not the key's or there is none for it
    ///   to verify; of layer `trustList` when the list can't be read, or holds no entry at all.
    public init(reading bytes: [UInt8], key: TrustListKey? = nil) throws(HealthCertificateError) {
        try self.init(bytes, check: .required(key))
    }

    /// Reads a list without verifying its signature: only for a file that is trusted for other reasons.
    ///
    /// ``isSigned`` tells whether it carries a signature.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `trustList` when the list can't be read, or holds no entry.
    public init(readingUnverified bytes: [UInt8]) throws(HealthCertificateError) {
        try self.init(bytes, check: .none)
    }

    /// Reads the key set of an issuer of SMART Health Cards, the content of its `/.well-known/jwks.json`.
    ///
    /// - Parameters:
    ///   - bytes: The key set.
    ///   - issuer: The issuer's address, which its cards have to state.
    /// - Throws: ``HealthCertificateError`` of layer `trustList` when the set can't be read or has no key, when one of
    ///   its keys is private, and for an address that is none of an issuer's.
    public init(reading bytes: [UInt8], issuer: String) throws(HealthCertificateError) {
        guard HealthCardIssuer.isAddress(issuer) else {
            throw HealthCertificateError(
                .trustList, .invalidValue, "the issuer's address is https:// and a host, without a slash at its end")
        }
        (format, isSigned) = (.healthCardIssuer, false)
        guard let json = try? JSONValue(parsing: bytes, limits: SignedDocument.limits), json["keys"]?.elements != nil
        else { throw HealthCertificateError(.trustList, .invalidValue, "not a JSON Web Key Set") }
        try WebKey.refusePrivateKeys(in: json)
        do {
            // That a key's certificate has run out is only remarked, so that any moment does.
            let issuer = try HealthCardIssuer(address: issuer, keySet: bytes, at: .distantPast)
            for entry in issuer.entries { add(entry) }
        } catch {
            throw HealthCertificateError(
                .trustList, .invalidValue, "the key set of an issuer can't be read: \(error.description)")
        }
        guard count > 0 else { throw HealthCertificateError(.trustList, .missing, "the list names no signer") }
    }

    private init(_ bytes: [UInt8], check: SignedDocument.Check) throws(HealthCertificateError) {
        if let certificates = try TrustListReader.bareCertificates(bytes) {
            if case .required(.some) = check {
                throw HealthCertificateError(.trustList, .untrusted, "bare certificates carry no signature to verify")
            }
            (format, isSigned) = (certificates.format, false)
            for der in certificates.blocks {
                add(
                    TrustListReader.Entry { () throws(HealthCertificateError) in Signer(try SignerCertificate(der: der))
                    })
            }
        } else {
            let (document, isSigned) = try Self.document(bytes, check: check)
            (format, self.isSigned) = (document.format, isSigned)
            expiresAt = document.expiresAt
            authorities = document.authorities
            revocations = document.revocations
            for entry in document.entries { add(entry) }
            if format.isOfEUCertificates { signers = signers.map { $0.restricted(to: [.euDCC]) } }
        }
        guard count > 0 else { throw HealthCertificateError(.trustList, .missing, "the list names no signer") }
    }

    private static func document(
        _ bytes: [UInt8], check: SignedDocument.Check
    ) throws(HealthCertificateError) -> (TrustListReader.Document, isSigned: Bool) {
        let gateway = GatewaySignatures(bytes)
        if let gateway, case .required(let anchor) = check { return (try gateway.document(anchor: anchor), true) }
        let (json, isSigned) = try SignedDocument.open(bytes, check: check, layer: .trustList)
        return (try TrustListReader.document(json), isSigned || gateway != nil)
    }

    /// The list with signers that sign these families of certificates alone, where it doesn't say itself what they sign.
    public func permitting(_ formats: Set<SignedCertificate.Format>) -> TrustList {
        var list = self
        list.signers = signers.map { $0.permittedFormats == nil ? $0.restricted(to: formats) : $0 }
        return list
    }

    private mutating func add(_ entry: TrustListReader.Entry) {
        switch entry {
        case .success(let signer): signers.append(signer)
        case .failure(let error): refusals.append(UnusableEntry(index: count, reason: error.description))
        }
    }

    /// The list without the signers that none of the authorities certified.
    public func certified(by authorities: [SignerCertificate]) -> TrustList {
        var list = self
        list.signers = []
        for (index, signer) in signers.enumerated() {
            if let certificate = signer.certificate, authorities.contains(where: certificate.isIssued) {
                list.signers.append(signer)
            } else {
                list.refusals.append(UnusableEntry(index: index, reason: "no authority that was given certified it"))
            }
        }
        return list
    }
}
