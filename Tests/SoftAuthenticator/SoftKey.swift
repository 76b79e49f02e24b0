package import CBORCoding
package import Passkeys

internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A private key of one of the three algorithms.
package struct SoftKey: Sendable {
    private enum Material: Sendable {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    private let material: Material
    package let algorithm: PasskeyPublicKey.Algorithm

    package init(_ algorithm: PasskeyPublicKey.Algorithm) throws {
        self.algorithm = algorithm
        material =
            switch algorithm {
            case .es256: .p256(P256.Signing.PrivateKey())
            case .eddsa: .ed25519(Curve25519.Signing.PrivateKey())
            case .rs256: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
    }

    /// The ES256 key with this scalar, 32 bytes.
    package init(p256 scalar: [UInt8]) throws {
        algorithm = .es256
        material = .p256(try P256.Signing.PrivateKey(rawRepresentation: scalar))
    }

    /// The public key as a COSE_Key.
    package var coseKey: [UInt8] {
        let rest: [(Int64, CBOR)] =
            switch material {
            case .p256(let key):
                [
                    (1, .integer(2)), (-1, .integer(1)),
                    (-2, .bytes(Array(key.publicKey.rawRepresentation.prefix(32)))),
                    (-3, .bytes(Array(key.publicKey.rawRepresentation.suffix(32)))),
                ]
            case .ed25519(let key):
                [(1, .integer(1)), (-1, .integer(6)), (-2, .bytes(Array(key.publicKey.rawRepresentation)))]
            case .rsa(let key):
                [(1, .integer(3)), (-1, .bytes(modulus(key))), (-2, .bytes([1, 0, 1]))]
            }
        return Self.cose([(3, .integer(algorithm.rawValue))] + rest)
    }

    package static func cose(_ pairs: [(Int64, CBOR)]) -> [UInt8] {
        let map = try? CBORMap(pairs.map { CBORMap.Pair(.integer($0.0), $0.1) })
        return CBOR.map(map ?? CBORMap()).encoded
    }

    package func signature(_ message: [UInt8]) throws -> [UInt8] {
        switch material {
        case .p256(let key): Array(try key.signature(for: message).derRepresentation)
        case .ed25519(let key): Array(try key.signature(for: message))
        case .rsa(let key):
            Array(
                try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    private func modulus(_ key: _RSA.Signing.PrivateKey) -> [UInt8] {
        (try? Array(key.publicKey.getKeyPrimitives().modulus)) ?? []
    }
}
