import COpenSSL
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
        // What OpenSSL asks for in all is a little more than the 128 · N · r bytes of the standard.
        let memory = UInt64(parameters.memoryBytes) + 4_096
        var status: Int32 = 0
        let key = SecretBytes(count: AgePrimitives.keyBytes) { output in
            status = passphrase.bytes.withBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: passphrase.bytes.count) {
                    // Not libsodium, whose memory the kernel fills in one go (MAP_POPULATE): for up to 200 ms no other
                    // thread of the process could get or return memory.
                    EVP_PBE_scrypt(
                        $0, passphrase.bytes.count, salt, salt.count,
                        1 << UInt64(parameters.workFactor), 8, 1, memory, output, AgePrimitives.keyBytes)
                }
            }
        }
        guard status == 1 else {
            throw AgeError(.outOfMemory, "There is not enough memory for this file's work factor.")
        }
        return PassphraseKey(parameters: parameters, key: key)
    }
}
