import Fairness
package import Foundation
import Synchronization

/// The vaults that are open now: one for each account, bounded in memory, closed when idle.
package actor OpenVaults {
    private struct Entry {
        let opening: Task<OpenVault, any Error>
        var vault: OpenVault?
        let created: Date
        var closing: Task<Void, Never>?

        var lastUsed: Date { max(vault?.lastUsed ?? created, created) }
    }

    private let queue = ActorExecutor("vaccinapp.vaults")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// How many may be open at once; nil for as many as the memory holds.
    private let limit: Int?
    private let byteLimit: Int
    private let idleSeconds: TimeInterval
    private let now: @Sendable () -> Date
    private var entries: [AccountID: Entry] = [:]
    private var isShut = false
    /// Those of the entries that are open and not being closed.
    private let ready = Mutex<[AccountID: OpenVault]>([:])

    /// Bytes that one counts for while it is being opened: about what a family's takes.
    private static let unopened = 262_144

    package init(limit: Int?, byteLimit: Int, idleSeconds: TimeInterval, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.byteLimit = byteLimit
        self.idleSeconds = idleSeconds
        self.now = now
    }

    package var count: Int { entries.count }
    /// Bytes of memory that they take, with what is kept beside them.
    package var bytes: Int { entries.values.reduce(0) { $0 + ($1.vault?.memoryUse ?? Self.unopened) } }

    /// The account's vault, leased, if it is open already and not being closed: without a turn.
    private nonisolated func leaseNow(_ account: AccountID) -> OpenVault? {
        let vault = ready.withLock { ready -> OpenVault? in
            guard let vault = ready[account], !vault.isClosed else { return nil }
            vault.lease()
            return vault
        }
        vault?.lastUsed = now()
        return vault
    }

    /// The account's open vault, leased, if there is one.
    package func lease(_ account: AccountID) async throws -> OpenVault? {
        while let entry = entries[account] {
            if let closing = entry.closing {
                await closing.value
                forget(account, closing)
            } else if let vault = try await take(entry.opening, account) {
                return vault
            }
        }
        return nil
    }

    /// The account's open vault, leased; opened by `open` when it isn't yet.
    package nonisolated func lease(
        _ account: AccountID, open: @escaping @Sendable () async throws -> OpenVault
    ) async throws -> OpenVault {
        if let vault = leaseNow(account) { return vault }
        return try await leaseInTurn(account, open: open)
    }

    private func leaseInTurn(
        _ account: AccountID, open: @escaping @Sendable () async throws -> OpenVault
    ) async throws -> OpenVault {
        while true {
            if let vault = try await lease(account) { return vault }
            guard !isShut else { throw VaultError(.closed, "the server is closing") }
            try await makeRoom()
            if entries[account] == nil {
                entries[account] = Entry(opening: Task { try await open() }, created: now())
            }
        }
    }

    /// Closes one account's vault, in use or not; what it is doing is finished first.
    package func close(_ account: AccountID) async {
        guard let entry = entries[account] else { return }
        let closing =
            entry.closing
            ?? Task {
                guard let vault = try? await entry.opening.value else { return }
                try? await vault.withLock { $0.close() }
            }
        // The entry stays until then, so that nobody opens the blob while its last writer is still at it.
        entries[account]?.closing = closing
        ready.withLock { $0[account] = nil }
        await closing.value
        forget(account, closing)
    }

    /// Every vault that is open, without counting as its use: looking at one keeps it from no end.
    package func openNow() -> [OpenVault] {
        entries.values.filter { $0.closing == nil }.compactMap(\.vault).filter { !$0.isClosed }
    }

    /// Closes what has been idle for long, and of the rest the longest idle while all together take too much: what is kept
    /// beside them grows as they are used.
    package func sweep() async {
        let deadline = now().addingTimeInterval(-idleSeconds)
        // One that was used at a time that is yet to come was so before the clock was put back.
        let isIdle = { (entry: Entry) in entry.lastUsed <= deadline || entry.lastUsed > self.now() }
        for (account, entry) in entries where isIdle(entry) && entry.vault?.isLeased == false {
            await close(account)
        }
        while bytes > byteLimit, let oldest = longestIdle(evenIfLeased: false) { await close(oldest) }
    }

    package func closeAll() async {
        isShut = true
        for account in Array(entries.keys) { await close(account) }
    }

    private func take(_ opening: Task<OpenVault, any Error>, _ account: AccountID) async throws -> OpenVault? {
        do {
            let vault = try await opening.value
            guard !vault.isClosed, let entry = entries[account], entry.opening == opening, entry.closing == nil else {
                if vault.isClosed, entries[account]?.opening == opening {
                    entries[account] = nil
                    ready.withLock { $0[account] = nil }
                }
                return nil
            }
            vault.lease()
            vault.lastUsed = now()
            entries[account]?.vault = vault
            ready.withLock { $0[account] = vault }
            return vault
        } catch {
            if entries[account]?.opening == opening { entries[account] = nil }
            throw error
        }
    }

    private func forget(_ account: AccountID, _ closing: Task<Void, Never>) {
        if entries[account]?.closing == closing { entries[account] = nil }
    }

    /// Closes vaults, those that nobody uses first, and of them the longest idle, until there is room for one more.
    ///
    /// Who has one leased for long, as while a file is read, keeps nobody else out: it is closed between two of its
    /// turns, and opened again at the next.
    private func makeRoom() async throws {
        while limit.map({ entries.count >= $0 }) ?? false || bytes > byteLimit {
            guard let oldest = longestIdle(evenIfLeased: true) else {
                throw VaultError(.busy, "as many vaults as allowed are being opened or closed", retryAfter: 5)
            }
            await close(oldest)
        }
    }

    /// Of those that nobody uses the one that was used longest ago; else, if it may be, of all.
    private func longestIdle(evenIfLeased: Bool) -> AccountID? {
        let open = entries.filter { $0.value.closing == nil && $0.value.vault != nil }
        let idle = open.filter { $0.value.vault?.isLeased == false }
        return (idle.isEmpty && evenIfLeased ? open : idle).min { $0.value.lastUsed < $1.value.lastUsed }?.key
    }
}
