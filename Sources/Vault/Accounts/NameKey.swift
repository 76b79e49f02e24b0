import Foundation
import Secrets
import VaultStorage

/// The key that user names are hashed with, and that shows which rows a server wrote.
///
/// It is in a file, `names.key`. The accounts never hold it, only a value by which another one shows; that they hold
/// this value tells accounts that were used before from new ones.
struct NameKey {
    /// Where the accounts are, which decides what is to be done about a wrong or missing key.
    enum Place {
        /// In the data folder, beside the key.
        case folder
        /// In a database that servers share; each has the key in its own folder.
        case database
    }

    private static let setting = "names.key"

    private let directory: String
    private let place: Place
    /// What people know the folder by.
    private let name: String
    private let files: any FileSystem

    init(_ directory: String, _ place: Place, called name: String? = nil, files: any FileSystem) {
        (self.directory, self.place, self.name, self.files) = (directory, place, name ?? directory, files)
    }

    /// The key of accounts that were used before, or, where there are none yet, a new one.
    ///
    /// - Parameter isExpected: whether there have to be accounts already.
    /// - Throws: `directoryUnusable` when the file is missing, or is not the accounts'; when accounts are missing.
    func opened(_ accountsDatabase: any AccountsDatabase, random: RandomSource, isExpected: Bool) throws -> SecretBytes
    {
        guard try Self.check(accountsDatabase) != nil else {
            try requireNew(isExpected: isExpected)
            return try make(accountsDatabase, random)
        }
        if try accountsDatabase.readBlocking(isDraft) {
            let placement = Placement(files)
            placement.move(draft, to: path)
            try VaultError.wrapping { try placement.place() }
        }
        return try stored(accountsDatabase)
    }

    /// What `opened` would throw, without making or changing anything.
    ///
    /// - Throws: `directoryUnusable`.
    func requireOwn(_ db: any Transaction, isExpected: Bool) throws {
        guard try Self.check(db) != nil else { return try requireNew(isExpected: isExpected) }
        guard try !isDraft(db) else { return }
        _ = try stored(db)
    }

    /// Whether a first start was cut short that had not yet given the accounts' key its name.
    private func isDraft(_ db: any Transaction) throws -> Bool {
        guard case .failure(.missing) = try find(db), let known = try Self.check(db),
            let draft = try? Self.read(draft, files)
        else { return false }
        return Sodium.areEqual(known, Self.value(draft))
    }

    /// The key of the file, if it is the one of the accounts.
    ///
    /// - Throws: `directoryUnusable`.
    func stored(_ accountsDatabase: any AccountsDatabase) throws -> SecretBytes {
        try accountsDatabase.readBlocking { try stored($0) }
    }

    /// As above, in a transaction.
    func stored(_ db: any Transaction) throws -> SecretBytes {
        switch try find(db) {
        case .success(let key): return key
        case .failure(let wrong): throw refusal(wrong)
        }
    }

    /// Shows which rows of the accounts a server wrote.
    ///
    /// - Throws: as above.
    func rowKey(_ db: any Transaction) throws -> RowKey { try RowKey(try stored(db)) }

    /// Why a file isn't the one of the accounts.
    enum Wrong: Error {
        case missing, damaged, foreign
    }

    /// The key of the file, or why it isn't the one of the accounts.
    func find(_ db: any Transaction) throws -> Result<SecretBytes, Wrong> {
        let key: SecretBytes?
        do throws(VaultError) {
            key = try Self.read(path, files)
        } catch {
            guard error.code == .vaultDamaged else { throw error }
            return .failure(.damaged)
        }
        guard let key else { return .failure(.missing) }
        guard let known = try Self.check(db), Sodium.areEqual(known, Self.value(key)) else { return .failure(.foreign) }
        return .success(key)
    }

    /// Has accounts that are being put back belong to the file's key, unless they belong to one already.
    func adopt(_ db: any Transaction) throws -> SecretBytes {
        if try Self.check(db) == nil {
            guard let key = try Self.read(path, files) else { throw refusal(.missing) }
            try Self.record(key, db)
        }
        return try stored(db)
    }

    /// Whether other accounts have the same key.
    static func isOfBoth(_ one: any Transaction, _ other: any Transaction) throws -> Bool {
        guard let known = try check(one) else { return false }
        return try check(other) == known
    }

    /// - Throws: `directoryUnusable` where the folder shows that there were accounts, or where they are expected.
    func requireNew(isExpected: Bool) throws(VaultError) {
        if isExpected {
            let accounts = place == .folder ? directory : "the database"
            throw VaultError(
                .directoryUnusable,
                "\(accounts) holds no accounts, and --expect-data says that there are some: see that the disk is "
                    + "mounted and the name is right; for a first start leave that setting out")
        }
        if place == .folder { try DataDirectory.requireNoOtherProgram(directory) }
        let names = place == .folder ? ["names.key", "vaults", "attachments"] : ["names.key"]
        guard let left = names.first(where: isThere) else { return }
        throw VaultError(
            .directoryUnusable,
            place == .folder
                ? "\(directory) holds \(left), but accounts.sqlite is missing or empty: nothing was changed. Keep a copy "
                    + "of the folder as it is, and restore the last backup into an empty one; if only names.key is there "
                    + "and nobody ever had an account here, take it away"
                : "\(directory) holds \(left), but the database holds no accounts: see that its name is right; "
                    + "if it is a new one, take names.key away, or restore a backup into it")
    }

    /// Whether there is such a file, or such a folder with anything in it.
    private func isThere(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        let path = "\(directory)/\(name)"
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
        return !isFolder.boolValue || (try? FileManager.default.contentsOfDirectory(atPath: path)) != []
    }
}

// MARK: - The file
extension NameKey {
    private var path: String { "\(directory)/names.key" }
    /// No leftover that anybody may take away: once the accounts know of it, it is their key.
    private var draft: String { "\(directory)/names.key.new" }

    /// Puts the file back where it was lost while a server runs, which holds the key in memory.
    ///
    /// - Throws: `directoryUnusable` where another one is there, which is left as it is.
    func keep(_ key: SecretBytes) throws {
        let there: SecretBytes?
        do throws(VaultError) {
            there = try Self.read(path, files)
        } catch {
            throw error.code == .vaultDamaged ? Self.wrong("damaged") : error
        }
        if let there {
            guard Sodium.areEqual(Self.value(there), Self.value(key)) else { throw Self.wrong("another one") }
            return
        }
        let placement = try writeDraft(key)
        try VaultError.wrapping { try placement.place() }
    }

    private static func wrong(_ what: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "names.key in the data folder is \(what): take it away, and this server writes the right one within a minute; "
                + "don't stop it before")
    }

    private func writeDraft(_ key: SecretBytes) throws(VaultError) -> Placement {
        var bytes = key.copied()
        defer { Sodium.wipe(&bytes) }
        let placement = Placement(files)
        try placement.write(bytes, to: path, growingAs: draft)
        try files.syncDirectory(directory)
        return placement
    }

    /// First the draft, then what the accounts know of it, then its name: so a start that is cut short can be done again.
    private func make(_ accountsDatabase: any AccountsDatabase, _ random: RandomSource) throws -> SecretBytes {
        let key = random.secret(32)
        let placement = try writeDraft(key)
        try accountsDatabase.writeBlocking { try Self.record(key, $0) }
        // Another server may have been first: then this one waits for its key.
        guard let known = try Self.check(accountsDatabase), Sodium.areEqual(known, Self.value(key)) else {
            placement.rollBack()
            return try stored(accountsDatabase)
        }
        try VaultError.wrapping { try placement.place() }
        return key
    }

    /// Nil when there is none.
    private static func read(_ path: String, _ files: any FileSystem) throws(VaultError) -> SecretBytes? {
        guard var bytes = try VaultError.wrapping({ try files.head(path, count: 33) }) else { return nil }
        defer { Sodium.wipe(&bytes) }
        guard bytes.count == 32 else { throw VaultError(.vaultDamaged, "names.key has another length than a key") }
        return SecretBytes(copying: bytes)
    }

    private func refusal(_ wrong: Wrong) -> VaultError {
        let what =
            switch wrong {
            case .missing: "names.key is missing in \(name), and without it nobody can sign in"
            case .damaged: "\(name)/names.key is damaged, since a key has 32 bytes, and without it nobody can sign in"
            case .foreign: "\(name)/names.key is not the one of these accounts, and with it nobody can sign in"
            }
        let advice =
            switch place {
            case .folder: "put in the copy that was kept apart, or the one of a backup"
            case .database: "copy it there from a server that runs on this database"
            }
        return VaultError(.directoryUnusable, "\(what): \(advice)")
    }
}

// MARK: - What the accounts know of it
extension NameKey {
    private static func record(_ key: SecretBytes, _ db: any Transaction) throws {
        try db.execute(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.text(setting), .blob(value(key))])
    }

    private static func check(_ accountsDatabase: any AccountsDatabase) throws -> [UInt8]? {
        try accountsDatabase.readBlocking(check)
    }

    static func check(_ db: any Transaction) throws -> [UInt8]? {
        try db.row("SELECT value FROM setting WHERE name = ?", [.text(setting)])?.blob("value")
    }

    private static func value(_ key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp check of names.key 1".utf8), key: key)
    }
}
