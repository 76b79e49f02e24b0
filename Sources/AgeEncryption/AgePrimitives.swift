import CSodium
import Secrets

/// The primitives of the format, all of them libsodium's; scrypt is OpenSSL's (``PassphraseKey``).
enum AgePrimitives {
    static let keyBytes = 32
    static let tagBytes = 16
    static let nonceBytes = 12

    /// HMAC-SHA-256 (RFC 2104), 32 bytes.
    static func hmac(key: UnsafePointer<UInt8>, count: Int, _ message: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, count)
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        var tag = [UInt8](repeating: 0, count: 32)
        crypto_auth_hmacsha256_final(&state, &tag)
        sodium_memzero(&state, MemoryLayout.size(ofValue: state))
        return tag
    }

    /// HKDF-SHA-256 for 32 bytes of output: extract, then the first block of expand.
    ///
    /// RFC 5869, <https://www.rfc-editor.org/rfc/rfc5869#section-2>
    static func hkdf(_ input: SecretBytes, salt: [UInt8], info: [UInt8]) -> SecretBytes {
        var keying = input.withBytes { Array(UnsafeBufferPointer(start: $0, count: input.count)) }
        var extracted = hmac(key: salt, count: salt.count, keying)
        var expanded = hmac(key: extracted, count: extracted.count, info + [1])
        defer {
            sodium_memzero(&keying, keying.count)
            sodium_memzero(&extracted, extracted.count)
            sodium_memzero(&expanded, expanded.count)
        }
        return SecretBytes(copying: expanded)
    }

    /// Appends the ChaCha20-Poly1305 (RFC 8439) ciphertext and tag of `plaintext` to `output`.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], into output: inout [UInt8]
    ) {
        let sealed = [UInt8](unsafeUninitializedCapacity: plaintext.count + tagBytes) { sealed, count in
            guard let base = sealed.baseAddress else { return }
            key.withBytes {
                _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                    base, nil, plaintext.octets, UInt64(plaintext.count), nil, 0, nil, nonce, $0)
            }
            count = plaintext.count + tagBytes
        }
        output += sealed
    }

    /// Appends the plaintext to `output` and says whether the tag was right; when it was not, nothing is appended.
    static func open(
        _ ciphertext: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], into output: inout [UInt8]
    ) -> Bool {
        guard ciphertext.count >= tagBytes, let sealed = ciphertext.octets else { return false }
        var isRight = false
        // The tag's room is taken too, so that there is somewhere to point at even when there is no plaintext.
        let opened = [UInt8](unsafeUninitializedCapacity: ciphertext.count) { opened, count in
            guard let base = opened.baseAddress else { return }
            isRight = key.withBytes {
                crypto_aead_chacha20poly1305_ietf_decrypt(
                    base, nil, nil, sealed, UInt64(ciphertext.count), nil, 0, nonce, $0) == 0
            }
            count = isRight ? ciphertext.count - tagBytes : 0
        }
        output += opened
        return isRight
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as C functions want them; `nil` only for an empty buffer.
    fileprivate var octets: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}
