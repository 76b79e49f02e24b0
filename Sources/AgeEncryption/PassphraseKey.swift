import CSodium
import Secrets

/// A passphrase after scrypt: what wraps and unwraps the file key.
public struct PassphraseKey: Sendable {
    /// What it was derived with.
    public let parameters: ScryptParameters
    let key: SecretBytes

    /// Derives the key on the calling thread, which takes `parameters.memoryBytes` of memory and, at work factor 18,
    /// about a second; servers go through ``ScryptGate`` instead.
    ///
    /// Throws `outOfMemory` when the memory can't be had.
    public static func derive(
        from passphrase: AgePassphrase, _ parameters: ScryptParameters
    ) throws(AgeError) -> PassphraseKey {
        let salt = Array("age-encryption.org/v1/scrypt".utf8) + parameters.salt
        var status: Int32 = -1
        let key = SecretBytes(count: AgePrimitives.keyBytes) { output in
            status = passphrase.bytes.withBytes {
                crypto_pwhash_scryptsalsa208sha256_ll(
                    $0, passphrase.bytes.count, salt, salt.count,
                    1 << UInt64(parameters.workFactor), 8, 1, output, AgePrimitives.keyBytes)
            }
        }
        guard status == 0 else {
            throw AgeError(.outOfMemory, "There is not enough memory for this file's work factor.")
        }
        return PassphraseKey(parameters: parameters, key: key)
    }
}
