import CSodium

/// Keyed and plain BLAKE2b (RFC 7693, <https://www.rfc-editor.org/rfc/rfc7693>) for subkeys, look-ups and digests.
package enum Blake {
    /// Derives a 32-byte subkey; `context` separates one use from another.
    package static func subkey(of secret: SecretBytes, context: String) -> SecretBytes {
        SecretBytes(count: 32) { output in
            let label = Array(context.utf8)
            secret.withBytes { key in
                _ = crypto_generichash(
                    output, 32, label, UInt64(label.count), key,
                    secret.count)
            }
        }
    }

    /// A 32-byte authenticator of `message` under `key`.
    package static func mac(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 32)
        key.withBytes { key32 in
            _ = crypto_generichash(&output, 32, message, UInt64(message.count), key32, key.count)
        }
        return output
    }

    /// Bytes of a digest.
    package static let digestLength = 32

    /// A 32-byte digest that needs no key.
    package static func digest(_ message: [UInt8]) -> [UInt8] { message.withUnsafeBufferPointer { digest($0) } }

    /// The same, of bytes in place.
    package static func digest(_ message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: digestLength)
        _ = crypto_generichash(&output, digestLength, message.baseAddress, UInt64(message.count), nil, 0)
        return output
    }
}
