import CSodium
import Secrets
import VaultStorage

/// Wrapping to a public key, shaped as age and HPKE's base mode do it (RFC 9180,
/// <https://www.rfc-editor.org/rfc/rfc9180>): an ephemeral X25519 key, a hash of what was agreed, an AEAD.
extension KeySlot {
    struct WrappingKeys {
        let encryption: SecretBytes
        let commitment: [UInt8]
    }

    static func keyPair(_ secret: SecretBytes) -> (privateKey: SecretBytes, publicKey: [UInt8]) {
        let privateKey = privateKey(secret)
        var publicKey = [UInt8](repeating: 0, count: 32)
        privateKey.withBytes { _ = crypto_scalarmult_base(&publicKey, $0) }
        return (privateKey, publicKey)
    }

    static func privateKey(_ secret: SecretBytes) -> SecretBytes {
        Blake.subkey(of: secret, context: "vaccinapp slot x25519 1")
    }

    static func wrap(
        _ dataKey: SecretBytes, to recipient: [UInt8], terms: [UInt8], random: RandomSource
    ) throws(VaultError) -> [UInt8] {
        let ephemeral = random.secret(32)
        var ephemeralPublic = [UInt8](repeating: 0, count: 32)
        ephemeral.withBytes { _ = crypto_scalarmult_base(&ephemeralPublic, $0) }
        let keys = wrappingKeys(
            privateKey: ephemeral, peer: recipient, ephemeral: ephemeralPublic, recipient: recipient, terms: terms)
        guard let keys else { throw VaultError(.vaultDamaged, "a key slot has an unusable public key") }
        // The key is used once, so a fixed nonce is safe, as in age's stanzas.
        let nonce = [UInt8](repeating: 0, count: Sealing.nonceLength)
        var sealed = [UInt8](repeating: 0, count: dataKey.count + Sealing.tagLength)
        keys.encryption.withBytes { key32 in
            dataKey.withBytes { plaintext in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, plaintext, UInt64(dataKey.count), nil, 0, nil, nonce, key32)
            }
        }
        return ephemeralPublic + keys.commitment + sealed
    }

    /// Nil when the two keys agree on nothing (a public key of low order).
    static func wrappingKeys(
        privateKey: SecretBytes, peer: [UInt8], ephemeral: [UInt8], recipient: [UInt8], terms: [UInt8]
    ) -> WrappingKeys? {
        guard peer.count == 32 else { return nil }
        var agreed = false
        let shared = SecretBytes(count: 32) { output in
            privateKey.withBytes { scalar in
                agreed = crypto_scalarmult(output, scalar, peer) == 0
            }
        }
        guard agreed else { return nil }
        let transcript = ephemeral + recipient + terms
        let root = SecretBytes(copying: Blake.mac(transcript, key: shared))
        let commitment = Blake.subkey(of: root, context: "vaccinapp slot commitment 1")
        return WrappingKeys(
            encryption: Blake.subkey(of: root, context: "vaccinapp slot encryption 1"),
            commitment: commitment.copied())
    }
}
