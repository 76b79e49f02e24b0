import Foundation
import GRDB
import VaultStorage

/// Where accounts are: a folder, or a database that servers share.
protocol AccountSource {
    /// False where others may write between two reads.
    var isOneMoment: Bool { get }

    /// Reads rows of one moment.
    func read<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// As `BlobStore.read`.
    func blobs(of account: AccountID, generation: UInt64) throws -> [[UInt8]]

    /// A sealed attachment; nil when it isn't there.
    func file(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]?

    /// Blobs and attachments that belong to none of the accounts.
    func strays() throws -> [DirectoryCheck.Discrepancy]
}

extension AccountSource {
    /// What is read of one account; nil where its own file can't be, which is no reason to give up the others'.
    func readable<T>(_ body: (Self) throws -> T) throws -> T? {
        do {
            return try body(self)
        } catch let error as VaultError where !isOneMoment && Self.isOfOneFile(error) {
            return nil
        }
    }

    private static func isOfOneFile(_ error: VaultError) -> Bool {
        [.storageFailed, .storageReadOnly, .vaultTooLarge].contains(error.code)
    }
}

/// A data folder or a backup as it is; a server may be running on it.
///
/// Accounts of an older release are read as this one's: a copy in memory is brought up to it, and the file stays as it is.
struct FolderSource: AccountSource {
    private let directory: String
    private let database: DatabaseQueue
    private let vaults: DirectoryBlobStore
    private let attachments: DirectoryAttachmentBackend

    /// - Parameter name: what people know the folder by.
    /// - Throws: `directoryUnusable` when it is no data folder; `vaultVersion`.
    init(_ directory: String, called name: String? = nil, _ files: any FileSystem) throws {
        let path = "\(directory)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw VaultError.noDataDirectory(name ?? directory)
        }
        self.directory = directory
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        database = try Self.current(DatabaseQueue(path: path, configuration: configuration), in: directory, files)
        vaults = DirectoryBlobStore(reading: "\(directory)/vaults", files: files)
        attachments = DirectoryAttachmentBackend(reading: "\(directory)/attachments", files: files)
        try read { try AccountsSchema.sqlite.requireCurrent($0) }
        if !FileManager.default.fileExists(atPath: "\(directory)/vaults"),
            try read({ try $0.finds("SELECT 1 AS one FROM account LIMIT 1", []) })
        {
            throw VaultError.noVaults(name ?? directory)
        }
    }

    private static func current(
        _ database: DatabaseQueue, in directory: String, _ files: any FileSystem
    ) throws -> DatabaseQueue {
        // What a server of the older release writes meanwhile wouldn't be in the copy.
        guard try database.read({ try AccountsSchema.sqlite.isBehind(SQLiteTransaction($0)) }),
            !DirectoryLock.isHeld(directory)
        else { return database }
        let copy = try DatabaseQueue()
        try database.backup(to: copy)
        try copy.write { db in
            try AccountsSchema.sqlite.makeCurrent(SQLiteTransaction(db)) {
                try? NameKey(directory, .folder, files: files).rowKey($0)
            }
        }
        return copy
    }

    /// - Throws: SQLite's own error where `accounts.sqlite` is damaged.
    func requireIntegrity() throws {
        guard try read({ try $0.row("PRAGMA integrity_check(1)", [])?.value("integrity_check") }) == .text("ok") else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
    }

    var isOneMoment: Bool { false }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try database.read { try body(SQLiteTransaction($0)) }
    }

    func blobs(of account: AccountID, generation: UInt64) throws -> [[UInt8]] {
        try vaults.read(account, generation: generation)
    }

    func file(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]? {
        try attachments.read(file, of: account)
    }

    private func vaultAccounts() throws -> [AccountID] {
        FileManager.default.fileExists(atPath: "\(directory)/vaults") ? try vaults.accounts() : []
    }

    func strays() throws -> [DirectoryCheck.Discrepancy] {
        func isThere(_ id: AccountID) throws -> Bool { try read { try RowAudit.isThere(id, $0) } }
        var findings: [DirectoryCheck.Discrepancy] = []
        for id in try vaultAccounts() where try !isThere(id) {
            findings.append(.init(account: id, problem: .withoutAccount))
        }
        for id in try attachments.accounts() {
            let stored = try attachments.files(of: id).map(\.id)
            guard try isThere(id) else {
                findings += stored.map { .init(account: id, problem: .withoutAccount, file: $0) }
                continue
            }
            let booked = Set(try read { try AttachmentRow.fetch($0, account: id) }.map(\.id))
            // One that isn't booked is what a crash left, and harmless, unless it was put here by somebody.
            for file in stored where !booked.contains(file) {
                let sealed = try readable { try $0.file(file, of: id) } ?? nil
                guard let sealed, AttachmentSeal.isForeign(sealed, as: file, of: id) else { continue }
                findings.append(.init(account: id, problem: .foreign, file: file))
            }
        }
        return findings
    }
}

/// One moment of a database that servers share.
struct DatabaseSource: AccountSource {
    let db: any Transaction

    var isOneMoment: Bool { true }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T { try body(db) }

    func blobs(of account: AccountID, generation: UInt64) throws -> [[UInt8]] {
        try db.rows("SELECT blob FROM vault WHERE account = ?", [.id(account)]).map { try $0.blob("blob") }
    }

    func file(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]? {
        let sql = "SELECT content FROM attachmentFile WHERE account = ? AND id = ?"
        return try db.row(sql, [.id(account), .id(file)])?.blob("content")
    }

    func strays() throws -> [DirectoryCheck.Discrepancy] {
        try db.rows("SELECT account FROM vault WHERE account NOT IN (SELECT id FROM account)").map {
            .init(account: try $0.identifier("account"), problem: .withoutAccount)
        }
    }
}
