import CSodium
import Secrets
import VaultStorage

/// The cost of one Argon2id (RFC 9106, <https://www.rfc-editor.org/rfc/rfc9106>), stored with each password slot.
package struct Argon2Parameters: Sendable, Equatable {
    /// Passes over the memory.
    package let passes: UInt64
    /// Bytes of memory.
    package let memory: Int

    /// libsodium's INTERACTIVE: 2 passes over 64 MiB.
    package static let interactive = Argon2Parameters(passes: 2, memory: 67_108_864)
    /// The least that libsodium takes; for tests only.
    package static let weakForTests = Argon2Parameters(passes: 1, memory: 8192)

    /// A key from a password: 32 bytes; `salt` has 16.
    ///
    /// Blocks for a tenth of a second: never call on the event loop.
    func key(password: [UInt8], salt: [UInt8]) throws(VaultError) -> SecretBytes {
        guard salt.count == Int(crypto_pwhash_SALTBYTES) else {
            throw VaultError(.vaultDamaged, "a password slot has a salt of the wrong length")
        }
        return try SecretBytes(count: 32) { output throws(VaultError) in
            let status = password.withUnsafeBytes { bytes -> Int32 in
                guard let base = bytes.baseAddress else { return -1 }
                return crypto_pwhash(
                    output, 32, base.assumingMemoryBound(to: CChar.self), UInt64(password.count), salt, passes,
                    memory, crypto_pwhash_ALG_ARGON2ID13)
            }
            guard status == 0 else { throw VaultError(.busy, "no memory for a password check", retryAfter: 5) }
        }
    }
}
