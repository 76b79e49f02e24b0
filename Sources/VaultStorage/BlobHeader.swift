import ByteCoding
import Model
import Secrets

/// What is readable before the ciphertext, and is bound to it as associated data.
///
/// `VACVAULT`, version (2 bytes), account (16), generation (8), epoch (4), nonce (24), the bytes of a piece (4) and the number
/// of pieces (4); numbers big-endian.
package struct BlobHeader: Sendable, Equatable {
    static let magic = Array("VACVAULT".utf8)
    static let length = 8 + 2 + 16 + 8 + 4 + Sealing.nonceLength + 4 + 4
    private static let version: UInt16 = 1

    package let account: AccountID
    /// Counts the commits; one more each time.
    package let generation: UInt64
    /// The data key's number.
    package let epoch: UInt32
    /// 16 random bytes, and 8 that number what is sealed with them: 0 for the root.
    let nonce: [UInt8]
    /// How the blob is divided.
    let layout: BlobLayout
    /// The header as it is.
    let bytes: [UInt8]

    /// - Parameter salt: 16 random bytes, never used before.
    init(account: AccountID, generation: UInt64, epoch: UInt32, salt: [UInt8], layout: BlobLayout) {
        (self.account, self.generation, self.epoch, self.layout) = (account, generation, epoch, layout)
        nonce = salt + [UInt8](repeating: 0, count: Sealing.nonceLength - Sealing.saltLength)
        bytes =
            Self.magic + Self.version.bigEndianBytes + account.bytes + generation.bigEndianBytes + epoch.bigEndianBytes
            + nonce + UInt32(layout.pieceLength).bigEndianBytes + UInt32(layout.pieceCount).bigEndianBytes
    }

    /// Reads a header without judging it against any bookkeeping.
    ///
    /// - Throws: `vaultDamaged` for what is no blob of ours, `vaultVersion` for a version that this code can't read.
    package init(reading blob: [UInt8]) throws(VaultError) {
        guard blob.count >= Self.length, blob.starts(with: Self.magic) else {
            throw VaultError(.vaultDamaged, "the blob is too short or not a vault")
        }
        guard UInt16(bigEndianBytes: blob[8..<10]) == Self.version else {
            throw VaultError(.vaultVersion, "the blob has a format version that this release can't read")
        }
        guard let account = AccountID(bytes: blob[10..<26]), let generation = UInt64(bigEndianBytes: blob[26..<34]),
            let epoch = UInt32(bigEndianBytes: blob[34..<38]), let pieceLength = UInt32(bigEndianBytes: blob[62..<66]),
            let pieceCount = UInt32(bigEndianBytes: blob[66..<70]),
            let layout = BlobLayout(pieceLength: pieceLength, pieceCount: pieceCount)
        else { throw VaultError(.vaultDamaged, "the blob's header can't be read") }
        (self.account, self.generation, self.epoch, self.layout) = (account, generation, epoch, layout)
        nonce = Array(blob[38..<62])
        bytes = Array(blob[..<Self.length])
    }

    /// Whether the first bytes of a file say that it is this account's blob of this generation, in whatever version.
    static func claims(_ head: [UInt8], account: AccountID, generation: UInt64) -> Bool {
        head.count >= length && head.starts(with: magic) && head[10..<26].elementsEqual(account.bytes)
            && UInt64(bigEndianBytes: head[26..<34]) == generation
    }
}
