/// What the accounts database remembers of a blob, so that an older, swapped, forked or deleted one is noticed.
package struct Bookmark: Sendable, Equatable {
    package var generation: UInt64
    package var epoch: UInt32
    /// The Poly1305 tag, 16 bytes.
    package var tag: [UInt8]
    /// BLAKE2b of the whole blob, 32 bytes: checked without a key.
    package var digest: [UInt8]
    /// Bytes of the whole blob.
    package var length: Int

    init(generation: UInt64, epoch: UInt32, tag: [UInt8], digest: [UInt8], length: Int) {
        self.generation = generation
        self.epoch = epoch
        self.tag = tag
        self.digest = digest
        self.length = length
    }

    init(of blob: [UInt8], header: BlobHeader) {
        self.init(of: blob, header: header, digest: Blake.digest(blob))
    }

    /// - Parameter digest: the blob's; making it takes longest.
    init(of blob: [UInt8], header: BlobHeader, digest: [UInt8]) {
        self.init(
            generation: header.generation, epoch: header.epoch, tag: Array(blob.suffix(Sealing.tagLength)),
            digest: digest, length: blob.count)
    }
}

/// Where bookmarks are kept.
protocol Bookkeeping: Sendable {
    /// Stores the bookmark durably; when the epoch rises, key slots of older epochs go.
    func record(_ bookmark: Bookmark, for account: AccountID) throws(VaultError)
}
