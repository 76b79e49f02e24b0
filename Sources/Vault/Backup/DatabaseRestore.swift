import Foundation
import GRDB

/// Puts a backup of either kind into a PostgreSQL database that has no accounts yet: all of it or nothing.
package struct DatabaseRestore: Sendable {
    private let backup: String
    private let files: any FileSystem

    package init(of backup: String, files: any FileSystem = PosixFileSystem()) {
        self.backup = backup
        self.files = files
    }

    /// - Parameters:
    ///   - directory: the server's data folder; files of the backup that it doesn't have are put there.
    /// - Throws: `directoryUnusable` when there is something already; as `BackupRestore.write`.
    @discardableResult
    package func write(to database: PostgresAddress, directory: String) throws(VaultError) -> DirectoryCheck {
        do {
            guard BackupRestore.isFile(backup) else { return try write(from: backup, to: database, directory) }
            let folder = NSTemporaryDirectory() + "vaccinapp-restore-\(AccountID.random())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try BackupRestore(of: backup, files: files).write(to: folder)
            return try write(from: folder, to: database, directory)
        } catch {
            throw VaultError(wrapping: (error as? FileError)?.vaultError ?? error)
        }
    }

    private func write(from folder: String, to database: PostgresAddress, _ target: String) throws -> DirectoryCheck {
        guard FileManager.default.fileExists(atPath: "\(folder)/accounts.sqlite") else {
            throw VaultError.noDataDirectory(folder)
        }
        let pool = PostgresPool.patient(database)
        try pool.transaction(.comparing) { try AccountsSchema.postgres.makeCurrent($0) }
        guard try pool.query("SELECT id FROM account LIMIT 1", []).isEmpty else {
            throw VaultError(.directoryUnusable, "the database holds accounts already: restore into an empty one")
        }
        try BackupCopy.requireNames(in: folder, called: backup, files)
        _ = try DataDirectory(target, isShared: true)
        for file in try OtherFiles(in: folder).paths { try place(file, from: folder, in: target) }
        guard try files.read("\(folder)/names.key", limit: 32) == files.read("\(target)/names.key", limit: 32) else {
            throw VaultError(
                .directoryUnusable, "\(target)/names.key is not the backup's: move it away, or name another data folder"
            )
        }
        // Whoever's names these are, it is their key.
        let names = NameKey(target, .database, files: files)
        let rowKey = try RowKey(try names.adopt(PostgresAccountsDatabase(pool: pool)))
        let accountsDatabase = try DatabaseBackup.reading("\(folder)/accounts.sqlite")
        defer { try? accountsDatabase.close() }
        try pool.transaction(.comparing) { db in
            try accountsDatabase.read { source in
                try copy(SQLiteTransaction(source), from: folder, to: db.knowing(rowKey))
            }
        }
        return try DatabaseCopy.check(database, directory: target, files: files)
    }

    private func place(_ file: String, from folder: String, in target: String) throws {
        let path = "\(target)/\(file)"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(folder)/\(file)", toPath: path)
    }

    private func copy(_ source: any Transaction, from folder: String, to db: any Transaction) throws {
        for row in try source.rows("SELECT * FROM invitation") { try row.insert(into: "invitation", db) }
        let blobs = DirectoryBlobStore(reading: "\(folder)/vaults", files: files)
        let attachments = DirectoryAttachmentBackend(reading: "\(folder)/attachments", files: files)
        for row in try source.rows("SELECT * FROM account ORDER BY id") {
            // One without an id that an account can have belongs to nobody; the check names it.
            guard let id = try? row.identifier("id") as AccountID else { continue }
            let slots = try source.rows("SELECT * FROM keySlot WHERE account = ?", [.id(id)])
            try row.insert(into: "account", db)
            for slot in slots { try slot.insert(into: "keySlot", db) }
            // One that no server wrote opens nothing; the check names it.
            guard let account = try? AccountRow(row) else { continue }
            let found = try blobs.read(account.id, generation: account.bookmark.generation)
            // Only a row that a server wrote is written anew.
            let isKnown = try db.isAuthentic(row, as: .commit, where: ["id": .id(id)])
            try insert(found, of: account, isKnown: isKnown, slots: slots.compactMap { try? KeySlot($0) }, into: db)
            for file in try BookedFile.fetch(source, account: account.id) {
                guard let sealed = try attachments.read(file.id, of: account.id) else { continue }
                try db.execute(
                    "INSERT INTO attachmentFile (account, id, length, digest, writtenAt, content) VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        .id(account.id), .id(file.id), .number(file.length), .blob(file.digest), .time(Date()),
                        .blob(sealed),
                    ])
            }
        }
    }

    /// Puts in the last commit; one ahead of its bookkeeping, which a crash had left, counts as in a directory.
    private func insert(
        _ found: [[UInt8]], of account: AccountRow, isKnown: Bool, slots: [KeySlot], into db: any Transaction
    ) throws {
        let isAhead = isKnown && DirectoryCheck.judge(found, account, slots) == .ahead
        guard let blob = isAhead ? found.first : found.last else { return }
        var bookmark = account.bookmark
        if isAhead {
            bookmark = try CommitRecord(of: blob, header: try BlobHeader(reading: blob))
            try AccountRow.record(bookmark, db, account.id)
        }
        try db.execute(
            "INSERT INTO vault (account, generation, blob) VALUES (?, ?, ?)",
            [.id(account.id), .number(bookmark.generation), .blob(blob)])
    }
}
