/// Where the sealed blobs are stored: one for each account and, in a directory, the one before it.
package protocol BlobStore: Sendable {
    /// The blobs that may be an account's last commit when the accounts database says `generation`.
    ///
    /// A blob of the next generation comes first, if there is one: the accounts database may be one commit behind. Then the
    /// one in its own place, whatever it is. Empty when there is none.
    func read(_ account: AccountID, generation: UInt64) throws(VaultError) -> [[UInt8]]

    /// Whether a commit may leave out what the blob that it is written over holds.
    var takesPieces: Bool { get }

    /// Writes the next blob durably; the one before stays untouched until then.
    ///
    /// A store that several servers share compares the generation before first.
    ///
    /// - Parameter inPlace: allows a way that may leave a torn blob when the power goes. Right where the reader has the
    ///   blob's key, so that a torn one shows, and wrong for a blob under a new key.
    /// - Returns: false when the blob isn't there that the commit leaves something out of; then nothing was done.
    /// - Throws: `BlobFailure`, which says whether the old blob is surely still there.
    func replace(
        _ account: AccountID, with commit: SealedCommit, _ record: CommitRecord, inPlace: Bool
    ) throws(BlobFailure) -> Bool

    /// Makes a blob durable that was read, and may not be yet.
    func makeDurable(_ account: AccountID, _ blob: [UInt8], header: BlobHeader) throws(VaultError)

    /// Removes durably what is left of the blobs before `generation`.
    func removeBlobs(of account: AccountID, before generation: UInt64) throws(VaultError)

    func remove(_ account: AccountID) throws(VaultError)

    /// The accounts that have a blob here.
    func accounts() throws(VaultError) -> [AccountID]
}

/// A refused replacement.
package struct BlobFailure: Error, Sendable {
    package let error: VaultError
    /// True when the new blob may be the one that a reader finds.
    package let isAmbiguous: Bool

    package init(_ error: VaultError, isAmbiguous: Bool) {
        self.error = error
        self.isAmbiguous = isAmbiguous
    }
}
