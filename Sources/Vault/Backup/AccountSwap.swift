import VaultStorage

/// Puts another vault in the place of an account's in a data folder, together with its rows.
///
///     old ──▶ X.0.vault.before, X.1.vault.before, new as X.vault ──rows──▶ new ──▶ .before gone
///
/// A killed process leaves one of these states; which of the two vaults counts is what the account's row says.
struct AccountSwap {
    private static let suffix = ".before"

    private let directory: String
    private let attachments: String
    private let files: any FileSystem

    /// - Parameter directory: a data folder that no other process works on.
    init(_ directory: String, _ files: any FileSystem) {
        (self.directory, attachments, self.files) = ("\(directory)/vaults", "\(directory)/attachments", files)
    }

    /// - Parameters:
    ///   - blobs: as `BlobStore.read` gives them.
    ///   - rows: has the accounts database say so, in one transaction.
    func swap(_ account: AccountID, for blobs: [[UInt8]], _ rows: () throws -> Void) throws {
        let placed = PlacedFiles(files)
        do {
            // The single file first, so that one that is there later is a new one.
            for name in try own(account).reversed() {
                try files.rename("\(directory)/\(name)", to: "\(directory)/\(name)\(Self.suffix)")
            }
            if let own = blobs.last {
                try placed.write(own, to: BlobNames(account, in: directory).single, growingIn: directory)
            }
            if blobs.count > 1, let next = try? BlobHeader(reading: blobs[0]) {
                try placed.write(
                    blobs[0], to: BlobNames(account, in: directory).slot(next.generation), growingIn: directory)
            }
            try files.syncDirectory(directory)
            try rows()
        } catch {
            placed.remove()
            try? putBack(account)
            throw error
        }
        try? remove(account)
    }

    /// Ends what a killed process began: with the vault that the account's row means.
    func finish(_ accountsDatabase: any AccountsDatabase) throws {
        for folder in [directory, attachments] { try files.remove(PlacedFiles.draft(in: folder)) }
        let left = try files.list(directory).filter { $0.hasSuffix(Self.suffix) }
        for account in Set(left.compactMap { BlobNames.account(of: String($0.dropLast(Self.suffix.count))) }) {
            let row = try accountsDatabase.readBlocking {
                try $0.row("SELECT * FROM account WHERE id = ?", [.id(account)])
            }
            let record = row.flatMap { try? CommitRecord($0) }
            let new = try? files.read(BlobNames(account, in: directory).single, limit: 1 << 30)
            if let new, let header = try? BlobHeader(reading: new), CommitRecord(of: new, header: header) == record {
                try? remove(account)
                continue
            }
            // Only once the old ones had other names was the single file there; it goes last.
            if new != nil { for name in try own(account) { try files.remove("\(directory)/\(name)") } }
            try putBack(account)
        }
    }

    /// The account's files, the single one last.
    private func own(_ account: AccountID) throws -> [String] {
        try files.list(directory).filter { BlobNames.account(of: $0) == account }
    }

    private func before(_ account: AccountID) throws -> [String] {
        try files.list(directory).filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
            .filter { BlobNames.account(of: $0) == account }
    }

    private func putBack(_ account: AccountID) throws {
        for name in try before(account) {
            try files.rename("\(directory)/\(name)\(Self.suffix)", to: "\(directory)/\(name)")
        }
        try files.syncDirectory(directory)
    }

    private func remove(_ account: AccountID) throws {
        for name in try before(account) { try files.remove("\(directory)/\(name)\(Self.suffix)") }
        try files.syncDirectory(directory)
    }
}
