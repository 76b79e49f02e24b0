import ByteCoding
import COpenSSL
import CSodium
package import Secrets

/// XChaCha20-Poly1305 for what is large, a part at a time; the bytes are those of `Sealing`'s.
///
/// libsodium makes the subkey (HChaCha20), as the draft says, and OpenSSL does the rest in less than half of libsodium's
/// time: it has ChaCha20 and Poly1305 for the processor's widest registers.
///
/// A nonce is a salt of 16 bytes and a number of 8; what is sealed with one salt shares the subkey, and takes numbers that
/// differ.
package struct LargeSealing: ~Copyable {
    package let salt: [UInt8]
    private let context: OpaquePointer

    /// Safe to share: a constant description of the algorithm.
    private nonisolated(unsafe) static let cipher = EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)

    /// - Parameter salt: 16 bytes.
    /// - Throws: `busy` when there is no memory, `storageFailed` where OpenSSL is set up without this cipher.
    package init(isSealing: Bool, key: SecretBytes, salt: some Collection<UInt8>) throws(VaultError) {
        let salt = Array(salt)
        let subkey = SecretBytes(count: 32) { output in
            key.withBytes { _ = crypto_core_hchacha20(output, salt, $0, nil) }
        }
        guard let cipher = Self.cipher else {
            throw VaultError(.storageFailed, "this machine's OpenSSL offers no ChaCha20-Poly1305")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw Self.noMemory }
        guard subkey.withBytes({ EVP_CipherInit_ex2(context, cipher, $0, nil, isSealing ? 1 : 0, nil) == 1 }) else {
            EVP_CIPHER_CTX_free(context)
            throw Self.noMemory
        }
        (self.salt, self.context) = (salt, context)
    }

    /// Seals or opens one thing alone.
    ///
    /// - Parameter nonce: 24 bytes.
    package static func single(
        isSealing: Bool, key: SecretBytes, nonce: [UInt8], associated: [UInt8]
    ) throws(VaultError) -> LargeSealing {
        let sealing = try LargeSealing(isSealing: isSealing, key: key, salt: nonce.prefix(Sealing.saltLength))
        let number = UInt64(bigEndianBytes: nonce[Sealing.saltLength...])
        guard let number else { throw VaultError(.storageFailed, "a nonce has another length than it should") }
        try sealing.begin(number, associated: associated)
        return sealing
    }

    /// Begins with the next thing, of a number of its own.
    package func begin(_ number: UInt64, associated: [UInt8] = []) throws(VaultError) {
        // The draft's nonce for the inner cipher: four zeros and what HChaCha20 didn't take.
        let (high, low) = (UInt32(number >> 32), UInt32(truncatingIfNeeded: number))
        let isReady = withUnsafeBytes(of: (UInt32(0), high.bigEndian, low.bigEndian)) { inner in
            EVP_CipherInit_ex2(context, nil, nil, inner.bindMemory(to: UInt8.self).baseAddress, -1, nil) == 1
        }
        var length: Int32 = 0
        guard isReady,
            associated.isEmpty
                || EVP_CipherUpdate(context, nil, &length, associated, Int32(associated.count)) == 1
        else { throw Self.noMemory }
    }

    // Overwrites the key that it holds.
    deinit { EVP_CIPHER_CTX_free(context) }

    /// Seals or opens the next part; source and target may be the same.
    package func next(_ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>)
        throws(VaultError)
    {
        var done = 0
        while done < count {
            let part = Int32(min(count - done, 1 << 30))
            var length: Int32 = 0
            guard EVP_CipherUpdate(context, target + done, &length, source + done, part) == 1, length == part else {
                throw Self.noMemory
            }
            done += Int(part)
        }
    }

    /// Writes the tag of what was sealed, 16 bytes.
    package func tag(into target: UnsafeMutablePointer<UInt8>) throws(VaultError) {
        var length: Int32 = 0
        guard EVP_CipherFinal_ex(context, target, &length) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Sealing.tagLength), target) == 1
        else { throw Self.noMemory }
    }

    /// Whether what was opened is what was sealed; if not, nothing of it may be used.
    package func isAuthentic(tag: UnsafePointer<UInt8>) -> Bool {
        var length: Int32 = 0
        var rest: UInt8 = 0
        let given = UnsafeMutableRawPointer(mutating: tag)
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Sealing.tagLength), given) == 1
            && EVP_CipherFinal_ex(context, &rest, &length) == 1
    }

    private static var noMemory: VaultError { VaultError(.busy, "no memory to seal a vault", retryAfter: 5) }
}
