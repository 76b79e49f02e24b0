import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The accounts of one data directory: who may sign in, and the way from a secret to an open vault.
package final class Accounts: Sendable {
    package let configuration: VaultConfiguration
    let database: any Books
    let nameKey: SecretBytes
    let hashing: PasswordHashing
    let throttle: Throttle
    let vaults: OpenVaults
    let turns = AccountTurns()
    let tally = VaultTally()
    let store: any BlobStore
    let attachments: any AttachmentStore
    private let directory: DataDirectory

    /// Opens the data directory, and makes it when it is new.
    ///
    /// - Throws: `directoryInUse` when another process has it, `directoryUnusable`, `storageFailed`, `vaultVersion`.
    package init(_ configuration: VaultConfiguration) throws(VaultError) {
        self.configuration = configuration
        // Only the first call in a process counts; `ProcessHardening.apply` reports it.
        _ = SQLiteMemory.isWiped
        directory = try DataDirectory(configuration.directory)
        let path = "\(configuration.directory)/accounts.sqlite"
        // Without its key no user name would be found again, and new ones would hide that.
        if access(path, F_OK) == 0, access("\(configuration.directory)/names.key", F_OK) != 0 {
            throw VaultError(.directoryUnusable, "names.key is missing beside accounts.sqlite")
        }
        nameKey = try directory.nameKey(files: configuration.files, random: configuration.random)
        database = try SQLiteBooks(path: path)
        store =
            if let blobs = configuration.blobs {
                blobs
            } else {
                try DirectoryBlobStore(
                    directory: "\(configuration.directory)/vaults", files: configuration.files,
                    limit: configuration.maxVaultBytes * 2)
            }
        attachments =
            configuration.attachments
            ?? DirectoryAttachmentStore(
                directory: "\(configuration.directory)/attachments", files: configuration.files, books: database)
        hashing = PasswordHashing(atOnce: configuration.hashesAtOnce, waiting: configuration.hashesWaiting)
        throttle = Throttle(configuration.throttle)
        vaults = OpenVaults(
            limit: configuration.maxOpenVaults, byteLimit: configuration.maxOpenBytes,
            idleSeconds: configuration.idleSeconds, now: configuration.now)
    }

    /// Closes vaults that nobody used for long and forgets sessions that are over.
    ///
    /// Call twice a minute.
    package func sweep() async {
        await vaults.sweep()
        await careForAttachments()
        let now = configuration.now()
        let idle = configuration.sessionIdleSeconds
        try? await database.write { db in
            try SessionRow.deleteDead(db, at: now, idleSeconds: idle)
            try db.execute("DELETE FROM invitation WHERE expires <= ?", [.time(now)])
        }
    }

    /// Closes and wipes every vault; nothing can be opened afterwards.
    package func close() async {
        await vaults.closeAll()
        database.close()
        directory.release()
    }

    /// Numbers for the metrics.
    package func statistics() async -> VaultStatistics {
        var statistics = tally.statistics
        statistics.openVaults = await vaults.count
        statistics.openBytes = await vaults.bytes
        statistics.signInsQueued = hashing.load
        return statistics
    }

    var home: OpenVault.Home {
        OpenVault.Home(
            store: store, bookkeeping: database, random: configuration.random,
            sizeLimit: configuration.maxVaultBytes, tally: tally, migrator: VaultMigrations.migrator)
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
