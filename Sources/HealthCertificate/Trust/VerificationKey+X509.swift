internal import SwiftASN1

extension VerificationKey {
    private enum Identifier {
        static let rsa: Set = ["1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10"]
        static let ellipticCurve = "1.2.840.10045.2.1"
    }

    /// Takes the SubjectPublicKeyInfo of a certificate ([RFC 5280 section 4.1.2.7][spki]).
    ///
    /// - Throws: ``HealthCertificateError`` of layer `certificate`.
    ///
    /// [spki]: https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.7
    public init(subjectPublicKeyInfo bytes: [UInt8]) throws(HealthCertificateError) {
        try self.init(subjectPublicKeyInfo: try ASN1Node.parse(bytes))
    }

    init(subjectPublicKeyInfo node: ASN1Node) throws(HealthCertificateError) {
        let parts = node.children
        guard parts.count == 2, let algorithm = parts[0].children.first?.objectIdentifier,
            let bytes = parts[1].bitStringBytes
        else { throw HealthCertificateError(.certificate, .invalidValue, "no public key") }
        if algorithm == Identifier.ellipticCurve {
            try Self.requireKnownCurve(parts[0].children.dropFirst().first)
            try self.init(point: bytes)
        } else if Identifier.rsa.contains(algorithm) {
            let numbers = try ASN1Node.parse(bytes).children
            guard numbers.count == 2, let modulus = numbers[0].magnitudeBytes, let exponent = numbers[1].magnitudeBytes
            else { throw HealthCertificateError(.certificate, .invalidValue, "no RSA key") }
            try self.init(rsaModulus: modulus, exponent: exponent)
        } else {
            throw HealthCertificateError(.certificate, .unsupported, "keys of algorithm \(algorithm) are not known")
        }
    }

    /// A named curve has to be one of ours; one that is spelt out is recognised by its point, which no other curve shares.
    private static func requireKnownCurve(_ parameters: ASN1Node?) throws(HealthCertificateError) {
        let known: Set = ["1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"]
        guard let name = parameters?.objectIdentifier else { return }
        guard known.contains(name) else {
            throw HealthCertificateError(.certificate, .unsupported, "curve \(name) is not known")
        }
    }
}

extension VerificationKey.Scheme {
    /// The scheme of a certificate's AlgorithmIdentifier, or `nil` when it is not one that is known.
    init?(signatureAlgorithm node: ASN1Node) {
        switch node.children.first?.objectIdentifier {
        case "1.2.840.10045.4.3.2": self = .ecdsa(.sha256)
        case "1.2.840.10045.4.3.3": self = .ecdsa(.sha384)
        case "1.2.840.10045.4.3.4": self = .ecdsa(.sha512)
        case "1.2.840.113549.1.1.11": self = .rsaPKCS1(.sha256)
        case "1.2.840.113549.1.1.12": self = .rsaPKCS1(.sha384)
        case "1.2.840.113549.1.1.13": self = .rsaPKCS1(.sha512)
        case "1.2.840.113549.1.1.10":
            // RSASSA-PSS names its hash in its parameters (RFC 4055 section 3.1); without one it is SHA-1.
            let parameters = node.children.dropFirst().first?.children ?? []
            let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
            let hash = parameters.first { $0.identifier == tag }?.children.first?.children.first?.objectIdentifier
            guard let hash = Hash(objectIdentifier: hash) else { return nil }
            self = .rsaPSS(hash)
        default: return nil
        }
    }
}

extension VerificationKey.Scheme.Hash {
    /// The hash of an object identifier, or `nil` when it is not one that is known.
    init?(objectIdentifier: String?) {
        switch objectIdentifier {
        case "2.16.840.1.101.3.4.2.1": self = .sha256
        case "2.16.840.1.101.3.4.2.2": self = .sha384
        case "2.16.840.1.101.3.4.2.3": self = .sha512
        default: return nil
        }
    }
}
