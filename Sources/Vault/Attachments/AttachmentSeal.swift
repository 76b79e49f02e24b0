import ByteCoding
import Model
import Secrets
import VaultStorage

/// A content sealed whole: header, then the ciphertext of content, zeros up to a bucket, and the length (8 bytes).
///
/// The header, which is the associated data: `VACATTCH`, version (2 bytes), account (16), file (16), nonce (24).
enum AttachmentSeal {
    static let magic = Array("VACATTCH".utf8)
    static let version: UInt16 = 1
    static let headerLength = 8 + 2 + 16 + 16 + 24
    /// The longest sealed file, in bytes.
    static let limit = headerLength + BlobLayout.paddedLength(AttachmentLimits.fileBytes + 8) + Sealing.tagLength

    static func seal(
        _ content: [UInt8], as file: SealedFileID, of account: AccountID, key: SecretBytes, nonce: [UInt8]
    ) throws(VaultError) -> [UInt8] {
        let header = Self.header(file, account) + nonce
        let padded = BlobLayout.paddedLength(content.count + 8)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(header.count + padded + Sealing.tagLength)
        sealed += header
        sealed += content
        sealed += repeatElement(0, count: padded - 8 - content.count)
        sealed += UInt64(content.count).bigEndianBytes
        sealed += repeatElement(0, count: Sealing.tagLength)
        let sealing = try LargeSealing.single(isSealing: true, key: key, nonce: nonce, associated: header)
        try sealed.withUnsafeMutableBufferPointer { buffer throws(VaultError) in
            guard let body = buffer.baseAddress.map({ $0 + headerLength }) else { return }
            // Encrypted in place, so that no second copy is needed.
            try sealing.next(body, count: padded, into: body)
            try sealing.tag(into: body + padded)
        }
        return sealed
    }

    /// - Throws: `attachmentDamaged`; `vaultForeign` for another account's or another file; `vaultVersion`.
    static func open(
        _ sealed: [UInt8], as file: SealedFileID, of account: AccountID, key: SecretBytes
    ) throws(VaultError) -> [UInt8] {
        try judge(sealed, as: file, of: account)
        let padded = sealed.count - headerLength - Sealing.tagLength
        let header = Array(sealed.prefix(headerLength))
        let sealing = try LargeSealing.single(
            isSealing: false, key: key, nonce: Array(header.suffix(Sealing.nonceLength)), associated: header)
        var content = Array(sealed[headerLength..<headerLength + padded])
        try content.withUnsafeMutableBufferPointer { content throws(VaultError) in
            guard let base = content.baseAddress else { return }
            try sealing.next(base, count: padded, into: base)
        }
        let isRight = sealed.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { sealing.isAuthentic(tag: $0 + headerLength + padded) } ?? false
        }
        guard isRight, let length = UInt64(bigEndianBytes: content[(padded - 8)...]).flatMap({ Int(exactly: $0) }),
            length <= padded - 8
        else { throw VaultError(.attachmentDamaged, "an attachment's seal is broken") }
        content.removeLast(padded - length)
        return content
    }

    /// Whose and which file it says it is; nothing is decrypted.
    static func judge(_ sealed: [UInt8], as file: SealedFileID, of account: AccountID) throws(VaultError) {
        guard sealed.count >= headerLength + 8 + Sealing.tagLength, sealed.starts(with: magic) else {
            throw VaultError(.attachmentDamaged, "an attachment's file is too short or none of ours")
        }
        guard UInt16(bigEndianBytes: sealed[8..<10]) == version else {
            throw VaultError(.vaultVersion, "an attachment has a format version that this release can't read")
        }
        guard sealed.starts(with: header(file, account)) else {
            throw VaultError(.vaultForeign, "an attachment's file is another one's")
        }
    }

    static func isForeign(_ sealed: [UInt8], as file: SealedFileID, of account: AccountID) -> Bool {
        do throws(VaultError) {
            try judge(sealed, as: file, of: account)
            return false
        } catch {
            return error.code == .vaultForeign
        }
    }

    /// All of it but the nonce.
    private static func header(_ file: SealedFileID, _ account: AccountID) -> [UInt8] {
        magic + version.bigEndianBytes + account.bytes + file.bytes
    }
}
