import Foundation
import GRDB
package import VaultStorage

/// A backup: accounts without their sessions, sealed blobs and attachments, and whatever else lies in the data folder.
///
/// It is the same folder or `.tar` file whether accounts are in the data folder or in a database that servers share; it
/// works beside running servers, in another process.
package struct BackupCopy: Sendable {
    /// What a copy holds.
    package struct Report: Sendable, Equatable {
        package let accounts: Int
        /// What was not right in the source; it was copied as it is.
        package let findings: [DirectoryCheck.Finding]
    }

    private let directory: String
    private let database: PostgresAddress?
    private let files: any FileSystem

    /// - Parameters:
    ///   - directory: a data folder or a backup.
    ///   - database: the one that servers share; then the folder has `names.key` and whatever else lies there.
    package init(
        of directory: String, database: PostgresAddress? = nil, files: any FileSystem = PosixFileSystem()
    ) {
        (self.directory, self.database, self.files) = (directory, database, files)
    }

    /// Writes the copy into a directory that doesn't exist yet, or is empty; or, when it is named so, into a `.tar` file.
    ///
    /// What is there stays as it was until the copy is complete and durable.
    ///
    /// - Throws: `directoryUnusable` when the target is in use or the source is no data directory; `storageFull`,
    ///   `storageReadOnly`, `storageFailed`; `vaultVersion`; `busy` when an account never held still.
    @discardableResult
    package func write(to target: String) throws(VaultError) -> Report {
        var sink: (any BackupSink)?
        do {
            let (report, deleted) = try AccountStream.with(directory, database, files) { accounts in
                guard !Self.lies(target, within: directory) else {
                    throw VaultError(
                        .directoryUnusable,
                        "a backup can't lie in the directory that it copies: name a place outside of it")
                }
                sink?.discard()
                let new: any BackupSink =
                    target.hasSuffix(".tar") ? try TarSink(target, files) : try FolderSink(target, files)
                sink = new
                return try fill(new, accounts)
            }
            // First, so that no backup stands without it.
            try DeletedAccountList.note(deleted, beside: target, at: Date(), files: files)
            try sink?.finish()
            return report
        } catch {
            sink?.discard()
            throw VaultError(ofAccounts: error)
        }
    }

    private func fill(_ sink: any BackupSink, _ accounts: AccountStream) throws -> (Report, [DeletedAccount]) {
        for file in try OtherFiles(in: directory).paths { try sink.add(fileAt: "\(directory)/\(file)", as: file) }
        try sink.add(folder: "vaults")
        let draft = try DatabaseQueue(path: sink.draftOfAccounts)
        let report = try draft.write { db in
            let copy = SQLiteTransaction(db)
            try AccountsSchema.sqlite.makeCurrent(copy)
            for table in ["setting", "invitation", "closing", "deletedAccount"] {
                for row in try accounts.source.read({ try $0.rows("SELECT * FROM \(table)") }) {
                    try row.insert(into: table, copy)
                }
            }
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
        try sink.addAccounts()
        return (report, try accounts.source.read(DeletedAccount.fetchAll))
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
