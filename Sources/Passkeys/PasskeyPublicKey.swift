internal import CBORCoding
internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A passkey's public key: ES256, EdDSA over Ed25519, or RS256, as COSE writes them
/// ([WebAuthn section 6.5.1.1](https://www.w3.org/TR/webauthn-3/#sctn-encoded-credPubKey-examples)).
package struct PasskeyPublicKey: Sendable {
    /// The algorithms by their COSE numbers, the one that is liked best first.
    package enum Algorithm: Int64, Sendable, CaseIterable { case es256 = -7, eddsa = -8, rs256 = -257 }

    private enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    /// The COSE_Key as it was written, to be kept.
    package let bytes: [UInt8]
    package let algorithm: Algorithm
    private let material: Material

    /// Reads a COSE_Key that was kept.
    ///
    /// - Throws: `malformedKey`, `unsupportedKey`.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count <= AuthenticatorData.longest, let item = try? CBOR(decoding: bytes) else {
            throw PasskeyError(.malformedKey, "the public key is no CBOR")
        }
        try self.init(item, bytes: bytes)
    }

    init(_ item: CBOR, bytes: [UInt8]) throws(PasskeyError) {
        guard case .map(let map) = item, let type = map[Label.type]?.integerValue,
            let number = map[Label.algorithm]?.integerValue
        else { throw PasskeyError(.malformedKey, "the public key is no map with a type and an algorithm") }
        guard let algorithm = Algorithm(rawValue: number) else {
            throw PasskeyError(.unsupportedKey, "the public key's algorithm was not asked for")
        }
        guard let material = try? Self.material(algorithm, type: type, map) else {
            throw PasskeyError(.malformedKey, "the public key doesn't fit its algorithm")
        }
        self.bytes = bytes
        self.algorithm = algorithm
        self.material = material
    }

    /// Nil or an error for whatever doesn't fit.
    private static func material(_ algorithm: Algorithm, type: Int64, _ map: CBORMap) throws -> Material? {
        let curve = map[Label.curveOrModulus]?.integerValue
        let x = map[Label.xOrExponent]?.bytesValue ?? []
        switch algorithm {
        case .es256:
            // Points are uncompressed: y is bytes, never a sign.
            guard type == 2, curve == 1, x.count == 32, let y = map[Label.y]?.bytesValue, y.count == 32 else {
                return nil
            }
            return .p256(try P256.Signing.PublicKey(x963Representation: [4] + x + y))
        case .eddsa:
            guard type == 1, curve == 6, x.count == 32 else { return nil }
            return .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
        case .rs256:
            guard type == 3, let modulus = map[Label.curveOrModulus]?.bytesValue,
                (256...1024).contains(modulus.count), modulus.first != 0, (1...8).contains(x.count)
            else { return nil }
            return .rsa(try _RSA.Signing.PublicKey(n: modulus, e: x))
        }
    }

    /// Whether the passkey signed the message.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch material {
        case .p256(let key):
            (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map {
                key.isValidSignature($0, for: message)
            } ?? false
        case .ed25519(let key):
            key.isValidSignature(signature, for: message)
        case .rsa(let key):
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5)
        }
    }

    /// Labels of a COSE_Key (RFC 9052 section 7.1, RFC 9053 section 7, RFC 8230 section 4).
    private enum Label {
        static let type: Int64 = 1
        static let algorithm: Int64 = 3
        static let curveOrModulus: Int64 = -1
        static let xOrExponent: Int64 = -2
        static let y: Int64 = -3
    }
}
