/// A home of blobs that several servers share: blob and bookmark change together there.
protocol SharedBlobStore: BlobStore {
    /// What the books say of the account's blob now; nil when the account is gone.
    func bookmark(_ account: AccountID) throws(VaultError) -> CommitRecord?

    /// The blob as a transaction on the books sees it.
    func blob(_ account: AccountID, in db: any Transaction) throws -> [UInt8]?

    /// The blob together with what the books say of it.
    func current(_ account: AccountID) throws(VaultError) -> (blob: [UInt8], bookmark: CommitRecord)?

    /// Keeps other servers from replacing the blob until `body` has, or is done.
    func exclusively<T>(_ account: AccountID, _ body: () throws -> T) throws -> T
}
