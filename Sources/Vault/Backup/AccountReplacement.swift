import VaultStorage

/// Puts another vault in the place of an account's in a data folder, together with its rows.
///
///     drafts ──▶ old as X.0.vault.before, X.1.vault.before, X.vault.before ──▶ new as X.vault ──rows──▶ .before gone
///
/// A killed process leaves one of these states (see `Placement`); which of the two vaults counts is what the account's row
/// says.
struct AccountReplacement {
    private let directory: String
    private let files: any FileSystem

    /// - Parameter directory: a data folder that no other process works on.
    init(_ directory: String, _ files: any FileSystem) { (self.directory, self.files) = (directory, files) }

    private var vaults: String { "\(directory)/vaults" }
    private var attachments: String { "\(directory)/attachments" }

    /// - Parameter rows: has the accounts database say so, in one transaction.
    func swap(_ account: RestorableAccount, replacing changed: [SealedFileID: [UInt8]], _ rows: () throws -> Void)
        throws
    {
        let (id, placement) = (account.item.id, Placement(files))
        do {
            for (file, sealed) in changed {
                try placement.makeFolder("\(attachments)/\(id)")
                // Where the next start looks, which doesn't look into every account's folder.
                try placement.write(
                    sealed, to: "\(attachments)/\(id)/\(file).sealed",
                    growingAs: Draft.name(of: "\(attachments)/\(file)"))
            }
            let (names, blobs) = (BlobNames(id, in: vaults), account.item.blobs)
            if let own = blobs.last { try placement.write(own, to: names.single) }
            if blobs.count > 1, let next = try? BlobHeader(reading: blobs[0]) {
                try placement.write(blobs[0], to: names.slot(next.generation))
            }
            // The single file first, so that one that is there later is a new one.
            for name in try own(id).reversed() { try placement.setAside("\(vaults)/\(name)") }
            try placement.place()
            try rows()
        } catch {
            placement.rollBack()
            throw error
        }
        placement.finish()
    }

    /// Ends what a killed process began, at the start of a server and of a restore: takes its drafts away, and goes on with
    /// the vault that the account's row means.
    func finish(_ accountsDatabase: any AccountsDatabase) throws {
        // What it had half written was never acknowledged.
        for folder in [vaults, attachments] { try Draft.sweep(folder, files) }
        let left = try files.list(vaults).compactMap(Placement.place(ofAside:))
        for (account, names) in Dictionary(grouping: left, by: { BlobNames.account(of: $0) }) {
            guard let account else { continue }
            let row = try accountsDatabase.readBlocking {
                try $0.row("SELECT * FROM account WHERE id = ?", [.id(account)])
            }
            let record = row.flatMap { try? CommitRecord($0) }
            let new = try? files.read(BlobNames(account, in: vaults).single, limit: 1 << 30)
            let placement = Placement(files, aside: names.map { "\(vaults)/\($0)" })
            if let new, let header = try? BlobHeader(reading: new), CommitRecord(of: new, header: header) == record {
                placement.finish()
                continue
            }
            // Only once the old ones had other names was the single file there; it goes last.
            if new != nil { for name in try own(account) { try files.remove("\(vaults)/\(name)") } }
            try placement.putBack()
        }
    }

    /// The account's files, the single one last.
    private func own(_ account: AccountID) throws -> [String] {
        try files.list(vaults).filter { BlobNames.account(of: $0) == account }
    }
}
