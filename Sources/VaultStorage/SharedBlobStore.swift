/// A store of blobs that several servers share: blob and commit record change together there.
package protocol SharedBlobStore: BlobStore {
    /// What the accounts database says of the account's blob now; nil when the account is gone.
    func record(_ account: AccountID) throws(VaultError) -> CommitRecord?

    /// The blob together with what the accounts database says of it.
    func current(_ account: AccountID) throws(VaultError) -> (blob: [UInt8], record: CommitRecord)?

    /// Keeps other servers from replacing the blob until `body` has, or is done.
    func exclusively<T>(_ account: AccountID, _ body: () throws -> T) throws -> T
}
