package import Foundation
package import VaultStorage

/// The home of the attachments' sealed contents: many for each account, written once, never changed.
///
/// All functions block.
package protocol AttachmentBackend: Sendable {
    /// Keeps a sealed file; durable when it returns.
    ///
    /// - Parameter line: what it is counted as; nil for one that takes the place of another.
    /// - Throws: `pictureLimit` or `accountLimit` where there is no room for it; then it isn't kept.
    func write(_ sealed: [UInt8], as file: SealedFileID, of account: AccountID, on line: Quota.Line?) throws(VaultError)

    /// The sealed file, or nil when there is none.
    func read(_ file: SealedFileID, of account: AccountID) throws(VaultError) -> [UInt8]?

    /// Removes files; one that isn't there is no error.
    func remove(_ files: [SealedFileID], of account: AccountID) throws(VaultError)

    /// Removes all that an account has.
    func removeAll(of account: AccountID) throws(VaultError)

    /// An account's files here, also those that nothing refers to.
    func files(of account: AccountID) throws(VaultError) -> [StoredFile]
}

/// A sealed file as it is stored.
package struct StoredFile: Sendable, Equatable {
    package let id: SealedFileID
    /// When it was written, by the clock of where it is stored.
    package let writtenAt: Date

    package init(id: SealedFileID, writtenAt: Date) {
        self.id = id
        self.writtenAt = writtenAt
    }
}
