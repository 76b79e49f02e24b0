/// A signed-in person's way to their own data; what it gives is theirs by construction.
package final class Vault: Sendable {
    private let shared: OpenVault
    private let isLocked: Bool

    /// Takes over a lease on `shared`; it ends when the last reference to this handle goes.
    init(leased shared: OpenVault, isLocked: Bool) {
        self.shared = shared
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
        return try await shared.onTurn { try $0.write(body) }
    }

    private func requireUnlocked() throws {
        if isLocked { throw VaultError(.secondFactorRequired, "the second factor is missing") }
    }
}
