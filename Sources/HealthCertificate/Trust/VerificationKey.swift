internal import Crypto
internal import CryptoExtras

/// A public key that signatures can be verified with: P-256, P-384, P-521, or RSA of 2,048 bits and more.
public struct VerificationKey: Sendable {
    private enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    /// How a signature over a certificate or a list may be made, beside the algorithms of certificates.
    enum Scheme: Sendable, Hashable {
        case ecdsa(Hash), rsaPKCS1(Hash), rsaPSS(Hash)
        enum Hash: Sendable, Hashable { case sha256, sha384, sha512 }
    }

    private let material: Material
    /// The uncompressed point, or the RSA key in the form of PKCS #1; tells keys apart.
    let rawBytes: [UInt8]

    /// Takes a point of a curve, uncompressed (X9.63) or compressed; the length tells the curve.
    ///
    /// - Throws: ``HealthCertificateError`` `certificate: invalidValue` when it is no point of P-256, P-384 or P-521.
    public init(point: [UInt8]) throws(HealthCertificateError) {
        do {
            material =
                switch point.count {
                case 65: .p256(try P256.Signing.PublicKey(x963Representation: point))
                case 33: .p256(try P256.Signing.PublicKey(compressedRepresentation: point))
                case 97: .p384(try P384.Signing.PublicKey(x963Representation: point))
                case 49: .p384(try P384.Signing.PublicKey(compressedRepresentation: point))
                case 133: .p521(try P521.Signing.PublicKey(x963Representation: point))
                case 67: .p521(try P521.Signing.PublicKey(compressedRepresentation: point))
                default: throw CryptoKitError.incorrectParameterSize
                }
        } catch {
            throw HealthCertificateError(.certificate, .invalidValue, "the key is no point of P-256, P-384 or P-521")
        }
        rawBytes =
            switch material {
            case .p256(let key): Array(key.x963Representation)
            case .p384(let key): Array(key.x963Representation)
            case .p521(let key): Array(key.x963Representation)
            case .rsa: point
            }
    }

    /// Takes an RSA key as modulus and exponent, big-endian, as JSON Web Keys have them.
    ///
    /// - Throws: ``HealthCertificateError`` `certificate: invalidValue` for fewer than 2,048 bits or more than 8,192.
    public init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(HealthCertificateError) {
        do {
            let number = Array(modulus.drop { $0 == 0 })
            guard number.count <= 1024 else { throw CryptoKitError.incorrectParameterSize }
            let key = try _RSA.Signing.PublicKey(n: number, e: exponent)
            material = .rsa(key)
            rawBytes = Array(key.pkcs1DERRepresentation)
        } catch {
            throw HealthCertificateError(
                .certificate, .invalidValue, "the RSA key is malformed, too small or too large")
        }
    }

    /// Whether the signature over the message is right.
    ///
    /// A P-384 key under ES256 hashes with SHA-256, as some issuers do; r and s then have the length of the key.
    public func isValid(_ signature: [UInt8], for message: [UInt8], algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .es256: isValid(raw: signature, for: SHA256.hash(data: message))
        case .es384: isValid(raw: signature, for: SHA384.hash(data: message))
        case .es512: isValid(raw: signature, for: SHA512.hash(data: message))
        case .ps256: isValid(rsa: signature, for: SHA256.hash(data: message), padding: .PSS)
        case .ps384: isValid(rsa: signature, for: SHA384.hash(data: message), padding: .PSS)
        case .ps512: isValid(rsa: signature, for: SHA512.hash(data: message), padding: .PSS)
        }
    }

    /// Whether the signature is right in the form that X.509 and CMS use: ECDSA signatures in DER.
    func isValid(_ signature: [UInt8], for message: [UInt8], scheme: Scheme) -> Bool {
        switch scheme {
        case .ecdsa(.sha256): isValid(der: signature, for: SHA256.hash(data: message))
        case .ecdsa(.sha384): isValid(der: signature, for: SHA384.hash(data: message))
        case .ecdsa(.sha512): isValid(der: signature, for: SHA512.hash(data: message))
        case .rsaPKCS1(.sha256): isValid(rsa: signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        case .rsaPKCS1(.sha384): isValid(rsa: signature, for: SHA384.hash(data: message), padding: .insecurePKCS1v1_5)
        case .rsaPKCS1(.sha512): isValid(rsa: signature, for: SHA512.hash(data: message), padding: .insecurePKCS1v1_5)
        case .rsaPSS(.sha256): isValid(rsa: signature, for: SHA256.hash(data: message), padding: .PSS)
        case .rsaPSS(.sha384): isValid(rsa: signature, for: SHA384.hash(data: message), padding: .PSS)
        case .rsaPSS(.sha512): isValid(rsa: signature, for: SHA512.hash(data: message), padding: .PSS)
        }
    }

    private func isValid(raw signature: [UInt8], for digest: some Digest) -> Bool {
        switch material {
        case .p256(let key):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .p384(let key):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .p521(let key):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .rsa: false
        }
    }

    private func isValid(der signature: [UInt8], for digest: some Digest) -> Bool {
        switch material {
        case .p256(let key):
            (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .p384(let key):
            (try? P384.Signing.ECDSASignature(derRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .p521(let key):
            (try? P521.Signing.ECDSASignature(derRepresentation: signature)).map {
                key.isValidSignature($0, for: digest)
            } ?? false
        case .rsa: false
        }
    }

    private func isValid(rsa signature: [UInt8], for digest: some Digest, padding: _RSA.Signing.Padding) -> Bool {
        guard case .rsa(let key) = material else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
    }
}

extension VerificationKey: Hashable {
    /// Compares the encoded keys.
    public static func == (left: Self, right: Self) -> Bool { left.rawBytes == right.rawBytes }

    /// Hashes the encoded key.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawBytes) }
}
