import Glibc
import Secrets
import VaultStorage

/// What a server's accounts are kept in: a directory alone, or a directory and a database that servers share.
struct AccountsBackend: Sendable {
    let accountsDatabase: any AccountsDatabase
    let store: any BlobStore
    let attachmentBackend: any AttachmentBackend
    let nameKey: SecretBytes
    /// Keeps other servers from changing an account's keys meanwhile; nil for a server alone.
    var lock: PostgresLock? { postgres?.lock }
    /// The data folder's files: those of the folder that was opened, and of no other that is there later.
    let files: any FileSystem
    /// False once the data folder was moved away, or another one is in its place.
    var isInPlace: Bool { directory.folder.isInPlace }
    private let directory: DataDirectory
    private let postgres: PostgresBackend?

    /// Opens it, and makes it when it is new.
    ///
    /// - Throws: `directoryInUse` when another process has it, `directoryUnusable`, `storageFailed`, `vaultVersion`.
    init(_ configuration: VaultConfiguration) throws(VaultError) {
        try Self.requireOpenable(configuration)
        if let address = configuration.database {
            try self.init(configuration, address)
        } else {
            try self.init(alone: configuration)
        }
    }

    /// What would keep a server from opening it, but for another process that has it; makes and changes nothing.
    ///
    /// - Throws: as the initializer.
    static func requireOpenable(_ configuration: VaultConfiguration) throws(VaultError) {
        try DataDirectory.requireUsable(configuration.directory)
        try DataDirectory.requireNoRestore(configuration.directory)
        if let address = configuration.database {
            guard access("\(configuration.directory)/accounts.sqlite", F_OK) != 0 else {
                throw VaultError(
                    .directoryUnusable,
                    "\(configuration.directory) holds accounts of its own: back it up, restore the backup into the "
                        + "database with --database, and start with a folder that has only names.key of it")
            }
            let names = NameKey(configuration.directory, .database, files: configuration.files)
            try PostgresBackend.requireOpenable(address, timeouts: configuration.databaseTimeouts) {
                try names.requireOwn($0, isExpected: configuration.expectsData)
            } new: {
                try names.requireNew(isExpected: configuration.expectsData)
            }
            return
        }
        let path = "\(configuration.directory)/accounts.sqlite"
        let names = NameKey(configuration.directory, .folder, files: configuration.files)
        var status = stat()
        if stat(path, &status) != 0 || status.st_size == 0 {
            try names.requireNew(isExpected: configuration.expectsData)
        } else {
            try requireAccounts(path, names, configuration)
        }
    }

    private init(alone configuration: VaultConfiguration) throws(VaultError) {
        let path = "\(configuration.directory)/accounts.sqlite"
        directory = try DataDirectory(configuration.directory)
        var configuration = configuration
        configuration.files = PinnedDirectoryFiles(directory.folder, over: configuration.files)
        files = configuration.files
        let names = NameKey(configuration.directory, .folder, files: files)
        var accountsDatabase = try SQLiteAccountsDatabase(path: path, in: directory.folder, names: names)
        nameKey = try VaultError.wrapping {
            try names.opened(
                accountsDatabase, random: configuration.random, isExpected: configuration.expectsData)
        }
        accountsDatabase.rowKey = try RowKey(nameKey)
        self.accountsDatabase = accountsDatabase
        store =
            if let blobs = configuration.blobs {
                blobs
            } else {
                try Self.vaults(configuration, accountsDatabase)
            }
        attachmentBackend =
            configuration.attachments
            ?? DirectoryAttachmentBackend(
                directory: "\(configuration.directory)/attachments", files: configuration.files,
                accountsDatabase: accountsDatabase)
        postgres = nil
    }

    /// - Throws: `vaultVersion` where another program or release made the file, `directoryUnusable` where its `names.key` is
    ///   another one, or where there are accounts and not one of their vaults.
    private static func requireAccounts(
        _ path: String, _ names: NameKey, _ configuration: VaultConfiguration
    ) throws(VaultError) {
        let vaults = "\(configuration.directory)/vaults"
        do {
            try SQLiteAccountsDatabase.read(path) { db in
                guard try AccountsSchema.sqlite.isMade(db) else {
                    return try names.requireNew(isExpected: configuration.expectsData)
                }
                try names.requireOwn(db, isExpected: configuration.expectsData)
                guard try db.finds("SELECT 1 AS one FROM account LIMIT 1", []) else { return }
                let isThere = access(vaults, F_OK) == 0
                guard try !isThere || configuration.files.list(vaults).allSatisfy({ !$0.contains(".vault") }) else {
                    return
                }
                throw VaultError(
                    .directoryUnusable,
                    "there are accounts, and \(vaults) holds none of their vaults: put it back, or restore a backup")
            }
        } catch {
            throw VaultError(ofAccounts: error)
        }
    }

    /// The folder of vaults, once what a killed process had begun there is done.
    private static func vaults(
        _ configuration: VaultConfiguration, _ accountsDatabase: SQLiteAccountsDatabase
    ) throws(VaultError) -> DirectoryBlobStore {
        let path = "\(configuration.directory)/vaults"
        do {
            if access(path, F_OK) == 0 {
                Draft.removeLeftovers(in: configuration.directory)
                try AccountReplacement(configuration.directory, configuration.files).finish(accountsDatabase)
            }
        } catch {
            throw VaultError(ofAccounts: error)
        }
        return try DirectoryBlobStore(
            directory: path, files: configuration.files, limit: configuration.maxVaultBytes * 2)
    }

    private init(_ configuration: VaultConfiguration, _ address: PostgresAddress) throws(VaultError) {
        // Servers may have their catalogue and trust lists in one folder, so nobody has it alone.
        directory = try DataDirectory(configuration.directory, isShared: true)
        let files = PinnedDirectoryFiles(directory.folder, over: configuration.files)
        self.files = files
        let names = NameKey(configuration.directory, .database, files: files)
        let postgres = try PostgresBackend(
            address, connections: configuration.databaseConnections, timeouts: configuration.databaseTimeouts,
            makingTables: names
        ) { try names.opened($0, random: configuration.random, isExpected: configuration.expectsData) }
        nameKey = postgres.nameKey
        (accountsDatabase, store, attachmentBackend) = (postgres.accountsDatabase, postgres.blobs, postgres.attachments)
        self.postgres = postgres
    }

    func close() {
        accountsDatabase.close()
        postgres?.close()
        directory.release()
    }
}
