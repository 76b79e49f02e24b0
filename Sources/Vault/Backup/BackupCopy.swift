package import Foundation
import GRDB
package import VaultStorage

/// A backup: accounts without their sessions, sealed blobs and attachments, and whatever else is in the data folder.
///
/// It is the same folder or `.tar` file whether accounts are in the data folder or in a database that servers share; it
/// works beside running servers, in another process.
package struct BackupCopy: Sendable {
    /// What a copy holds.
    package struct Report: Sendable, Equatable {
        package let accounts: Int
        /// What was not right in the source; it was copied as it is.
        package let findings: [DirectoryCheck.Discrepancy]
    }

    private let directory: String
    private let database: PostgresAddress?
    private let isLinking: Bool
    private let files: any FileSystem
    private let now: Date
    private let progress: WorkProgress

    /// - Parameters:
    ///   - directory: a data folder or a backup.
    ///   - database: the one that servers share; then the folder has `names.key` and whatever else is there.
    ///   - isLinking: whether what didn't change may be a hard link to a backup beside the new one.
    package init(
        of directory: String, database: PostgresAddress? = nil, isLinking: Bool = false,
        files: any FileSystem = PosixFileSystem(), now: Date = Date(),
        progress: @escaping WorkProgress = { _, _ in }
    ) {
        (self.directory, self.database, self.isLinking) = (directory, database, isLinking)
        (self.files, self.now, self.progress) = (files, now, progress)
    }

    /// Writes the copy into a directory that doesn't exist yet, or is empty; or, when it is named so, into a `.tar` file.
    ///
    /// What is there stays as it was until the copy is complete and durable.
    ///
    /// - Throws: `directoryUnusable` when the target is in use or the source is no data directory; `storageFull`,
    ///   `storageReadOnly`, `storageFailed`; `vaultVersion`; `busy` when an account never held still.
    @discardableResult
    package func write(to place: String) throws(VaultError) -> Report {
        try write(to: place, judge: nil)
    }

    /// - Parameter judge: for what is restored: looks at the folder before anything of it has its name.
    func write(to place: String, judge: ((_ draft: String) throws -> Void)?) throws(VaultError) -> Report {
        // A folder may be named with a slash at its end.
        let target = place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place
        var sink: (any BackupSink)?
        do {
            let (report, deleted) = try AccountStream.with(directory, database, files, progress) { accounts in
                try Self.requireOutside(target, of: directory)
                if judge == nil { try Self.requireNoAccounts(above: target) }
                sink?.discard()
                let previous = isLinking ? PreviousBackup(beside: target, copying: directory) : nil
                let new = try Self.sink(target, previous, isLocked: judge != nil, files)
                sink = new
                return try fill(new, accounts, isRestoring: judge != nil)
            }
            if let judge {
                if let folder = sink as? FolderSink { try judge(folder.draft) }
            } else {
                // First, so that no backup is without it.
                try DeletedAccountList.note(deleted, beside: target, at: now, files: files)
            }
            try sink?.finish()
            return report
        } catch {
            sink?.discard()
            throw VaultError(ofAccounts: error)
        }
    }

    private static func sink(
        _ target: String, _ previous: PreviousBackup?, isLocked: Bool, _ files: any FileSystem
    ) throws -> any BackupSink {
        // A data folder may have any name.
        target.hasSuffix(".tar") && !isLocked
            ? try TarSink(target, files) : try FolderSink(target, files, previous: previous, isLocked: isLocked)
    }

    /// Notes beside the accounts that they were copied, for a folder that a server works on.
    ///
    /// - Throws: `storageReadOnly` and the like, as for a database that can only be read.
    package func note(_ report: Report, at date: Date) throws(VaultError) {
        let mark = LastBackup(date: date, accounts: report.accounts, findings: report.findings.count)
        do {
            if let database {
                let pool = PostgresPool.patient(database)
                defer { pool.close() }
                try pool.transaction(.comparing) { try mark.save($0) }
            } else if FileManager.default.fileExists(atPath: "\(directory)/lock") {
                let accounts = try SQLiteAccountsDatabase(existing: "\(directory)/accounts.sqlite")
                try accounts.writeBlocking { try mark.save($0) }
            }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    private func fill(
        _ sink: any BackupSink, _ accounts: AccountStream, isRestoring: Bool
    ) throws -> (Report, [DeletedAccount]) {
        for file in try SharedFiles(in: directory, files).paths {
            try sink.add(fileAt: "\(directory)/\(file)", as: file)
        }
        try sink.add(folder: "vaults")
        let draft = try DatabaseQueue(path: sink.draftOfAccounts)
        let report = try draft.write { db in
            let copy = SQLiteTransaction(db)
            try AccountsSchema.sqlite.makeCurrent(copy)
            try accounts.copyOthers(to: copy)
            var count = 0
            let findings = try accounts.forEach { id, file, sealed in
                try sink.add(sealed, as: "attachments/\(id)/\(file).sealed")
            } _: { account in
                count += 1
                try account.rows.insert(into: copy)
                for row in account.rows.fileRows { try row.insert(into: "attachmentFile", copy) }
                // The blob that is meant is the last one found; one ahead of it keeps its own place.
                guard let own = account.blobs.last else { return }
                try sink.add(own, as: "vaults/\(BlobNames.single(account.id))")
                guard account.blobs.count > 1, let next = try? BlobHeader(reading: account.blobs[0]) else { return }
                try sink.add(account.blobs[0], as: "vaults/\(BlobNames.slot(account.id, next.generation))")
            }
            return Report(accounts: count, findings: findings)
        }
        try draft.close()
        // What is restored is compared again.
        if !isRestoring {
            try sink.add(BackupLabel.bytes, as: BackupLabel.fileName)
            if let findings = BackupFindings(report.findings) {
                try sink.add(findings.bytes, as: BackupFindings.fileName)
            }
        }
        try sink.addAccounts()
        return (report, try accounts.source.read(DeletedAccount.fetchAll))
    }

    /// - Throws: `directoryUnusable` for a target in the directory that is copied to it.
    static func requireOutside(_ target: String, of directory: String) throws(VaultError) {
        guard lies(target, within: directory) else { return }
        throw VaultError(
            .directoryUnusable, "a backup can't lie in the directory that it copies: name a place outside of it")
    }

    /// - Throws: `directoryUnusable` where a folder above is a backup or a data folder.
    private static func requireNoAccounts(above target: String) throws(VaultError) {
        var folder = URL(fileURLWithPath: target).deletingLastPathComponent().resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            guard !FileManager.default.fileExists(atPath: folder.appending(path: "accounts.sqlite").path) else {
                throw VaultError(
                    .directoryUnusable,
                    "a backup can't lie in another one or in a data folder: name a place outside of it")
            }
            folder.deleteLastPathComponent()
        }
    }

    private static func lies(_ path: String, within directory: String) -> Bool {
        func whole(_ path: String) -> String {
            let url = URL(fileURLWithPath: path)
            let parent = url.deletingLastPathComponent().resolvingSymlinksInPath().path
            return "\(parent)/\(url.lastPathComponent)/"
        }
        return whole(path).hasPrefix(URL(fileURLWithPath: directory).resolvingSymlinksInPath().path + "/")
    }
}
