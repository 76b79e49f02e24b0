import CSodium

/// Signatures by Ed25519 (RFC 8032, <https://www.rfc-editor.org/rfc/rfc8032>), detached.
package enum Ed25519 {
    package static let keyLength = 32
    package static let signatureLength = 64

    /// What checks signatures.
    package struct PublicKey: Sendable, Equatable {
        /// 32 bytes.
        package let bytes: [UInt8]

        /// Nil unless there are 32 bytes.
        package init?(_ bytes: [UInt8]) {
            guard bytes.count == keyLength else { return nil }
            self.bytes = bytes
        }

        /// Whether the key's holder has signed the message; false for signatures and keys that RFC 8032 doesn't allow.
        package func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            signature.count == signatureLength && Sodium.isReady
                && crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
        }
    }

    /// What signs.
    package struct PrivateKey: Sendable {
        /// The 32 bytes of RFC 8032, from which the rest follows.
        package let seed: SecretBytes
        package let publicKey: PublicKey
        private let expanded: SecretBytes

        /// Nil unless there are 32 bytes.
        package init?(seed: SecretBytes) {
            guard seed.count == keyLength, Sodium.isReady else { return nil }
            var publicBytes = [UInt8](repeating: 0, count: keyLength)
            expanded = SecretBytes(count: 2 * keyLength) { output in
                seed.withBytes { _ = crypto_sign_seed_keypair(&publicBytes, output, $0) }
            }
            guard let publicKey = PublicKey(publicBytes) else { return nil }
            (self.seed, self.publicKey) = (seed, publicKey)
        }

        /// 64 bytes.
        package func signature(of message: [UInt8]) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: signatureLength)
            expanded.withBytes { key in
                _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), key)
            }
            return signature
        }
    }
}
