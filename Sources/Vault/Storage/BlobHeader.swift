/// What stands readable before the ciphertext, and is bound to it as associated data.
///
/// `VACVAULT`, version (2 bytes), account (16), generation (8), epoch (4), nonce (24); numbers big-endian.
package struct BlobHeader: Sendable, Equatable {
    static let magic = Array("VACVAULT".utf8)
    static let version: UInt16 = 1
    static let length = 8 + 2 + 16 + 8 + 4 + 24
    /// What a blob has at least: header, inner length, a byte, tag.
    static let shortestBlob = length + 8 + 1 + Sealing.tagLength

    package let account: AccountID
    /// Counts the commits; one more each time.
    package let generation: UInt64
    /// The data key's number.
    package let epoch: UInt32
    let nonce: [UInt8]

    init(account: AccountID, generation: UInt64, epoch: UInt32, nonce: [UInt8]) {
        self.account = account
        self.generation = generation
        self.epoch = epoch
        self.nonce = nonce
    }

    /// Reads a header without judging it against any bookkeeping.
    ///
    /// - Throws: `vaultDamaged` for what is no blob of ours, `vaultVersion` for a version that this code can't read.
    package init(reading blob: [UInt8]) throws(VaultError) {
        guard blob.count >= Self.shortestBlob, blob.starts(with: Self.magic) else {
            throw VaultError(.vaultDamaged, "the blob is too short or not a vault")
        }
        guard UInt16(bigEndianBytes: blob[8..<10]) == Self.version else {
            throw VaultError(.vaultVersion, "the blob has a format version that this release can't read")
        }
        guard let account = AccountID(bytes: blob[10..<26]), let generation = UInt64(bigEndianBytes: blob[26..<34]),
            let epoch = UInt32(bigEndianBytes: blob[34..<38])
        else {
            throw VaultError(.vaultDamaged, "the blob's header can't be read")
        }
        self.init(account: account, generation: generation, epoch: epoch, nonce: Array(blob[38..<Self.length]))
    }

    /// Whether the first bytes of a file say that it is this account's blob of this generation, in whatever version.
    static func claims(_ head: [UInt8], account: AccountID, generation: UInt64) -> Bool {
        head.count >= length && head.starts(with: magic) && head[10..<26].elementsEqual(account.bytes)
            && UInt64(bigEndianBytes: head[26..<34]) == generation
    }

    var bytes: [UInt8] {
        Self.magic + Self.version.bigEndianBytes + account.bytes + generation.bigEndianBytes + epoch.bigEndianBytes
            + nonce
    }
}
