import Foundation
import Secrets
import Synchronization
package import VaultStorage

/// The accounts of one data directory, or of the database that several servers share: opens what they are kept in, and
/// has a member for each thing that is done with them.
package final class Accounts: Sendable {
    package let configuration: VaultConfiguration
    package let registration: Registration
    package let signIn: SignIn
    package let sessions: Sessions
    package let passwords: Passwords
    package let secondFactor: SecondFactor
    package let passkeys: AccountPasskeys
    package let recovery: AccountRecovery
    package let consent: AccountConsent
    package let knownPlaces: KnownOrigins
    package let events: SecurityEvents

    let backend: AccountsBackend
    let database: any AccountsDatabase
    let vaultBackend: OpenVault.Backend
    let vaults: OpenVaults
    let attachments: AttachmentStore
    let keys: AccountKeys
    let hashing: PasswordHashing
    let attempts: Attempts
    /// Blobs of no account, and when each was seen first, in seconds that have passed.
    let orphans = Mutex<[AccountID: TimeInterval]>([:])
    private let admins: Mutex<Set<AccountID>>
    private let lastClosing: Mutex<Closing?>
    private let counters = VaultCounters()
    private let storage: StorageProbe

    /// Opens what they are kept in, and makes it when it is new; blocks.
    ///
    /// - Throws: `directoryInUse` when another process has it, `directoryUnusable`, `storageFailed`, `vaultVersion`.
    package init(_ configuration: VaultConfiguration) throws(VaultError) {
        // Only the first call in a process counts; `ProcessHardening.apply` reports it.
        _ = MemoryDatabase.isWiped
        self.configuration = configuration
        let (now, random) = (configuration.now, configuration.random)
        backend = try AccountsBackend(configuration)
        let (database, nameKey) = (backend.accountsDatabase, backend.nameKey)
        self.database = database
        do {
            admins = Mutex(try database.readBlocking { try AccountRow.admins($0) })
            lastClosing = Mutex(try database.readBlocking { try Closing.fetch($0) })
        } catch {
            backend.close()
            throw VaultError(wrapping: error)
        }

        // Beside a database that servers share, a folder holds nothing that changes but trust lists and releases.
        let written = configuration.database == nil ? ["", "/vaults"] : [""]
        storage = StorageProbe(
            written.map { configuration.directory + $0 }, files: backend.files, pause: .seconds(5) / configuration.pace)
        vaultBackend = OpenVault.Backend(
            store: backend.store, records: database, random: random, sizeLimit: configuration.maxVaultBytes,
            migrator: VaultMigrations.migrator, atOnce: configuration.turnsAtOnce,
            report: { [counters] in counters.count($0) })
        vaults = OpenVaults(
            limit: configuration.maxOpenVaults, byteLimit: configuration.maxOpenBytes,
            idleSeconds: configuration.idleSeconds, now: now)
        attachments = AttachmentStore(backend: backend.attachmentBackend, random: random, database: database)
        hashing = PasswordHashing(atOnce: configuration.hashesAtOnce, patience: configuration.hashingPatience)
        keys = AccountKeys(database: database, random: random, shared: backend.lock)
        let unlocking = VaultUnlocking(
            database: database, vaults: vaults, backend: vaultBackend, hashing: hashing, argon2: configuration.argon2)

        let isShared = backend.lock != nil
        let throttle = Throttle(configuration.throttle)
        events = SecurityEvents(now: now, report: configuration.tell)
        attempts = Attempts(
            throttle: throttle,
            shared: isShared ? SharedThrottle(policy: throttle, accountsDatabase: database) : nil, events: events,
            now: now, patience: configuration.hashingPatience)
        knownPlaces = KnownOrigins(database: database, nameKey: nameKey, random: random, now: now)

        passwords = Passwords(
            database: database, nameKey: nameKey, hashing: hashing,
            breached: BreachedPasswords(directory: configuration.directory), unlocking: unlocking, attempts: attempts,
            keys: keys, events: events, configuration: configuration)
        registration = Registration(
            database: database, nameKey: nameKey, backend: vaultBackend, passwords: passwords, places: knownPlaces,
            configuration: configuration, limit: AccountLimit(configuration.maxUsers))
        sessions = Sessions(
            database: database, unlocking: unlocking, keys: keys, attachments: attachments,
            configuration: configuration)
        signIn = SignIn(
            database: database, nameKey: nameKey, unlocking: unlocking, attempts: attempts, places: knownPlaces,
            keys: keys, sessions: sessions, counters: counters, configuration: configuration)
        secondFactor = SecondFactor(
            passwords: passwords, attempts: attempts, events: events, configuration: configuration)
        passkeys = AccountPasskeys(
            database: database, nameKey: nameKey, passwords: passwords, keys: keys, isShared: isShared,
            configuration: configuration)
        recovery = AccountRecovery(
            database: database, nameKey: nameKey, passwords: passwords, unlocking: unlocking, attempts: attempts,
            places: knownPlaces, keys: keys, events: events, configuration: configuration)
        consent = AccountConsent(database: database)
    }

    /// What would keep a server from opening them, but for another process that has the data folder; makes and changes
    /// nothing.
    ///
    /// - Throws: as the initializer, and `databaseAway` where a server would wait.
    package static func requireOpenable(_ configuration: VaultConfiguration) throws(VaultError) {
        try AccountsBackend.requireOpenable(configuration)
    }

    /// Whether a process works on a data folder now.
    package static func isInUse(_ directory: String) -> Bool { DirectoryLock.isHeld(directory) }

    /// - Throws: `directoryUnusable` where a folder is a backup, in which no server is to write.
    package static func requireNoBackup(_ directory: String) throws(VaultError) {
        try BackupLabel.requireNone(in: directory)
    }

    /// How many accounts a data folder has; nil where that can't be read.
    package static func count(in directory: String) -> Int? {
        try? SQLiteAccountsDatabase.read("\(directory)/accounts.sqlite") { try AccountRow.count($0) }
    }

    /// How many accounts there are.
    package func count() async throws(VaultError) -> Int {
        try await VaultError.wrapping {
            let count = try await database.read { try AccountRow.count($0) }
            counters.set(accounts: count)
            return count
        }
    }

    /// Deletes the account: first its wrapped keys, so that every copy of the blob is worthless, then the blob.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func delete(_ session: Session, password: String) async throws(VaultError) {
        let deleted = DeletedAccount(
            session.accountID, at: configuration.now(), backupDays: configuration.backupDays)
        try await passwords.withReauthentication(session, password) { [database] in
            try await database.write { _ = try AccountDeletion.deleteRows($0, of: deleted) }
            try await self.deleteRest(of: deleted)
        }
    }

    /// Deletes what is left of an account once its rows are gone.
    func deleteRest(of deleted: DeletedAccount) async throws {
        registration.limit.forget()
        await vaults.close(deleted.id)
        let deletion = AccountDeletion(
            database: database, store: backend.store, attachments: backend.attachmentBackend)
        try await offPool { try deletion.deleteData(of: deleted.id) }
    }

    /// Whether the accounts database answers, within seconds.
    package var isReady: Bool {
        get async { (try? await database.requireAnswer()) != nil }
    }

    /// Why the data folder can't be written now; nil when it can.
    ///
    /// May take as long as the disk does.
    package var storageFault: VaultError? {
        get async { await storage.fault() }
    }

    /// False once the data folder was moved away, or another one is in its place: then nothing is read or written.
    package var isFolderInPlace: Bool { backend.isInPlace }

    /// That the server closes for good, as it was a moment ago; nil while it doesn't.
    package var closing: Closing? { lastClosing.withLock { $0 } }

    /// Whether pages may offer to sign up, by what was last seen of the server's closing.
    package func signUpState() async throws(VaultError) -> SignUpState {
        closing == nil ? try await registration.state() : .closed
    }

    /// What the sign-up page can offer; looks whether the server closes.
    package func currentSignUpState() async throws(VaultError) -> SignUpState {
        try await VaultError.wrapping { try await lookAtClosing() }
        return try await signUpState()
    }

    /// Looks whether it closes.
    func lookAtClosing() async throws {
        let closing = try await database.read { try Closing.fetch($0) }
        lastClosing.withLock { $0 = closing }
    }

    /// Numbers for the metrics.
    package func statistics() async -> VaultStatistics {
        var statistics = counters.statistics
        statistics.openVaults = await vaults.count
        statistics.openBytes = await vaults.bytes
        statistics.signInsQueued = hashing.load
        return statistics
    }

    /// Tells that somebody became an admin, or is none any more, by whatever way: a command beside the server, another
    /// server, a hand in the database.
    func tellChanges(to admins: Set<AccountID>) {
        let before = self.admins.withLock { known in
            defer { known = admins }
            return known
        }
        for _ in admins.subtracting(before) { events.tell(.adminAdded) }
        for _ in before.subtracting(admins) { events.tell(.adminRemoved) }
    }

    /// Closes and wipes every vault; nothing can be opened afterwards.
    package func close() async {
        await vaults.closeAll()
        backend.close()
    }
}
