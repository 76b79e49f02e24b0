import Foundation
import Glibc
import Secrets
import VaultStorage

/// Where an account is put back: a data folder or a database, and nobody else works there.
protocol AccountDestination {
    var nameKey: SecretBytes { get }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T

    /// A sealed attachment as it is there now; nil when it isn't there or can't be read.
    func attachment(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]?

    func put(_ account: RestorableAccount) throws -> AccountRestore.Report
}

/// Opens a place for as long as it is worked on.
struct DestinationOpener {
    let directory: String
    let database: PostgresAddress?
    let files: any FileSystem

    func with<T>(_ body: (any AccountDestination) throws -> T) throws -> T {
        if let database {
            let pool = PostgresPool.patient(database)
            defer { pool.close() }
            return try pool.transaction(.comparing) { db in
                try AccountsSchema.postgres.requireCurrent(db)
                let nameKey = try NameKey(directory, .database, files: files).stored(db)
                try requireNobody(db)
                return try body(DatabasePlace(db: db.knowing(try RowKey(nameKey)), nameKey: nameKey))
            }
        }
        let names = NameKey(directory, .folder, files: files)
        guard access("\(directory)/accounts.sqlite", F_OK) == 0 else { throw VaultError.noDataDirectory(directory) }
        guard access("\(directory)/vaults", F_OK) == 0 else { throw VaultError.noVaults(directory) }
        let lock = try DataDirectory(directory)
        defer { lock.release() }
        var accounts = try SQLiteAccountsDatabase(existing: "\(directory)/accounts.sqlite")
        let nameKey = try names.stored(accounts)
        accounts.rowKey = try RowKey(nameKey)
        try AccountReplacement(directory, files).finish(accounts)
        return try body(FolderPlace(directory: directory, accounts: accounts, nameKey: nameKey, files: files))
    }

    /// A server that has the vault open would hold the older one for an attack.
    ///
    /// Connections that end have a moment: the database tells of them until their process has gone.
    private func requireNobody(_ db: any Transaction) throws {
        let others = """
            SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
            AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1
            """
        for _ in 0..<20 {
            guard try db.finds(others, []) else { return }
            usleep(100_000)
            // What a transaction has seen of others stays as it was, unless told.
            _ = try db.rows("SELECT pg_stat_clear_snapshot()::text AS seen", [])
        }
        throw VaultError(
            .directoryInUse, "servers or commands work on this database: end all of them first, then try again")
    }
}

/// A data folder on which no server runs.
private struct FolderPlace: AccountDestination {
    let directory: String
    let accounts: SQLiteAccountsDatabase
    let nameKey: SecretBytes
    let files: any FileSystem

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T { try accounts.readBlocking(body) }

    func attachment(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]? {
        try? DirectoryAttachmentBackend(reading: "\(directory)/attachments", files: files).read(file, of: account)
    }

    func put(_ account: RestorableAccount) throws -> AccountRestore.Report {
        let id = account.item.id
        let changed = try account.attachments.filter { file, sealed in try attachment(file, of: id) != sealed }
        try AccountReplacement(directory, files).swap(account, replacing: changed) {
            try accounts.writeBlocking { db in
                try account.replaceRows(db)
                for row in account.item.rows.fileRows { try row.insert(into: "attachmentFile", db) }
            }
        }
        // Old keys are nowhere then.
        accounts.forgetDeleted()
        return AccountRestore.Report(account: id, findings: account.findings)
    }
}

/// One transaction of a database that no server works on.
private struct DatabasePlace: AccountDestination {
    let db: any Transaction
    let nameKey: SecretBytes

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T { try body(db) }

    func attachment(_ file: SealedFileID, of account: AccountID) throws -> [UInt8]? {
        try DatabaseSource(db: db).file(file, of: account)
    }

    func put(_ account: RestorableAccount) throws -> AccountRestore.Report {
        let id = account.item.id
        try account.replaceRows(db)
        try db.execute("DELETE FROM vault WHERE account = ?", [.id(id)])
        for row in account.item.rows.fileRows {
            guard let file = try? AttachmentRow(row), let sealed = account.attachments[file.id] else { continue }
            try row.insert(
                into: "attachmentFile", adding: ["writtenAt": .time(account.now), "content": .blob(sealed)], db)
        }
        try BackupRestore.insertBlob(of: account.item, into: db)
        return AccountRestore.Report(account: id, findings: account.findings)
    }
}
