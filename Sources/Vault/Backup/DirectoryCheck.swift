import Foundation
import GRDB

/// Compares every blob and every attachment of a data directory or a backup with its bookkeeping, and tells rows that no
/// server has written; opens none, and needs no key but `names.key`.
package struct DirectoryCheck: Sendable {
    /// One blob or attachment that is not as the books have it, a row of the books, or the key of all user names.
    package struct Finding: Sendable, Equatable {
        package enum Problem: String, Sendable {
            case missing, foreign, damaged, older, newer, unknownVersion, withoutAccount, withoutKeys
            /// A row that no server has written.
            case forged
            /// Older than in a backup.
            case wentBack
        }

        /// The account's random id, which is also the blob's file name; nil for what is everybody's.
        package let account: AccountID?
        package let problem: Problem
        /// The attachment's random file name; nil when it is the vault that is not right.
        package let file: SealedFileID?
        /// The table, and which row of it; nil when it is no row that is not right.
        package let row: String?

        init(account: AccountID, problem: Problem, file: SealedFileID? = nil) {
            (self.account, self.problem, self.file, row) = (account, problem, file, nil)
        }

        init(forged row: String, of account: AccountID?) {
            (self.account, problem, file, self.row) = (account, .forged, nil, row)
        }

        init(names problem: Problem) { (account, self.problem, file, row) = (nil, problem, nil, nil) }

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
    package let findings: [Finding]
    /// The last commit of each account, for comparing with a backup.
    let bookmarks: [AccountID: CommitRecord]
    /// Nil where `names.key` is not the one of these accounts, so that no row could be told from a forged one.
    let rowKey: RowKey?

    init(accounts: [AccountID: CommitRecord], findings: [Finding], rowKey: RowKey?) {
        (self.accounts, self.findings) = (accounts.count, findings)
        (bookmarks, self.rowKey) = (accounts, rowKey)
    }

    /// Reads the directory as it lies there; a server may be running on it.
    ///
    /// - Throws: `directoryUnusable` when it is no data directory, or a storage error.
    package init(_ directory: String, files: any FileSystem = PosixFileSystem()) throws(VaultError) {
        let path = "\(directory)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw VaultError.noDataDirectory(directory)
        }
        do {
            let accountsDatabase = try DatabaseBackup.reading(path)
            defer { try? accountsDatabase.close() }
            guard try accountsDatabase.read({ try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }) == "ok"
            else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            try accountsDatabase.read { try AccountsSchema.sqlite.requireCurrent(SQLiteTransaction($0)) }
            let store = DirectoryBlobStore(reading: "\(directory)/vaults", files: files)
            let attachments = DirectoryAttachmentBackend(reading: "\(directory)/attachments", files: files)
            let names = NameKey(directory, .folder, files: files)
            let audit: RowAudit
            var findings: [Finding] = []
            switch try accountsDatabase.read({ try names.find(SQLiteTransaction($0)) }) {
            case .success(let key): audit = RowAudit(key: try RowKey(key))
            case .failure(let wrong):
                audit = RowAudit(key: nil)
                findings.append(Finding(names: wrong.problem))
            }
            let ids = try accountsDatabase.read { try RowAudit.accounts(SQLiteTransaction($0)) }
            var bookmarks: [AccountID: CommitRecord] = [:]
            findings += try accountsDatabase.read { try audit.findings(besideAccounts: SQLiteTransaction($0)) }
            for id in ids {
                let (problem, rows) = try Self.problem(id, accountsDatabase, store, audit)
                // Deleted meanwhile.
                guard let rows else { continue }
                bookmarks[id] = rows.account?.bookmark
                findings += rows.findings
                if let problem { findings.append(Finding(account: id, problem: problem)) }
                findings += try Self.problems(of: id, accountsDatabase, attachments)
            }
            let known = Set(ids)
            for id in try store.accounts() where !known.contains(id) {
                let isKnownNow = try accountsDatabase.read { try RowAudit.isThere(id, SQLiteTransaction($0)) }
                if !isKnownNow { findings.append(Finding(account: id, problem: .withoutAccount)) }
            }
            for id in try attachments.accounts() where !known.contains(id) {
                let isKnownNow = try accountsDatabase.read { try RowAudit.isThere(id, SQLiteTransaction($0)) }
                guard !isKnownNow else { continue }
                findings += try attachments.files(of: id).map {
                    Finding(account: id, problem: .withoutAccount, file: $0.id)
                }
            }
            self.init(accounts: bookmarks, findings: findings, rowKey: audit.key)
        } catch {
            throw VaultError(ofBooks: error)
        }
    }

    private static func problem(
        _ id: AccountID, _ accountsDatabase: DatabaseQueue, _ store: DirectoryBlobStore, _ audit: RowAudit
    ) throws -> (Finding.Problem?, RowAudit.Rows?) {
        var last: (Finding.Problem?, RowAudit.Rows?)
        // A running server may write between the two reads; what is really wrong stays wrong.
        for _ in 0..<20 {
            guard let rows = try accountsDatabase.read({ try audit.rows(of: id, SQLiteTransaction($0)) }) else {
                return (nil, nil)
            }
            guard let account = rows.account else { return (nil, rows) }
            let blobs = try store.read(id, generation: account.bookmark.generation)
            guard case .bad(let problem) = judge(blobs, account, rows.slots) else { return (nil, rows) }
            last = (problem, rows)
            usleep(2000)
        }
        return last
    }

    /// What of an account's attachments is not right.
    private static func problems(
        of id: AccountID, _ accountsDatabase: DatabaseQueue, _ store: DirectoryAttachmentBackend
    ) throws -> [Finding] {
        func booked() throws -> [BookedFile] {
            try accountsDatabase.read { try BookedFile.fetch(SQLiteTransaction($0), account: id) }
        }
        let wrong = try booked().compactMap { file -> Finding? in
            guard let problem = file.problem(try store.read(file.id, of: id), of: id) else { return nil }
            // A running server may have removed it meanwhile.
            return try booked().contains(file) ? Finding(account: id, problem: problem, file: file.id) : nil
        }
        let known = Set(try booked().map(\.id))
        // One that isn't booked is what a crash left, and harmless, unless it was put here by somebody.
        let foreign = try store.files(of: id).filter { !known.contains($0.id) }.compactMap { file -> Finding? in
            guard let sealed = try store.read(file.id, of: id) else { return nil }
            return AttachmentSeal.isForeign(sealed, as: file.id, of: id)
                ? Finding(account: id, problem: .foreign, file: file.id) : nil
        }
        return wrong + foreign
    }

    enum Judgement: Equatable {
        case good
        /// Its bookkeeping comes with the next opening, so tag and digest can't be compared.
        case ahead
        case bad(Finding.Problem)
    }

    /// What `BlobStore.read` found against the bookkeeping.
    static func judge(_ blobs: [[UInt8]], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        guard let own = blobs.last else { return .bad(.missing) }
        let judgement = judge(own, row, slots)
        // Whether the one that is ahead was written to its end shows only with its key.
        return blobs.count > 1 && judgement == .good ? .ahead : judgement
    }

    /// Length, generation, tag and digest of a blob against its bookkeeping.
    private static func judge(_ blob: [UInt8], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        let header: BlobHeader
        do throws(VaultError) {
            header = try SealedBlob.judge(blob, account: row.id, bookmark: row.bookmark)
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
        guard header.generation == row.bookmark.generation else { return .ahead }
        return (try? CommitRecord(of: blob, header: header)) == row.bookmark ? .good : .bad(.damaged)
    }
}

extension NameKey.Wrong {
    fileprivate var problem: DirectoryCheck.Finding.Problem {
        switch self {
        case .missing: .missing
        case .damaged: .damaged
        case .foreign: .foreign
        }
    }
}
