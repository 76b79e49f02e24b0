import COpenSSL

/// SHA-256 (FIPS 180-4), which processors have instructions for.
package enum LargeDigest {
    package static let length = 32

    /// Safe to share: a constant description of the algorithm.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// - Throws: `busy` when there is no memory, `storageFailed` where OpenSSL is set up without SHA-256.
    package static func digest(_ bytes: UnsafeRawBufferPointer) throws(VaultError) -> [UInt8] {
        guard let algorithm else {
            throw VaultError(.storageFailed, "this machine's OpenSSL offers no SHA-256")
        }
        var digest = [UInt8](repeating: 0, count: length)
        var count: UInt32 = 0
        guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, algorithm, nil) == 1 else {
            throw VaultError(.busy, "no memory to seal a vault", retryAfter: 5)
        }
        return digest
    }

    package static func digest(_ bytes: [UInt8]) throws(VaultError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { bytes throws(VaultError) in try digest(UnsafeRawBufferPointer(bytes)) }
    }
}
