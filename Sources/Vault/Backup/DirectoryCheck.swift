package import VaultStorage

/// Compares every blob and every attachment of a data folder, a backup or a database with its bookkeeping, and tells rows
/// that no server has written; opens none, and needs no key but `names.key`.
package struct DirectoryCheck: Sendable {
    /// One blob or attachment that is not as the accounts database has it, a row there, or the key of all user names.
    package struct Discrepancy: Sendable, Equatable {
        package enum Kind: String, Sendable {
            case missing, unreadable, foreign, damaged, older, newer, unknownVersion, withoutAccount, withoutKeys
            /// A row that no server has written.
            case forged
            /// Older than in a backup.
            case wentBack
        }

        /// The account's random id, which is also the blob's file name; nil for what is everybody's.
        package let account: AccountID?
        package let problem: Kind
        /// The attachment's random file name; nil when it is the vault that is not right.
        package let file: SealedFileID?
        /// The table, and which row of it; nil when it is no row that is not right.
        package let row: String?

        init(account: AccountID, problem: Kind, file: SealedFileID? = nil) {
            (self.account, self.problem, self.file, row) = (account, problem, file, nil)
        }

        init(forged row: String, of account: AccountID?) {
            (self.account, problem, file, self.row) = (account, .forged, nil, row)
        }

        init(names problem: Kind) { (account, self.problem, file, row) = (nil, problem, nil, nil) }

        /// The file that is not right, relative to the directory; a vault has two, which begin so.
        ///
        /// Or the table and its row.
        package var path: String {
            if let row { return "table \(row)" + (account.map { ", account \($0)" } ?? "") }
            guard let account else { return "names.key" }
            return file.map { "attachments/\(account)/\($0).sealed" } ?? "vaults/\(account)"
        }
    }

    package let accounts: Int
    package let findings: [Discrepancy]
    /// The row of each account, for comparing with a backup.
    let rows: [AccountID: AccountRow]
    /// Nil where `names.key` is not the one of these accounts, so that no row could be distinguished from a forged one.
    let rowKey: RowKey?
    /// By which the accounts know their `names.key`.
    let nameCheck: [UInt8]?

    /// Reads accounts as they are; servers may be running on them.
    ///
    /// - Parameters:
    ///   - directory: a data folder or a backup.
    ///   - name: what people know the folder by.
    ///   - database: the one that servers share; then the folder has `names.key`.
    /// - Throws: `directoryUnusable` when it is no data directory, `vaultVersion`, `busy` when an account never held
    ///   still, or a storage error.
    package init(
        _ directory: String, called name: String? = nil, database: PostgresAddress? = nil,
        files: any FileSystem = PosixFileSystem(), progress: @escaping WorkProgress = { _, _ in }
    ) throws(VaultError) {
        do {
            guard database == nil else {
                self = try AccountStream.with(directory, database, files, progress) { try DirectoryCheck($0) }
                return
            }
            let source = try FolderSource(directory, called: name, files)
            try source.requireIntegrity()
            let names = NameKey(directory, .folder, files: files)
            switch try source.read({ try names.find($0) }) {
            case .success(let key):
                let audit = RowAudit(key: try RowKey(key))
                try self.init(AccountStream(source: source, audit: audit, progress: progress))
            case .failure(let wrong):
                let finding = Discrepancy(names: wrong.problem)
                let audit = RowAudit(key: nil)
                try self.init(AccountStream(source: source, audit: audit, progress: progress), after: [finding])
            }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    init(_ accounts: AccountStream, after found: [Discrepancy] = []) throws {
        var rows: [AccountID: AccountRow] = [:]
        let wrong = try accounts.forEach { rows[$0.id] = $0.rows.account }
        findings = try found + wrong + accounts.source.strays()
        (self.accounts, self.rows, rowKey) = (rows.count, rows, accounts.audit.key)
        nameCheck = try accounts.source.read(NameKey.check)
    }

    enum Judgement: Equatable {
        case good
        /// Its commit record comes with the next opening, so tag and digest can't be compared.
        case ahead
        case bad(Discrepancy.Kind)
    }

    /// What `BlobStore.read` found against the commit record.
    static func judge(_ blobs: [[UInt8]], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        guard let own = blobs.last else { return .bad(.missing) }
        let judgement = judge(own, row, slots)
        // Whether the one that is ahead was written to its end shows only with its key.
        return blobs.count > 1 && judgement == .good ? .ahead : judgement
    }

    /// Length, generation, tag and digest of a blob against its commit record.
    private static func judge(_ blob: [UInt8], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        let header: BlobHeader
        do throws(VaultError) {
            header = try SealedBlob.judge(blob, account: row.id, record: row.lastCommit)
        } catch {
            switch error.code {
            case .vaultForeign: return .bad(.foreign)
            case .vaultOlder: return .bad(.older)
            case .vaultNewer: return .bad(.newer)
            case .vaultVersion: return .bad(.unknownVersion)
            default: return .bad(.damaged)
            }
        }
        guard slots.contains(where: { $0.terms.kind == .password && $0.terms.epoch == header.epoch }) else {
            return .bad(.withoutKeys)
        }
        guard header.generation == row.lastCommit.generation else { return .ahead }
        return CommitRecord(of: blob, header: header) == row.lastCommit ? .good : .bad(.damaged)
    }
}

extension NameKey.Wrong {
    fileprivate var problem: DirectoryCheck.Discrepancy.Kind {
        switch self {
        case .missing: .missing
        case .damaged: .damaged
        case .foreign: .foreign
        }
    }
}
