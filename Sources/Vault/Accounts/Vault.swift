import Synchronization
package import VaultStorage

/// A signed-in person's way to their own data; what it gives is theirs by construction.
///
/// Each use checks whether the session may still touch the vault: where the vault's key was replaced, or the session
/// has ended, it goes in again by the session's own key slot, which is gone then.
package final class Vault: Sendable {
    let attachments: AttachmentStore
    private let leased: Mutex<VaultLease>
    private let isLocked: Bool
    private let renew: @Sendable () async throws -> VaultLease?

    /// - Parameter renew: opens the vault again by the session's own slot; nil when the session is over.
    init(
        _ lease: VaultLease, isLocked: Bool, attachments: AttachmentStore,
        renew: @escaping @Sendable () async throws -> VaultLease?
    ) {
        leased = Mutex(lease)
        self.attachments = attachments
        self.isLocked = isLocked
        self.renew = renew
    }

    var shared: OpenVault { leased.withLock { $0.vault } }

    /// Reads.
    ///
    /// `body` runs on a thread of the vault's own and sees one state of the data.
    ///
    /// - Throws: `sessionEnded` when the session is over.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        return try await withLock { try $0.read(body) }
    }

    /// What is kept of the content as it is now.
    ///
    /// - Throws: `sessionEnded` when the session is over.
    package func kept() async throws -> DerivedValues {
        try requireUnlocked()
        if let kept = leased.withLock({ $0.keptNow }) { return kept }
        return try await withLock { try $0.currentlyKept() }
    }

    /// Writes.
    ///
    /// Durable when it returns; whatever it throws, nothing was changed. Where several servers share the vault, `body`
    /// may run more than once.
    ///
    /// - Throws: `sessionEnded` when the session is over.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        let (result, leavesFiles) = try await withWritingLock { vault in
            try vault.write { (try body($0), try $0.hasUnusedFiles()) }
        }
        // Attachments' contents go after the commit that took their last reference.
        if leavesFiles { try? await attachments.collectUnused(shared) }
        return result
    }

    /// Runs `body` on the open vault's turn, under the key that the session knows.
    func withLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await renewing { try await $0.withLock(body) }
    }

    /// The same for what changes something, or hands out the key: also not once the session's row is gone.
    func withWritingLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await renewing { try await $0.withWritingLock(body) }
    }

    func requireUnlocked() throws {
        if isLocked { throw VaultError(.secondFactorRequired, "the second factor is missing") }
    }

    private func renewing<T>(_ body: (VaultLease) async throws -> T) async throws -> T {
        for _ in 0..<4 {
            let lease = leased.withLock { $0 }
            do {
                return try await body(lease)
            } catch let error as VaultError where error.code == .closed || error.code == .overtaken {
                guard let renewed = try await renew() else {
                    throw VaultError(.sessionEnded, "the session has ended meanwhile")
                }
                leased.withLock { $0 = renewed }
            }
        }
        throw VaultError(.busy, "the account's keys are changing", retryAfter: 1)
    }
}
