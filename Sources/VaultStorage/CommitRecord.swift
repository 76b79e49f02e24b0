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

    package init(generation: UInt64, epoch: UInt32, tag: [UInt8], digest: [UInt8], length: Int) {
        self.generation = generation
        self.epoch = epoch
        self.tag = tag
        self.digest = digest
        self.length = length
    }

    /// Of a whole blob.
    package init(of blob: [UInt8], header: BlobHeader) {
        self.init(
            generation: header.generation, epoch: header.epoch, tag: SealedBlob.tag(of: blob, header),
            digest: SealedBlob.digest(of: blob, header), length: blob.count)
    }
}

/// Where what is known of each account's last commit is kept.
package protocol CommitRecords: Sendable {
    /// Stores it durably; when the epoch rises, key slots of older epochs go.
    func record(_ record: CommitRecord, for account: AccountID) throws(VaultError)
}
