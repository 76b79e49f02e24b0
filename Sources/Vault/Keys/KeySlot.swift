import ByteCoding
import CSodium
import Model
import Secrets
import VaultStorage

/// A data key sealed to one way of opening the account: password, recovery code, session or passkey.
///
/// Each way has an X25519 key pair whose private half is derived from its secret. So a new data key can be wrapped for
/// every way by whoever has the vault open, without knowing the secrets. What is written beside it (account, kind,
/// costs, expiry) is bound as associated data; a commitment ties the ciphertext to one key; and a MAC under the data
/// key tells that a public key was put there by someone who had the vault open.
struct KeySlot: Sendable, Equatable {
    enum Kind: UInt8, Sendable { case password = 1, recovery = 2, session = 3, passkey = 4 }

    /// What is bound to the wrapping, in this order.
    struct Terms: Sendable, Equatable {
        var account: AccountID
        var kind: Kind
        /// The data key's number: rotation raises it.
        var epoch: UInt32
        /// Look-up hash of a session or passkey; empty for the others.
        var lookup: [UInt8] = []
        var salt: [UInt8] = []
        var passes: UInt64 = 0
        var memory: UInt64 = 0
        /// Seconds since 1970; 0 = never.
        var expires: UInt64 = 0

        var bytes: [UInt8] {
            var bytes = Array("vaccinapp key slot 1".utf8)
            bytes += account.bytes
            bytes.append(kind.rawValue)
            for number in [UInt64(epoch), passes, memory, expires, UInt64(lookup.count), UInt64(salt.count)] {
                bytes += number.bigEndianBytes
            }
            return bytes + lookup + salt
        }
    }

    var terms: Terms
    /// X25519, 32 bytes.
    var publicKey: [UInt8]
    /// Ephemeral public key (32), commitment (32), ciphertext with tag (48).
    var sealed: [UInt8]
    /// BLAKE2b over terms and public key under a subkey of the data key, 32 bytes.
    var mac: [UInt8]
}

extension KeySlot {
    /// Wraps `dataKey` for the holder of `secret`.
    init(terms: Terms, dataKey: SecretBytes, secret: SecretBytes, random: RandomSource) throws(VaultError) {
        let pair = Self.keyPair(secret)
        try self.init(terms: terms, dataKey: dataKey, publicKey: pair.publicKey, random: random)
    }

    /// Wraps `dataKey` for a public key that is known to be right.
    private init(terms: Terms, dataKey: SecretBytes, publicKey: [UInt8], random: RandomSource) throws(VaultError) {
        self.init(
            terms: terms, publicKey: publicKey,
            sealed: try Self.wrap(dataKey, to: publicKey, terms: terms.bytes, random: random),
            mac: Self.mac(terms: terms, publicKey: publicKey, dataKey: dataKey))
    }

    /// The data key, or nil when the secret is another's or any bound byte was changed.
    func open(with secret: SecretBytes) -> SecretBytes? {
        guard sealed.count == 112 else { return nil }
        // The commitment covers the public key, so that another secret's, or a changed one, shows there.
        let keys = Self.wrappingKeys(
            privateKey: Self.privateKey(secret), peer: Array(sealed[..<32]), ephemeral: Array(sealed[..<32]),
            recipient: publicKey, terms: terms.bytes)
        guard let keys, Sodium.areEqual(keys.commitment, Array(sealed[32..<64])) else { return nil }
        let ciphertext = Array(sealed[64...])
        let nonce = [UInt8](repeating: 0, count: Sealing.nonceLength)
        var opened = false
        let dataKey = SecretBytes(count: 32) { output in
            keys.encryption.withBytes { key32 in
                opened =
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        output, nil, nil, ciphertext,
                        UInt64(ciphertext.count), nil, 0, nonce, key32) == 0
            }
        }
        guard opened, isAuthentic(under: dataKey) else { return nil }
        return dataKey
    }

    /// Whether this slot was made for that secret.
    func isHeld(by secret: SecretBytes) -> Bool {
        Sodium.areEqual(Self.keyPair(secret).publicKey, publicKey)
    }

    /// Whether someone who had the data key wrote these terms and this public key.
    func isAuthentic(under dataKey: SecretBytes) -> Bool {
        Sodium.areEqual(Self.mac(terms: terms, publicKey: publicKey, dataKey: dataKey), mac)
    }

    /// The same way of opening, for a new data key.
    func rewrapped(for newKey: SecretBytes, epoch: UInt32, random: RandomSource) throws(VaultError) -> KeySlot {
        var terms = terms
        terms.epoch = epoch
        return try KeySlot(terms: terms, dataKey: newKey, publicKey: publicKey, random: random)
    }

    private static func mac(terms: Terms, publicKey: [UInt8], dataKey: SecretBytes) -> [UInt8] {
        Blake.mac(terms.bytes + publicKey, key: Blake.subkey(of: dataKey, context: "vaccinapp slot mac 1"))
    }
}
