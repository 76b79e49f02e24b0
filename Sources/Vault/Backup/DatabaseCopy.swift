import Foundation
import GRDB

/// A copy of what servers share in PostgreSQL, of one moment: the same folder or `.tar` file that `BackupCopy` makes.
///
/// So a backup of either kind can be put back as either kind.
package struct DatabaseCopy: Sendable {
    private let pool: PostgresPool
    private let directory: String
    private let files: any FileSystem

    /// - Parameter directory: a server's data folder, for `names.key` and whatever else lies there.
    package init(
        of database: PostgresAddress, directory: String, files: any FileSystem = PosixFileSystem()
    ) throws(VaultError) {
        pool = .patient(database)
        self.directory = directory
        self.files = files
        do {
            try pool.transaction(.snapshot) { try AccountsSchema.postgres.requireCurrent($0) }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// - Throws: as `BackupCopy.write`.
    package func write(to target: String) throws(VaultError) -> BackupCopy.Report {
        do {
            // Without it nobody can sign in any more.
            let names = NameKey(directory, .database, files: files)
            let audit = RowAudit(key: try RowKey(try names.stored(PostgresAccountsDatabase(pool: pool))))
            let sink = try BackupCopy.sink(target, files)
            do {
                for file in try OtherFiles(in: directory).paths {
                    try sink.add(fileAt: "\(directory)/\(file)", as: file)
                }
                try sink.add(folder: "vaults")
                let report = try fill(sink, audit)
                try sink.addBooks()
                try sink.finish()
                return report
            } catch {
                sink.discard()
                throw error
            }
        } catch {
            throw VaultError(wrapping: (error as? FileError)?.vaultError ?? error)
        }
    }

    /// Compares every blob in the database with its bookkeeping.
    ///
    /// - Parameter directory: a server's data folder, for `names.key`.
    package static func check(
        _ database: PostgresAddress, directory: String, files: any FileSystem = PosixFileSystem()
    ) throws(VaultError) -> DirectoryCheck {
        do {
            let pool = PostgresPool.patient(database)
            try pool.transaction(.snapshot) { try AccountsSchema.postgres.requireCurrent($0) }
            let names = NameKey(directory, .database, files: files)
            let audit = RowAudit(key: try RowKey(try names.stored(PostgresAccountsDatabase(pool: pool))))
            return try pool.transaction(.snapshot) { db in
                var bookmarks: [AccountID: CommitRecord] = [:]
                var findings = try audit.findings(besideAccounts: db)
                for id in try RowAudit.accounts(db) {
                    guard let account = try SharedAccount(id, db, audit) else { continue }
                    bookmarks[id] = account.rows.account?.bookmark
                    findings += try account.findings { _, _ in }
                }
                let orphans = "SELECT account FROM vault WHERE account NOT IN (SELECT id FROM account)"
                findings += try db.rows(orphans).map {
                    DirectoryCheck.Finding(account: try $0.identifier("account"), problem: .withoutAccount)
                }
                return DirectoryCheck(accounts: bookmarks, findings: findings, rowKey: audit.key)
            }
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private func fill(_ sink: any BackupSink, _ audit: RowAudit) throws -> BackupCopy.Report {
        let accountsDatabase = try DatabaseQueue(path: sink.draftOfBooks)
        defer { try? accountsDatabase.close() }
        try accountsDatabase.write { try AccountsSchema.sqlite.makeCurrent(SQLiteTransaction($0)) }
        return try pool.transaction(.snapshot) { db in
            let ids = try RowAudit.accounts(db)
            var findings = try audit.findings(besideAccounts: db)
            try accountsDatabase.write { copy in
                for table in ["setting", "invitation"] {
                    for row in try db.rows("SELECT * FROM \(table)") {
                        try row.insert(into: table, SQLiteTransaction(copy))
                    }
                }
                for id in ids {
                    guard let account = try SharedAccount(id, db, audit) else { continue }
                    try account.insert(into: SQLiteTransaction(copy))
                    if let blob = account.blob { try sink.add(blob, as: "vaults/\(BlobNames.single(id))") }
                    findings += try account.findings { file, sealed in
                        try sink.add(sealed, as: "attachments/\(id)/\(file).sealed")
                    }
                }
            }
            return BackupCopy.Report(accounts: ids.count, findings: findings)
        }
    }
}

/// One account as the database has it in one transaction.
private struct SharedAccount {
    let blob: [UInt8]?
    let rows: RowAudit.Rows
    private let id: AccountID
    private let row: TransactionRow
    private let slots: [TransactionRow]
    private let files: [TransactionRow]
    private let db: any Transaction

    /// Nil when there is no such account.
    init?(_ id: AccountID, _ db: any Transaction, _ audit: RowAudit) throws {
        (self.id, self.db) = (id, db)
        guard let row = try db.row("SELECT * FROM account WHERE id = ?", [.id(id)]),
            let rows = try audit.rows(of: id, db)
        else { return nil }
        self.rows = rows
        self.row = row
        // Whose presence where is nobody's business in a backup.
        slots = try db.rows(
            "SELECT * FROM keySlot WHERE account = ? AND kind <> ?", [.id(id), .number(KeySlot.Kind.session.rawValue)])
        files = try BookedFile.rows(db, account: id)
        blob = try db.row("SELECT blob FROM vault WHERE account = ?", [.id(id)])?.blob("blob")
    }

    func insert(into copy: any Transaction) throws {
        try row.insert(into: "account", copy)
        for slot in slots { try slot.insert(into: "keySlot", copy) }
        for file in files { try file.insert(into: "attachmentFile", copy) }
    }

    /// What is not as the books have it; `each` is given every sealed file that is there.
    func findings(_ each: (SealedFileID, [UInt8]) throws -> Void) throws -> [DirectoryCheck.Finding] {
        var findings = rows.findings
        switch rows.account.map({ DirectoryCheck.judge(blob.map { [$0] } ?? [], $0, rows.slots) }) {
        case .good?, nil: break
        // Here a blob and its bookkeeping change together.
        case .ahead?: findings.append(.init(account: id, problem: .newer))
        case .bad(let problem)?: findings.append(.init(account: id, problem: problem))
        }
        for booked in rows.files {
            let sealed = try db.row(
                "SELECT content FROM attachmentFile WHERE account = ? AND id = ?", [.id(id), .id(booked.id)]
            )?.blob("content")
            if let problem = booked.problem(sealed, of: id) {
                findings.append(.init(account: id, problem: problem, file: booked.id))
            }
            if let sealed { try each(booked.id, sealed) }
        }
        return findings
    }
}

extension PostgresPool {
    /// For copies: one connection that may take its time.
    static func patient(_ database: PostgresAddress) -> PostgresPool {
        PostgresPool(database, size: 1, timeouts: PostgresTimeouts(statement: 600_000, idle: 3_600_000))
    }
}
