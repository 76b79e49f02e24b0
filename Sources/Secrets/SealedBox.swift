import CSodium

/// Seals for whoever has a private key, so that the sender can't open it again: X25519 and XSalsa20-Poly1305
/// (libsodium's sealed boxes, <https://doc.libsodium.org/public-key_cryptography/sealed_boxes>).
package enum SealedBox {
    /// Bytes of a private and of a public key.
    package static let keyLength = 32
    private static let overhead = 48

    /// The public half of a private key; nil for one of the wrong length.
    package static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
        guard privateKey.count == keyLength else { return nil }
        var publicKey = [UInt8](repeating: 0, count: keyLength)
        return crypto_scalarmult_base(&publicKey, privateKey) == 0 ? publicKey : nil
    }

    /// Nil for a key that can't be one.
    package static func seal(_ plaintext: [UInt8], to publicKey: [UInt8]) -> [UInt8]? {
        guard publicKey.count == keyLength else { return nil }
        var sealed = [UInt8](repeating: 0, count: plaintext.count + overhead)
        return crypto_box_seal(&sealed, plaintext, UInt64(plaintext.count), publicKey) == 0 ? sealed : nil
    }

    /// Opens what `seal` made; nil when the key or any byte differs.
    package static func open(_ sealed: [UInt8], privateKey: [UInt8]) -> [UInt8]? {
        guard sealed.count >= overhead, let publicKey = publicKey(of: privateKey) else { return nil }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - overhead)
        let status = crypto_box_seal_open(&plaintext, sealed, UInt64(sealed.count), publicKey, privateKey)
        return status == 0 ? plaintext : nil
    }
}
