internal import Crypto
internal import CryptoExtras

/// A private key that certificates can be signed with.
public struct SigningKey: Sendable {
    private enum Material: Sendable {
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    /// The kinds of key that signers have.
    public enum Kind: String, Sendable, CaseIterable {
        /// A key on P-256, which signs with ES256; what nearly every issuer has.
        case p256
        /// A key on P-384, which signs with ES384.
        case p384
        /// An RSA key of 2,048 bits, which signs with PS256.
        case rsa2048
    }

    private let material: Material

    /// Makes a new key from the system's randomness.
    ///
    /// - Throws: ``HealthCertificateError`` when the system can't make one.
    public init(new kind: Kind) throws(HealthCertificateError) {
        do {
            switch kind {
            case .p256: material = .p256(P256.Signing.PrivateKey())
            case .p384: material = .p384(P384.Signing.PrivateKey())
            case .rsa2048: material = .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
        } catch {
            throw HealthCertificateError(.certificate, .invalidValue, "the key could not be made")
        }
    }

    /// Takes a key from PEM: PKCS #8, or the older forms of its kind.
    ///
    /// - Throws: ``HealthCertificateError`` `certificate: invalidValue` when it is no P-256, P-384 or RSA key.
    public init(pem: String) throws(HealthCertificateError) {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            material = .p256(key)
        } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
            material = .p384(key)
        } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            material = .rsa(key)
        } else {
            throw HealthCertificateError(.certificate, .invalidValue, "no private key of P-256, P-384 or RSA")
        }
    }

    /// The key as PEM, for a file that only its owner may read.
    public var pem: String {
        switch material {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .rsa(let key): key.pkcs8PEMRepresentation
        }
    }

    /// The algorithm that certificates are signed with.
    public var algorithm: SignatureAlgorithm {
        switch material {
        case .p256: .es256
        case .p384: .es384
        case .rsa: .ps256
        }
    }

    /// The SubjectPublicKeyInfo of the public key, in DER.
    public var subjectPublicKeyInfo: [UInt8] {
        switch material {
        case .p256(let key): Array(key.publicKey.derRepresentation)
        case .p384(let key): Array(key.publicKey.derRepresentation)
        case .rsa(let key): Array(key.publicKey.derRepresentation)
        }
    }

    /// Signs a message with ``algorithm``; an ECDSA signature is r and s side by side.
    ///
    /// - Throws: ``HealthCertificateError`` when the library refuses.
    public func sign(_ message: [UInt8]) throws(HealthCertificateError) -> [UInt8] {
        do {
            switch material {
            case .p256(let key): return Array(try key.signature(for: SHA256.hash(data: message)).rawRepresentation)
            case .p384(let key): return Array(try key.signature(for: SHA384.hash(data: message)).rawRepresentation)
            case .rsa(let key):
                return Array(try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation)
            }
        } catch {
            throw HealthCertificateError(.certificate, .invalidValue, "the message could not be signed")
        }
    }

    /// Signs a certificate's content, in the form that X.509 uses.
    func signCertificate(_ message: [UInt8]) throws(HealthCertificateError) -> [UInt8] {
        do {
            switch material {
            case .p256(let key): return Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
            case .p384(let key): return Array(try key.signature(for: SHA384.hash(data: message)).derRepresentation)
            case .rsa(let key):
                let digest = SHA256.hash(data: message)
                return Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        } catch {
            throw HealthCertificateError(.certificate, .invalidValue, "the certificate could not be signed")
        }
    }

    /// The object identifier of the algorithm that ``signCertificate(_:)`` uses.
    var certificateAlgorithm: String {
        switch material {
        case .p256: "1.2.840.10045.4.3.2"
        case .p384: "1.2.840.10045.4.3.3"
        case .rsa: "1.2.840.113549.1.1.11"
        }
    }
}
