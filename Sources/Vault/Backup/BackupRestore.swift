package import Foundation
import Glibc
import Model
package import VaultStorage

/// Puts a backup back, a directory or a `.tar` file: into a data directory that doesn't exist yet or is empty, or into a
/// database that has no accounts yet.
package struct BackupRestore: Sendable {
    private let backup: String
    private let files: any FileSystem
    private let now: Date
    private let progress: WorkProgress

    package init(
        of backup: String, files: any FileSystem = PosixFileSystem(), now: Date = Date(),
        progress: @escaping WorkProgress = { _, _ in }
    ) {
        (self.backup, self.files, self.now, self.progress) = (backup, files, now, progress)
    }

    /// Writes all of the accounts or none, and compares them with their bookkeeping; for those who had withdrawn their consent
    /// the 30 days start again.
    ///
    /// Accounts of an older release become this one's; the backup stays as it is.
    ///
    /// A killed process may leave files in the folder of a database's server; done again, it goes on from there.
    ///
    /// - Parameters:
    ///   - place: the data folder, which no server can have meanwhile.
    ///   - database: the one that servers share, for the accounts; files of the backup that the folder doesn't have are
    ///     put there.
    ///   - deleted: accounts that were deleted since, and are taken away again; those of the list beside the backup are
    ///     in any case.
    /// - Throws: as `BackupCopy.write`; `vaultDamaged` for a tar file that is cut short or holds anything else.
    @discardableResult
    package func write(
        to place: String, database: PostgresAddress? = nil,
        without deleted: DeletedAccountList = DeletedAccountList()
    ) throws(VaultError) -> DirectoryCheck {
        do {
            // A folder may be named with a slash at its end.
            let directory = place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place
            try requireWhole()
            // Read before anything is written.
            let gone = try deleted.joined(with: .beside(backup, files: files) ?? DeletedAccountList())
            var check: DirectoryCheck?
            // Compared before it counts, so that nothing is left where that fails.
            let judge: (String) throws -> Void = {
                for file in [BackupFindings.fileName, BackupLabel.fileName] { try files.remove("\($0)/\(file)") }
                try gone.replay(in: $0, files: files)
                try Withdrawal.beginAnew(in: $0, at: now, files: files)
                check = try DirectoryCheck($0, called: directory, files: files, progress: progress)
            }
            if let database {
                check = try withFolder { try put($0, into: database, directory, without: gone) }
            } else {
                if !isFile { try BackupCopy.requireOutside(directory, of: backup) }
                let target = try RestoreTarget(directory, files)
                defer { target.release() }
                if isFile {
                    try unpack(to: directory, judge)
                } else {
                    _ = try BackupCopy(of: backup, files: files, now: now, progress: progress).write(
                        to: directory, judge: judge)
                }
            }
            guard let check else { throw VaultError(.storageFailed, "nothing was compared") }
            return check
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// What a restore that failed began in a data folder and couldn't clear away, as on a disk that is suddenly read-only.
    package static func leftover(in directory: String) -> String? {
        Draft.state(inside: directory) == .left ? Draft.name(of: "\(directory)/") : nil
    }

    /// - Throws: `directoryUnusable` for what a killed process has left.
    private func requireWhole() throws(VaultError) {
        guard Draft.isDraft(backup), FileManager.default.fileExists(atPath: backup) else { return }
        throw VaultError(
            .directoryUnusable, "\(backup) is a backup that was cut short, and none to rely on: take another one")
    }

    private var isFile: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: backup, isDirectory: &isFolder) && !isFolder.boolValue
    }

    private func unpack(to target: String, _ judge: (String) throws -> Void) throws {
        let sink = try FolderSink(target, files, isLocked: true)
        do {
            try unpack(into: sink)
            _ = try AccountStream(of: sink.draft, called: backup, files)
            try SQLiteAccountsDatabase.makeCurrent(in: sink.draft, files)
            try judge(sink.draft)
            try sink.finish()
        } catch {
            sink.discard()
            throw error
        }
    }

    private func unpack(into sink: FolderSink) throws {
        try TarReader(backup, progress: progress).unpack(into: sink)
        guard FileManager.default.fileExists(atPath: sink.draftOfAccounts) else {
            throw VaultError.noDataDirectory(backup)
        }
    }

    /// Gives the backup as a folder to look at.
    ///
    /// A `.tar` file is unpacked for a moment, beside it or, where that can't be written, among temporary files.
    func withFolder<T>(_ body: (String) throws -> T) throws(VaultError) -> T {
        do {
            try requireWhole()
            guard isFile else { return try body(backup) }
            let beside = URL(fileURLWithPath: backup).deletingLastPathComponent().path
            let place = FileManager.default.isWritableFile(atPath: beside) ? beside : NSTemporaryDirectory()
            let sink = try FolderSink("\(place)/.\(AccountID.random())", files)
            defer { sink.discard() }
            try unpack(into: sink)
            return try body(sink.draft)
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }
}

// MARK: - Into a database
extension BackupRestore {
    /// All of it is one transaction, its tables too.
    private func put(
        _ folder: String, into database: PostgresAddress, _ target: String, without gone: DeletedAccountList
    ) throws -> DirectoryCheck {
        let accounts = try AccountStream(of: folder, called: backup, files, progress)
        let pool = PostgresPool.patient(database)
        defer { pool.close() }
        let placement = Placement(files)
        do {
            return try pool.transaction(.comparing) { db in
                try AccountsSchema.postgres.makeCurrent(db)
                guard try !db.finds("SELECT id FROM account LIMIT 1", []) else {
                    throw VaultError(
                        .directoryUnusable, "the database holds accounts already: restore into an empty one")
                }
                try placement.makeFolder(target)
                _ = try DataDirectory(target, isShared: true)
                for file in try SharedFiles(in: folder, files).paths where access("\(target)/\(file)", F_OK) != 0 {
                    try placement.makeFolder(Placement.folder(of: "\(target)/\(file)"))
                    try placement.write("\(target)/\(file)") {
                        try FilePieces("\(folder)/\(file)").write(to: $0, files)
                    }
                }
                try placement.place()
                guard try files.read("\(folder)/names.key", limit: 32) == files.read("\(target)/names.key", limit: 32)
                else {
                    throw VaultError(
                        .directoryUnusable,
                        "\(target)/names.key is not the backup's: move it away, or name another data folder")
                }
                // Whoever's names these are, it is their key.
                let rowKey = try RowKey(try NameKey(target, .database, files: files).adopt(db))
                let own = db.knowing(rowKey)
                try copy(accounts, to: own, without: gone)
                try Withdrawal.beginAnew(own, at: now)
                return try DirectoryCheck(
                    AccountStream(source: DatabaseSource(db: own), audit: RowAudit(key: rowKey), progress: progress))
            }
        } catch {
            // Where nobody knows whether the accounts are there, what belongs to them stays.
            if (error as? VaultError)?.code != .commitUnknown { placement.rollBack() }
            throw error
        }
    }

    private func copy(_ accounts: AccountStream, to db: any Transaction, without gone: DeletedAccountList) throws {
        let source = accounts.source
        try accounts.copyOthers(to: db)
        for account in gone.accounts { try account.save(db) }
        let deleted = Dictionary(gone.accounts.map { ($0.id, $0) }) { first, _ in first }
        // What is not right is copied as it is; the check names it.
        _ = try accounts.forEach { account in
            if let gone = deleted[account.id], account.rows.account.map(gone.isPutBack) != true { return }
            try account.rows.insert(into: db)
            // Read once more, since a file's row comes after its account's.
            for row in account.rows.fileRows {
                guard let file = try? AttachmentRow(row), let sealed = try source.file(file.id, of: account.id) else {
                    continue
                }
                try row.insert(
                    into: "attachmentFile", adding: ["writtenAt": .time(now), "content": .blob(sealed)], db)
            }
            try Self.insertBlob(of: account, into: db)
        }
    }

    /// Puts in the last commit; one ahead of its record, which a crash had left, counts as in a directory.
    static func insertBlob(of account: AccountStream.Item, into db: any Transaction) throws {
        guard let row = account.rows.account else { return }
        // Only a row that a server wrote is written again.
        let isAhead =
            try db.isAuthentic(account.rows.row, as: .commit, where: ["id": .id(account.id)])
            && DirectoryCheck.judge(account.blobs, row, account.rows.slots) == .ahead
        guard let blob = isAhead ? account.blobs.first : account.blobs.last else { return }
        var record = row.lastCommit
        if isAhead {
            record = CommitRecord(of: blob, header: try BlobHeader(reading: blob))
            try AccountRow.record(record, db, account.id)
        }
        try db.execute(
            "INSERT INTO vault (account, generation, blob) VALUES (?, ?, ?)",
            [.id(account.id), .number(record.generation), .blob(blob)])
    }
}
