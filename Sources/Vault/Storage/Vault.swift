import Synchronization

/// A signed-in person's way to their own data; what it gives is theirs by construction.
package final class Vault: Sendable {
    let cabinet: AttachmentCabinet
    private let leased: Mutex<OpenVault>
    private let isLocked: Bool
    private let renew: @Sendable () async throws -> OpenVault?

    /// Takes over a lease on `shared`; it ends when the last reference to this handle goes.
    ///
    /// - Parameter renew: opens the vault again when it was closed meanwhile; nil when that is over.
    init(
        leased shared: OpenVault, isLocked: Bool, cabinet: AttachmentCabinet,
        renew: @escaping @Sendable () async throws -> OpenVault?
    ) {
        leased = Mutex(shared)
        self.cabinet = cabinet
        self.isLocked = isLocked
        self.renew = renew
    }

    deinit { shared.release() }

    var shared: OpenVault { leased.withLock { $0 } }

    /// Reads.
    ///
    /// `body` runs on a thread of the vault's own and sees one state of the data.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        return try await onTurn { try $0.read(body) }
    }

    /// Writes.
    ///
    /// Durable when it returns; whatever it throws, nothing was changed. Where several servers share the vault, `body`
    /// may run more than once.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        let (result, leavesFiles) = try await onTurn { vault in
            try vault.write { (try body($0), try $0.hasUnusedFiles()) }
        }
        // Attachments' contents go after the commit that took their last reference.
        if leavesFiles { try? await cabinet.tidy(shared) }
        return result
    }

    /// Runs `body` on the open vault's turn; on a new one when another server has replaced the key.
    func onTurn<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        do {
            return try await shared.onTurn(body)
        } catch let error as VaultError where error.code == .closed {
            guard let renewed = try await renew() else { throw error }
            let closed = leased.withLock { leased in
                defer { leased = renewed }
                return leased
            }
            closed.release()
            return try await renewed.onTurn(body)
        }
    }

    func requireUnlocked() throws {
        if isLocked { throw VaultError(.secondFactorRequired, "the second factor is missing") }
    }
}
