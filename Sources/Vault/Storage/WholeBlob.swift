import Secrets

/// Version 1 of a blob: after the header the ciphertext of length (8 bytes), database and zeros up to a bucket; the tag.
enum WholeBlob {
    /// Reads what earlier releases wrote.
    ///
    /// - Throws: `vaultDamaged`.
    static func decrypt(
        _ blob: [UInt8], _ header: BlobHeader, _ key: SecretBytes
    ) throws(VaultError) -> DatabaseImage {
        let associated = header.bytes
        let padded = blob.count - associated.count - Sealing.tagLength
        guard padded > 8 else { throw VaultError(.vaultDamaged, "the blob is too short") }
        let image = try DatabaseImage(capacity: padded)
        let sealing = try LargeSealing.single(isSealing: false, key: key, nonce: header.nonce, associated: associated)
        let opened = try blob.withUnsafeBufferPointer { bytes throws(VaultError) in
            guard let body = bytes.baseAddress.map({ $0 + associated.count }) else { return false }
            try sealing.next(body, count: padded, into: image.start)
            return sealing.isAuthentic(tag: body + padded)
        }
        guard opened else { throw VaultError(.vaultDamaged, "the blob's seal is broken") }
        guard image.dropLengthPrefix() else {
            throw VaultError(.vaultDamaged, "the blob's inner length is wrong")
        }
        return image
    }
}
