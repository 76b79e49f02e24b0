import Foundation
import Secrets
package import VaultStorage

/// The accounts of one data directory, or of the database that several servers share: who may sign in, and the way from a secret to an open vault.
package final class Accounts: Sendable {
    package let configuration: VaultConfiguration
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let hashing: PasswordHashing
    let throttle: Throttle
    /// Where servers count failures together; nil for one alone.
    let shared: SharedThrottle?
    let vaults: OpenVaults
    let turns: AccountLock
    let attempts = KeyedLock<Throttle.Key>(limit: 16)
    let eventSource: EventSource
    package let breachedPasswords: BreachedPasswords
    private let admins: AdminWatch
    let tally = VaultCounters()
    let store: any BlobStore
    let attachmentBackend: any AttachmentBackend
    /// Where vaults live.
    let home: OpenVault.Backend
    private let keptIn: AccountsBackend

    /// Opens what they are kept in, and makes it when it is new; blocks.
    ///
    /// - Throws: `directoryInUse` when another process has it, `directoryUnusable`, `storageFailed`, `vaultVersion`.
    package init(_ configuration: VaultConfiguration) throws(VaultError) {
        self.configuration = configuration
        // Only the first call in a process counts; `ProcessHardening.apply` reports it.
        _ = MemoryDatabase.isWiped
        keptIn = try AccountsBackend(configuration)
        (database, nameKey) = (keptIn.accountsDatabase, keptIn.nameKey)
        (store, attachmentBackend) = (keptIn.store, keptIn.attachmentBackend)
        home = OpenVault.Backend(
            store: store, records: database, random: configuration.random,
            sizeLimit: configuration.maxVaultBytes, migrator: VaultMigrations.migrator,
            atOnce: configuration.turnsAtOnce, report: { [tally] in tally.count($0) })
        eventSource = try EventSource()
        breachedPasswords = BreachedPasswords(directory: configuration.directory)
        do {
            admins = AdminWatch(try keptIn.accountsDatabase.readBlocking { try AdminWatch.admins($0) })
        } catch {
            keptIn.close()
            throw VaultError(wrapping: error)
        }
        turns = AccountLock(lock: keptIn.lock)
        hashing = PasswordHashing(atOnce: configuration.hashesAtOnce, waiting: configuration.hashesWaiting)
        throttle = Throttle(configuration.throttle)
        shared = keptIn.lock == nil ? nil : SharedThrottle(policy: throttle, accountsDatabase: database)
        vaults = OpenVaults(
            limit: configuration.maxOpenVaults, byteLimit: configuration.maxOpenBytes,
            idleSeconds: configuration.idleSeconds, now: configuration.now)
    }

    /// Closes vaults that nobody used for long and forgets sessions that are over.
    ///
    /// Call twice a minute.
    package func sweep() async {
        await vaults.sweep()
        await collectGarbage()
        let now = configuration.now()
        let (shared, configuration) = (shared, configuration)
        if let known = try? await database.read({ try AdminWatch.admins($0) }) {
            for event in admins.changes(to: known) { tell(event) }
        }
        try? await database.write { db in
            try shared?.sweep(db, now: now)
            try SessionRow.deleteDead(db, at: now, configuration)
            try db.execute("DELETE FROM invitation WHERE expires <= ?", [.time(now)])
        }
        let accountsDatabase = database
        try? await offPool { try accountsDatabase.sweep() }
    }

    /// Closes and wipes every vault; nothing can be opened afterwards.
    package func close() async {
        await vaults.closeAll()
        keptIn.close()
    }

    /// Numbers for the metrics.
    package func statistics() async -> VaultStatistics {
        var statistics = tally.statistics
        statistics.openVaults = await vaults.count
        statistics.openBytes = await vaults.bytes
        statistics.signInsQueued = hashing.load
        return statistics
    }

    /// Runs what may throw anything and lets only our own errors out.
    func translating<T>(_ body: () async throws -> T) async throws(VaultError) -> T {
        do {
            return try await body()
        } catch {
            throw VaultError(wrapping: error)
        }
    }
}
