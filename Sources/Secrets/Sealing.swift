import CSodium

/// XChaCha20-Poly1305 with a random nonce (draft-irtf-cfrg-xchacha, <https://datatracker.ietf.org/doc/html/draft-irtf-cfrg-xchacha-03>).
package enum Sealing {
    package static let nonceLength = 24
    /// Of a nonce, what HChaCha20 takes.
    package static let saltLength = 16
    package static let tagLength = 16

    /// Seals small values: nonce (24 bytes), ciphertext, tag (16 bytes).
    package static func seal(
        _ plaintext: [UInt8], key: SecretBytes, associated: [UInt8], random: RandomSource
    ) -> [UInt8] {
        let nonce = random.bytes(nonceLength)
        var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        key.withBytes { key32 in
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, plaintext, UInt64(plaintext.count), associated, UInt64(associated.count), nil, nonce,
                key32)
        }
        return nonce + sealed
    }

    /// Opens what `seal` made; nil when key, associated data or any byte differs.
    package static func open(_ sealed: [UInt8], key: SecretBytes, associated: [UInt8]) -> [UInt8]? {
        guard sealed.count >= nonceLength + tagLength else { return nil }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - nonceLength - tagLength)
        let opened = sealed.withUnsafeBufferPointer { buffer -> Bool in
            guard let base = buffer.baseAddress else { return false }
            return key.withBytes { key32 in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    &plaintext, nil, nil, base + nonceLength, UInt64(sealed.count - nonceLength), associated,
                    UInt64(associated.count), base, key32) == 0
            }
        }
        return opened ? plaintext : nil
    }
}
