/// The home of the sealed blobs: one for each account, replaced whole.
package protocol BlobStore: Sendable {
    /// The blob, or nil when there is none.
    func read(_ account: AccountID) throws(VaultError) -> [UInt8]?

    /// Replaces the blob durably.
    ///
    /// `prepared` is called once the new blob is durable, before anyone can find it; what it throws stops it there.
    /// A store that several servers share compares `header.generation - 1` first.
    ///
    /// - Throws: `BlobFailure`, which says whether the old blob surely still stands.
    func replace(
        _ account: AccountID, with blob: [UInt8], header: BlobHeader, prepared: () throws(VaultError) -> Void
    ) throws(BlobFailure)

    /// Makes what `replace` may have left in doubt durable.
    func settle(_ account: AccountID) throws(VaultError)

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
