import Model

/// The files of one account in the blobs' directory.
///
/// Even and odd generations have a file each, a slot, so that a commit never touches the blob before it. Backups, and
/// data from before there were slots, keep the one blob in a single file.
package struct BlobNames: Sendable {
    private let directory: String
    private let account: AccountID

    package init(_ account: AccountID, in directory: String) {
        self.account = account
        self.directory = directory
    }

    /// Where a blob of this generation is stored.
    package func slot(_ generation: UInt64) -> String { "\(directory)/\(Self.slot(account, generation))" }

    /// Where the only blob is stored when there are no slots.
    package var single: String { "\(directory)/\(Self.single(account))" }

    /// A blob that is being written beside, to be renamed.
    package var draft: String { Draft.name(of: "\(directory)/\(account)") }

    package static func slot(_ account: AccountID, _ generation: UInt64) -> String {
        "\(account).\(BlobSlot(of: generation).rawValue).vault"
    }
    package static func single(_ account: AccountID) -> String { "\(account).vault" }

    /// The account that a file belongs to; nil when it is no blob.
    package static func account(of name: String) -> AccountID? {
        [".0.vault", ".1.vault", ".vault"].first { name.hasSuffix($0) }
            .flatMap { AccountID(String(name.dropLast($0.count))) }
    }
}
