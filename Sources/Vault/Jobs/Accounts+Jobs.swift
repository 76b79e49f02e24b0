import Foundation
import Synchronization
import VaultStorage

extension Accounts {
    /// What is done again and again for the accounts.
    ///
    /// Nothing here opens a vault: what needs its owner is done while they have it open.
    package var jobTable: [Job] {
        [
            Job(.idleVaults, every: 30, .eachServer) { try await self.closeVaults() },
            Job(.openVaults, every: 30, .eachServer, forgets: true) { await self.collectGarbage() },
            Job(.admins, every: 30, .eachServer) {
                self.tellChanges(to: try await self.database.read { try AccountRow.admins($0) })
                _ = try await self.count()
            },
            Job(.closing, every: 5, .eachServer) { try await self.lookAtClosing() },
            Job(.nameKey, every: 60, .eachServer) { [backend, configuration] in
                let place: NameKey.Place = backend.lock == nil ? .folder : .database
                let names = NameKey(configuration.directory, place, files: backend.files)
                try await offPool { try names.keep(backend.nameKey) }
            },
            Job(.sessions, every: 600, .oneServer, forgets: true) {
                let (now, configuration) = (self.configuration.now(), self.configuration)
                try await self.database.write { try SessionRow.deleteDead($0, at: now, configuration) }
            },
            Job(.invitations, every: 3_600, .oneServer, forgets: true) {
                let now = self.configuration.now()
                try await self.database.write { try Invitation.deleteExpired($0, at: now) }
            },
            Job(.withdrawals, every: 3_600, .oneServer, forgets: true) { try await self.deleteWithdrawn() },
            Job(.orphans, every: 21_600, .oneServer) { try await self.removeOrphans() },
            Job(.passingFiles, every: 3_600, .oneServer, forgets: true) { try await self.removePassedFiles() },
            Job(.healthLinks, every: 3_600, .oneServer, forgets: true) { try await self.removeEndedLinks() },
            Job(.deletedAccounts, every: 86_400, .oneServer, forgets: true) {
                let now = self.configuration.now()
                try await self.database.write { try DeletedAccount.forget($0, at: now) }
            },
        ] + (backend.lock == nil ? [] : sharedJobs)
    }

    /// Does each of these once, due or not.
    package func sweep() async {
        for job in jobTable { try? await job.run() }
    }

    /// What only a database that servers share keeps.
    private var sharedJobs: [Job] {
        [
            Job(.throttle, every: 600, .oneServer, forgets: true) { [attempts] in
                try await self.database.write { try attempts.sweep($0) }
            },
            Job(.receipts, every: 3_600, .oneServer) { [database] in try await offPool { try database.sweep() } },
        ]
    }

    /// Closes vaults that nobody used for long, and those of accounts that were deleted or disabled elsewhere.
    private func closeVaults() async throws {
        await vaults.sweep()
        let open = await vaults.openNow().map(\.account)
        let shut = try await database.read { db in
            try open.filter { account in
                try !db.finds("SELECT 1 AS one FROM account WHERE id = ? AND isDisabled = 0", [.id(account)])
            }
        }
        for account in shut { await vaults.close(account) }
    }

    /// Removes blobs and attachments that belong to no account, once they did so for an hour: a blob is written before
    /// its account's row.
    private func removeOrphans() async throws {
        let (store, attachments, database) = (backend.store, backend.attachmentBackend, database)
        let found = try await offPool {
            let stored = Set(
                try store.accounts() + ((attachments as? DirectoryAttachmentBackend)?.accounts() ?? []))
            // Asked after they were listed, so that a new account's row is seen.
            return try database.readBlocking { db in try stored.filter { try !RowAudit.isThere($0, db) } }
        }
        let uptime = configuration.uptime()
        let old = orphans.withLock { orphans in
            orphans = orphans.filter { found.contains($0.key) }
            for account in found where orphans[account] == nil { orphans[account] = uptime }
            return orphans.filter { uptime - $0.value >= 3_600 }.map(\.key)
        }
        try await offPool {
            for account in old {
                try store.remove(account)
                try attachments.removeAll(of: account)
            }
        }
    }
}
