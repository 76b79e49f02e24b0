import Foundation
import Model
package import VaultStorage

/// Takes accounts away for good, whoever wants it: first the wrapped keys, so that every copy of the blob is worthless,
/// then the blob and the attachments.
struct AccountDeletion: Sendable {
    let database: any AccountsDatabase
    let store: any BlobStore
    let attachments: any AttachmentBackend

    /// Takes the account's rows away, and notes that it is gone: one transaction, after which nothing opens, on any server.
    ///
    /// - Returns: False where there is no such account.
    @discardableResult
    static func deleteRows(_ db: any Transaction, of deleted: DeletedAccount) throws -> Bool {
        guard try db.change("DELETE FROM account WHERE id = ?", [.id(deleted.id)]) == 1 else { return false }
        try deleted.save(db)
        return true
    }

    /// Takes away what nobody can open any more; blocks.
    func deleteData(of account: AccountID) throws {
        database.forgetDeleted()
        try store.remove(account)
        try attachments.removeAll(of: account)
    }

    /// All of it, for a process that has no vault open; blocks.
    ///
    /// - Returns: False where there is no such account.
    @discardableResult
    func delete(_ deleted: DeletedAccount) throws -> Bool {
        guard try database.writeBlocking({ try Self.deleteRows($0, of: deleted) }) else { return false }
        try deleteData(of: deleted.id)
        return true
    }
}

/// An account that is gone, and until when some backup may hold it: a restored server takes it away again.
///
/// An id alone leads to nobody. In text it is a line: the id, the day of its deletion, the day until which it is kept.
package struct DeletedAccount: Sendable, Equatable {
    package let id: AccountID
    let deletedAt: Date
    let keptUntil: Date

    /// One that is deleted now.
    ///
    /// - Parameter backupDays: how long backups are kept; one more for those that begin before midnight.
    init(_ id: AccountID, at time: Date, backupDays: Int) {
        (self.id, deletedAt) = (id, time)
        keptUntil = time.addingTimeInterval(Double(backupDays + 1) * 86_400)
    }

    init(_ row: TransactionRow) throws {
        id = try row.identifier("id")
        deletedAt = try row.date("deletedAt")
        keptUntil = try row.date("keptUntil")
    }

    static func fetchAll(_ db: any Transaction) throws -> [DeletedAccount] {
        try db.rows("SELECT * FROM deletedAccount ORDER BY deletedAt, id", []).map(DeletedAccount.init)
    }

    func save(_ db: any Transaction) throws {
        try db.execute(
            """
            INSERT INTO deletedAccount (id, deletedAt, keptUntil) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET keptUntil = excluded.keptUntil, deletedAt = CASE
                WHEN excluded.deletedAt > deletedAccount.deletedAt THEN excluded.deletedAt
                ELSE deletedAccount.deletedAt END
            """,
            [.id(id), .time(deletedAt), .time(keptUntil)])
    }

    /// Whether an operator has put the account back since, alone out of a backup: then it stays.
    func isPutBack(_ row: AccountRow) -> Bool { row.restored > deletedAt.timeIntervalSince1970 }

    /// Forgets those that no backup can hold any more.
    static func forget(_ db: any Transaction, at time: Date) throws {
        try db.execute("DELETE FROM deletedAccount WHERE keptUntil < ?", [.time(time)])
    }
}

/// The deleted accounts as a file beside backups, `deleted.list`: a backup can't hold what was deleted after it.
package struct DeletedAccountList: Sendable, Equatable {
    package static let fileName = "deleted.list"
    /// More is no list of ours: a million accounts.
    private static let mostBytes = 80 << 20

    private(set) var accounts: [DeletedAccount] = []

    package init() {}

    package var count: Int { accounts.count }

    init(_ accounts: [DeletedAccount]) { self.accounts = accounts }

    /// Reads a list.
    ///
    /// - Parameter path: the file, its folder, or a data folder, whose accounts hold the same.
    /// - Returns: Nil where there is none.
    /// - Throws: `directoryUnusable` where it holds anything else.
    package init?(at path: String, files: any FileSystem = PosixFileSystem()) throws(VaultError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
        if isFolder.boolValue, FileManager.default.fileExists(atPath: "\(path)/accounts.sqlite") {
            do {
                accounts = try FolderSource(path, files).read(DeletedAccount.fetchAll)
            } catch {
                throw VaultError(ofAccounts: error)
            }
            return
        }
        let path = isFolder.boolValue ? "\(path)/\(Self.fileName)" : path
        guard isFolder.boolValue == false || FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try VaultError.wrapping {
            try Self.naming(path) { try files.read(path, limit: Self.mostBytes) }
        }
        guard let bytes else { return nil }
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let account = DeletedAccount(line: String(decoding: line, as: UTF8.self)) else {
                throw VaultError(
                    .directoryUnusable,
                    "line \(number + 1) of \(path) names no deleted account: correct it, or move the file away")
            }
            accounts.append(account)
        }
    }

    /// Both, each account once, as it was deleted last.
    package func joined(with other: DeletedAccountList) -> DeletedAccountList {
        let all = accounts + other.accounts
        let last = Dictionary(all.map { ($0.id, $0) }) { $0.deletedAt >= $1.deletedAt ? $0 : $1 }
        var seen: Set<AccountID> = []
        return DeletedAccountList(all.filter { seen.insert($0.id).inserted }.compactMap { last[$0.id] })
    }

    func write(to folder: String, files: any FileSystem) throws {
        let path = "\(folder)/\(Self.fileName)"
        let text = accounts.map { $0.line + "\n" }.joined()
        try Self.naming(path) { try Placement.write(path, files) { try files.write(Array(text.utf8), to: $0) } }
    }

    /// Names the list, which is beside what a command writes.
    private static func naming<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as VaultError where error.code == .storageReadOnly {
            throw VaultError(
                .directoryUnusable,
                "the list of deleted accounts \(path) can't be read and replaced by \(ProcessUser.name): give it and "
                    + "its folder to the server's user (chown)")
        }
    }
}

extension DeletedAccount {
    /// To the millisecond: an account may be put back and deleted again on one day.
    private static var time: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(includingFractionalSeconds: true) }

    fileprivate var line: String {
        "\(id) \(deletedAt.formatted(Self.time)) \(keptUntil.formatted(Self.time))"
    }

    fileprivate init?(line: String) {
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count == 3, let id = AccountID(parts[0]), let deletedAt = try? Self.time.parse(parts[1]),
            let keptUntil = try? Self.time.parse(parts[2])
        else { return nil }
        (self.id, self.deletedAt, self.keptUntil) = (id, deletedAt, keptUntil)
    }
}

// MARK: - Backups
extension DeletedAccountList {
    /// The list beside a backup.
    package static func beside(
        _ backup: String, files: any FileSystem = PosixFileSystem()
    ) throws(VaultError) -> DeletedAccountList? {
        try DeletedAccountList(at: folder(of: backup) + "/" + fileName, files: files)
    }

    private static func folder(of backup: String) -> String {
        URL(fileURLWithPath: backup).deletingLastPathComponent().path
    }

    /// Writes the accounts that were deleted beside a backup, with those already listed that may still be in one.
    static func note(_ accounts: [DeletedAccount], beside backup: String, at time: Date, files: any FileSystem) throws {
        let known = try beside(backup, files: files) ?? DeletedAccountList()
        let all = DeletedAccountList(accounts).joined(
            with: DeletedAccountList(known.accounts.filter { $0.keptUntil >= time }))
        guard all != known else { return }
        try all.write(to: folder(of: backup), files: files)
    }

    /// Takes accounts away again that a backup has brought back into a folder, and keeps the list there; blocks.
    func replay(in directory: String, files: any FileSystem) throws {
        guard !accounts.isEmpty else { return }
        let deletion = AccountDeletion(
            folder: directory, try SQLiteAccountsDatabase(existing: "\(directory)/accounts.sqlite"), files: files)
        defer { deletion.database.close() }
        for account in accounts {
            let row = try deletion.database.readBlocking { db in
                try db.row("SELECT * FROM account WHERE id = ?", [.id(account.id)]).map { try AccountRow($0) }
            }
            if let row, !account.isPutBack(row) { try deletion.delete(account) }
        }
        try deletion.database.writeBlocking { db in for account in accounts { try account.save(db) } }
    }
}

extension AccountDeletion {
    /// In a data folder, whether a server runs on it or not.
    init(folder: String, _ database: any AccountsDatabase, files: any FileSystem) {
        self.init(
            database: database, store: DirectoryBlobStore(reading: "\(folder)/vaults", files: files),
            attachments: DirectoryAttachmentBackend(
                directory: "\(folder)/attachments", files: files, accountsDatabase: database))
    }
}
