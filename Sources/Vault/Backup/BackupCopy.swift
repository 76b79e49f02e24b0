import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// A copy of a data directory without its sessions: accounts, sealed blobs, and whatever else lies there.
///
/// Reads the directory as it lies there, so it works beside a running server, in another process.
package struct BackupCopy: Sendable {
    /// What a copy holds.
    package struct Report: Sendable, Equatable {
        package let accounts: Int
        /// What was not right in the source; it was copied as it is.
        package let findings: [DirectoryCheck.Finding]
    }

    private let source: String
    private let files: any FileSystem
    /// How often an account is looked at while its owner keeps writing, 2 ms apart.
    private static let patience = 1500
    /// After so many looks at the same blob, it is not being written any more.
    private static let stillness = 60

    package init(of directory: String, files: any FileSystem = PosixFileSystem()) {
        source = directory
        self.files = files
    }

    /// Writes the copy into a directory that doesn't exist yet, or is empty; or, when it is named so, into a `.tar` file.
    ///
    /// What is there stays as it was until the copy is complete and durable.
    ///
    /// - Throws: `directoryUnusable` when the target is in use or the source is no data directory; `storageFull`,
    ///   `storageReadOnly`, `storageFailed`; `busy` when an account never held still.
    @discardableResult
    package func write(to target: String) throws(VaultError) -> Report {
        do {
            guard FileManager.default.fileExists(atPath: "\(source)/accounts.sqlite") else {
                throw VaultError.noDataDirectory(source)
            }
            guard !Self.lies(target, within: source) else {
                throw VaultError(
                    .directoryUnusable, "a backup can't lie in the directory that it copies: name a place outside of it"
                )
            }
            let sink = try Self.sink(target, files)
            do {
                let report = try fill(sink)
                try sink.finish()
                return report
            } catch {
                sink.discard()
                throw error
            }
        } catch let error as FileError {
            throw error.vaultError
        } catch {
            throw VaultError(ofBooks: error)
        }
    }

    static func sink(_ target: String, _ files: any FileSystem) throws -> any BackupSink {
        target.hasSuffix(".tar") ? try TarSink(target, files) : try FolderSink(target, files)
    }

    private func fill(_ sink: any BackupSink) throws -> Report {
        let audit = try Self.requireNames(in: source, called: source, files)
        for file in try OtherFiles(in: source).paths { try sink.add(fileAt: "\(source)/\(file)", as: file) }
        let accountsDatabase = try DatabaseBackup(of: "\(source)/accounts.sqlite", at: sink.draftOfBooks)
        defer { accountsDatabase.close() }
        let blobs = DirectoryBlobStore(reading: "\(source)/vaults", files: files)
        let attachments = AttachmentCopy(
            of: DirectoryAttachmentBackend(reading: "\(source)/attachments", files: files), to: sink)
        try sink.add(folder: "vaults")
        var findings = try accountsDatabase.findings(audit)
        var count = 0
        for account in try accountsDatabase.accounts() {
            let copied = try copy(
                account, audit, accountsDatabase: accountsDatabase, blobs: blobs, attachments: attachments)
            guard copied.isThere else { continue }
            count += 1
            findings += copied.findings
            for (name, blob) in copied.files { try sink.add(blob, as: "vaults/\(name)") }
        }
        try accountsDatabase.finish()
        try sink.addBooks()
        return Report(accounts: count, findings: findings)
    }

    private struct Copied {
        /// False when the account was deleted meanwhile.
        var isThere = true
        /// By name.
        var files: [(String, [UInt8])] = []
        var findings: [DirectoryCheck.Finding] = []
    }

    /// Copies one account's rows together with the blob and the attachments that belong to them.
    private func copy(
        _ account: AccountID, _ audit: RowAudit, accountsDatabase: DatabaseBackup, blobs: DirectoryBlobStore,
        attachments: AttachmentCopy
    ) throws -> Copied {
        var seen: (blobs: [[UInt8]], times: Int) = ([], 0)
        for look in 1...Self.patience {
            guard let rows = try accountsDatabase.refresh(account, audit) else { return Copied(isThere: false) }
            guard let row = rows.account else { return Copied(findings: rows.findings) }
            let generation = row.bookmark.generation
            let found = try blobs.read(account, generation: generation)
            let judgement = DirectoryCheck.judge(found, row, rows.slots)
            seen = found == seen.blobs ? (found, seen.times + 1) : (found, 0)
            let isStill = seen.times >= Self.stillness
            var findings: [DirectoryCheck.Finding] = []
            switch judgement {
            case .good: break
            // One ahead for good is what a crash left; the next opening of the vault makes the books right.
            case .ahead where isStill || look == Self.patience: break
            case .bad(let problem) where isStill: findings.append(.init(account: account, problem: problem))
            case .ahead, .bad:
                // Its owner wrote between the two reads.
                usleep(2000)
                continue
            }
            let wrong = try attachments.copy(rows.files, of: account, isFinal: isStill)
            // An attachment may have gone, or come, after the blob was read; then the blob is another one now.
            let isSame = try rows.files.isEmpty || blobs.read(account, generation: generation) == found
            guard isSame, wrong.isEmpty || isStill else {
                usleep(2000)
                continue
            }
            // The blob that the books mean is the last one found; one ahead of it keeps its own place.
            var copied = Copied(findings: findings + wrong + rows.findings)
            if let own = found.last { copied.files = [(BlobNames.single(account), own)] }
            if found.count > 1 { copied.files.append((BlobNames.slot(account, generation + 1), found[0])) }
            return copied
        }
        throw VaultError(.busy, "an account did not hold still for a backup", retryAfter: 60)
    }

    /// Without the key of user names, or with another one, nobody can sign in any more.
    ///
    /// - Returns: What tells its rows from forged ones.
    @discardableResult
    static func requireNames(
        in directory: String, called name: String, _ files: any FileSystem
    ) throws -> RowAudit {
        let accountsDatabase = try DatabaseBackup.reading("\(directory)/accounts.sqlite")
        defer { try? accountsDatabase.close() }
        return try accountsDatabase.read { db in
            try AccountsSchema.sqlite.requireCurrent(SQLiteTransaction(db))
            let names = NameKey(directory, .folder, called: name, files: files)
            return RowAudit(key: try RowKey(try names.stored(SQLiteTransaction(db))))
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
