import Foundation
import GRDB

/// A copy of all accounts and their sealed blobs, without sessions: a data directory of its own, ready to be served.
///
/// Reads the directory as it lies there, so it works beside a running server, in another process.
package struct BackupCopy: Sendable {
    private let source: String
    private let files: any FileSystem
    /// How often an account is read again while its owner keeps writing.
    private static let patience = 200

    package init(of directory: String, files: any FileSystem = PosixFileSystem()) {
        source = directory
        self.files = files
    }

    /// Writes the copy into a directory that doesn't exist yet.
    ///
    /// - Returns: how many accounts it holds.
    /// - Throws: `directoryUnusable` when the target exists or the source is no data directory; `storageFailed`;
    ///   `busy` when an account never held still; `vaultMissing`, `vaultForeign` … for a blob that is not right.
    @discardableResult
    package func write(to target: String) throws(VaultError) -> Int {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw VaultError(.directoryUnusable, "the backup's target exists already")
        }
        let draft = target + ".partial"
        do {
            try? FileManager.default.removeItem(atPath: draft)
            let count = try fill(draft)
            try files.rename(draft, to: target)
            try files.syncDirectory(URL(fileURLWithPath: target).deletingLastPathComponent().path)
            return count
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw VaultError(wrapping: (error as? FileError)?.vaultError ?? error)
        }
    }

    private func fill(_ draft: String) throws -> Int {
        let books = try Self.open(source)
        try files.makeDirectory(draft)
        guard let nameKey = try files.read("\(source)/names.key", limit: 32) else {
            throw VaultError(.directoryUnusable, "names.key is missing")
        }
        try Self.save(nameKey, to: "\(draft)/names.key", files)
        let copied = try AccountsDatabase(path: "\(draft)/accounts.sqlite")
        defer { try? copied.pool.close() }
        let from = DirectoryBlobStore(reading: "\(source)/vaults", files: files)
        let to = try DirectoryBlobStore(directory: "\(draft)/vaults", files: files, limit: .max)
        let accounts = try books.read { try String.fetchAll($0, sql: "SELECT id FROM account") }
        var count = 0
        for id in accounts.compactMap({ AccountID($0) }) {
            guard let one = try consistent(id, books: books, blobs: from) else { continue }
            do {
                try to.replace(id, with: one.blob, header: one.header) {}
            } catch {
                throw error.error
            }
            try copied.pool.write { try one.insert($0) }
            count += 1
        }
        copied.checkpoint()
        return count
    }

    /// One account whose blob and keys belong together; nil when it was deleted meanwhile.
    private func consistent(_ id: AccountID, books: DatabasePool, blobs: DirectoryBlobStore) throws -> CopiedAccount? {
        for _ in 0..<Self.patience {
            let blob = try blobs.read(id)
            let rows = try books.read { try CopiedAccount.Rows($0, id) }
            guard let rows else { return nil }
            guard let blob else { throw VaultError(.vaultMissing, "an account's blob is gone") }
            let judged = Result { () throws(VaultError) in
                try SealedBlob.judge(blob, account: id, bookmark: rows.bookmark)
            }
            switch judged {
            case .success(let header) where rows.slots.contains { $0.terms.epoch == header.epoch }:
                return CopiedAccount(rows: rows, blob: blob, header: header)
            case .failure(let error) where error.code != .vaultOlder && error.code != .vaultNewer:
                throw error
            default:
                // Its owner wrote between the two reads.
                usleep(2000)
            }
        }
        throw VaultError(.busy, "an account did not hold still for a backup", retryAfter: 60)
    }

    private static func open(_ directory: String) throws(VaultError) -> DatabasePool {
        let path = "\(directory)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw VaultError(.directoryUnusable, "the source is no data directory")
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            return try DatabasePool(path: path, configuration: configuration)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private static func save(_ bytes: [UInt8], to path: String, _ files: any FileSystem) throws {
        let file = try files.create(path)
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(FileError) in try files.write(buffer, to: file) }
        }.get()
        try files.sync(file)
        try files.close(file)
    }
}
