/// A signed-in person's way to their own data; what it gives is theirs by construction.
package final class Vault: Sendable {
    let shared: OpenVault
    let cabinet: AttachmentCabinet
    private let isLocked: Bool

    /// Takes over a lease on `shared`; it ends when the last reference to this handle goes.
    init(leased shared: OpenVault, isLocked: Bool, cabinet: AttachmentCabinet) {
        self.shared = shared
        self.cabinet = cabinet
        self.isLocked = isLocked
    }

    deinit { shared.release() }

    /// Reads.
    ///
    /// `body` runs on a thread of the vault's own and sees one state of the data.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        return try await shared.onTurn { try $0.read(body) }
    }

    /// Writes.
    ///
    /// Durable when it returns; whatever it throws, nothing was changed.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws -> T {
        try requireUnlocked()
        let (result, leavesFiles) = try await shared.onTurn { vault in
            (try vault.write(body), (try? vault.read { try $0.hasUnusedFiles() }) ?? false)
        }
        // Attachments' contents go after the commit that took their last reference.
        if leavesFiles { try? await cabinet.tidy(shared) }
        return result
    }

    func requireUnlocked() throws {
        if isLocked { throw VaultError(.secondFactorRequired, "the second factor is missing") }
    }
}
