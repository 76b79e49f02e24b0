/// What the accounts database remembers of a blob, so that an older, swapped, forked or deleted one is noticed.
package struct CommitRecord: Sendable, Equatable {
    package var generation: UInt64
    package var epoch: UInt32
    /// The Poly1305 tag that covers all of the blob, 16 bytes.
    package var tag: [UInt8]
    /// A digest of the whole blob, 32 bytes (`SealedBlob.digest`): checked without a key.
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

    /// What the books are to say of a whole blob.
    ///
    /// - Throws: `busy` when there is no memory.
    init(of blob: [UInt8], header: BlobHeader) throws(VaultError) {
        self.init(of: blob, header: header, digest: try SealedBlob.digest(of: blob, header))
    }

    /// - Parameter digest: the blob's; making it takes longest.
    init(of blob: [UInt8], header: BlobHeader, digest: [UInt8]) {
        self.init(
            generation: header.generation, epoch: header.epoch, tag: SealedBlob.tag(of: blob, header), digest: digest,
            length: blob.count)
    }
}

/// Where bookmarks are kept.
protocol Bookkeeping: Sendable {
    /// Stores the bookmark durably; when the epoch rises, key slots of older epochs go.
    func record(_ bookmark: CommitRecord, for account: AccountID) throws(VaultError)
}
