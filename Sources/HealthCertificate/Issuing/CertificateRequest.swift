import CivilDates
internal import Crypto
public import Foundation
internal import SwiftASN1

/// What a new signer certificate is to say ([RFC 5280](https://www.rfc-editor.org/rfc/rfc5280)).
public struct CertificateRequest: Sendable {
    /// ISO 3166 alpha-2.
    public var country: String
    /// The name that the signer goes by.
    public var commonName: String
    /// The organization, if any.
    public var organization: String?
    /// The first moment it holds.
    public var notBefore: Date
    /// The last moment it holds.
    public var notAfter: Date
    /// The kinds that the key may sign; `nil` for all.
    public var permittedKinds: Set<HealthClaims.Kind>?
    /// Whether it is to certify signers (a CSCA) rather than sign certificates.
    public var isAuthority: Bool
    /// The serial number: 8 to 20 random bytes.
    public var serialNumber: [UInt8]

    /// Makes a request of what its properties tell; the serial number should be 8 to 20 random bytes, so that no two
    /// certificates of one name are alike.
    public init(
        country: String, commonName: String, organization: String? = nil, notBefore: Date, notAfter: Date,
        permittedKinds: Set<HealthClaims.Kind>? = nil, isAuthority: Bool = false, serialNumber: [UInt8]
    ) {
        self.country = country
        self.commonName = commonName
        self.organization = organization
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.permittedKinds = permittedKinds
        self.isAuthority = isAuthority
        self.serialNumber = serialNumber
    }

    /// An authority that certifies a signer.
    public struct Authority: Sendable {
        let certificate: SignerCertificate
        let key: SigningKey

        /// Makes an authority from its certificate and the key that belongs to it.
        public init(certificate: SignerCertificate, key: SigningKey) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Makes the certificate for a key, signed by an authority, or by the key itself.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `certificate` when a name or a moment can't be written.
    public func certificate(
        for key: SigningKey, signedBy authority: Authority? = nil
    ) throws(HealthCertificateError) -> SignerCertificate {
        let der: [UInt8]
        do {
            let signer = authority?.key ?? key
            let content = try content(key: key, authority: authority?.certificate, signer: signer)
            var serializer = DER.Serializer()
            let signature = try signer.signCertificate(content)
            try serializer.appendConstructedNode(identifier: .sequence) { body in
                body.serializeRawBytes(content)
                try Self.appendAlgorithm(signer, to: &body)
                try body.serialize(ASN1BitString(bytes: signature[...]))
            }
            der = serializer.serializedBytes
        } catch let error as HealthCertificateError {
            throw error
        } catch {
            throw HealthCertificateError(.certificate, .invalidValue, "the certificate could not be written")
        }
        return try SignerCertificate(der: der)
    }

    private func content(key: SigningKey, authority: SignerCertificate?, signer: SigningKey) throws -> [UInt8] {
        var serializer = DER.Serializer()
        let subject = try encodedSubject()
        try serializer.appendConstructedNode(identifier: .sequence) { body in
            try body.serialize(2, explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific)
            try body.serialize(serialNumber.prefix(20))
            try Self.appendAlgorithm(signer, to: &body)
            body.serializeRawBytes(authority?.subject.encoded ?? subject)
            try body.appendConstructedNode(identifier: .sequence) { validity in
                try Self.appendTime(notBefore, to: &validity)
                try Self.appendTime(notAfter, to: &validity)
            }
            body.serializeRawBytes(subject)
            body.serializeRawBytes(key.subjectPublicKeyInfo)
            try body.appendConstructedNode(identifier: .init(tagWithNumber: 3, tagClass: .contextSpecific)) { tagged in
                try tagged.appendConstructedNode(identifier: .sequence) { extensions in
                    try appendExtensions(key: key, signer: signer, to: &extensions)
                }
            }
        }
        return serializer.serializedBytes
    }

    private func encodedSubject() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { name in
            try Self.appendAttribute("2.5.4.6", ASN1PrintableString(country), to: &name)
            if let organization { try Self.appendAttribute("2.5.4.10", ASN1UTF8String(organization), to: &name) }
            try Self.appendAttribute("2.5.4.3", ASN1UTF8String(commonName), to: &name)
        }
        return serializer.serializedBytes
    }

    private func appendExtensions(key: SigningKey, signer: SigningKey, to body: inout DER.Serializer) throws {
        try Self.appendExtension("2.5.29.14", to: &body) { try $0.serialize(Self.keyIdentifier(key)) }
        try Self.appendExtension("2.5.29.35", to: &body) { value in
            value.appendConstructedNode(identifier: .sequence) { sequence in
                let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
                let identifier = Self.keyIdentifier(signer).bytes
                sequence.appendPrimitiveNode(identifier: tag) { $0.append(contentsOf: identifier) }
            }
        }
        // digitalSignature is bit 0; keyCertSign and cRLSign are bits 5 and 6 (RFC 5280 section 4.2.1.3).
        let usage =
            isAuthority ? ASN1BitString(bytes: [0x06], paddingBits: 1) : ASN1BitString(bytes: [0x80], paddingBits: 7)
        try Self.appendExtension("2.5.29.15", isCritical: true, to: &body) { try $0.serialize(usage) }
        if isAuthority {
            try Self.appendExtension("2.5.29.19", isCritical: true, to: &body) { value in
                try value.appendConstructedNode(identifier: .sequence) { try $0.serialize(true) }
            }
        }
        if let permittedKinds {
            let usages = try permittedKinds.map(KeyUsage.objectIdentifier).sorted().map {
                try ASN1ObjectIdentifier(dotRepresentation: $0)
            }
            try Self.appendExtension("2.5.29.37", to: &body) { try $0.serializeSequenceOf(usages) }
        }
    }

    // MARK: Pieces

    private static func keyIdentifier(_ key: SigningKey) -> ASN1OctetString {
        ASN1OctetString(contentBytes: Array(Insecure.SHA1.hash(data: key.subjectPublicKeyInfo))[...])
    }

    private static func appendAlgorithm(_ key: SigningKey, to body: inout DER.Serializer) throws {
        try body.appendConstructedNode(identifier: .sequence) { algorithm in
            try algorithm.serialize(ASN1ObjectIdentifier(dotRepresentation: key.certificateAlgorithm))
            // RSA's identifiers carry an explicit NULL (RFC 4055 section 5), those of ECDSA nothing.
            if key.algorithm == .ps256 { try algorithm.serialize(ASN1Null()) }
        }
    }

    private static func appendAttribute(
        _ type: String, _ value: some DERSerializable, to body: inout DER.Serializer
    ) throws {
        try body.appendConstructedNode(identifier: .set) { set in
            try set.appendConstructedNode(identifier: .sequence) { attribute in
                try attribute.serialize(ASN1ObjectIdentifier(dotRepresentation: type))
                try attribute.serialize(value)
            }
        }
    }

    private static func appendExtension(
        _ identifier: String, isCritical: Bool = false, to body: inout DER.Serializer,
        _ value: (inout DER.Serializer) throws -> Void
    ) throws {
        var content = DER.Serializer()
        try value(&content)
        try body.appendConstructedNode(identifier: .sequence) { sequence in
            try sequence.serialize(ASN1ObjectIdentifier(dotRepresentation: identifier))
            if isCritical { try sequence.serialize(true) }
            try sequence.serialize(ASN1OctetString(contentBytes: content.serializedBytes[...]))
        }
    }

    /// Years up to 2049 are UTCTime, later ones GeneralizedTime (RFC 5280 section 4.1.2.5).
    private static func appendTime(_ date: Date, to body: inout DER.Serializer) throws {
        let digits = Timestamp(date).text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isShort = (1950...2049).contains(digits.prefix(4).decimal ?? 0)
        let text = (isShort ? digits.dropFirst(2) : digits[...]) + [UInt8(ascii: "Z")]
        body.appendPrimitiveNode(identifier: isShort ? .utcTime : .generalizedTime) { $0.append(contentsOf: text) }
    }
}
