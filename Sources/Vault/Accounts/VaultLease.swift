import VaultStorage

/// An open vault that is in use, and the key slot by which it was reached: ends when nobody refers to it any more.
///
/// Good for one key of the vault alone. Whoever waited while that was replaced has to come in again.
final class VaultLease: Sendable {
    let vault: OpenVault
    /// What opened it, as it was in the accounts database.
    let slot: KeySlot
    private let accountsDatabase: any AccountsDatabase

    /// Takes over a lease on `vault`.
    init(_ vault: OpenVault, by slot: KeySlot, accountsDatabase: any AccountsDatabase) {
        (self.vault, self.slot, self.accountsDatabase) = (vault, slot, accountsDatabase)
    }

    deinit { vault.release() }

    /// What is kept of the content, where that is known without a turn; see ``OpenVault/keptNow(epoch:)``.
    var keptNow: DerivedValues? { vault.keptNow(epoch: slot.terms.epoch) }

    /// Runs `body` on the vault's turn.
    ///
    /// - Throws: `overtaken` when the vault's key was replaced since.
    func withLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        let epoch = slot.terms.epoch
        return try await vault.withLock { vault in
            guard vault.record.epoch == epoch else {
                throw VaultError(.overtaken, "the vault's key was replaced meanwhile")
            }
            return try body(vault)
        }
    }

    /// Runs `body`, which changes something, on the vault's turn.
    ///
    /// - Throws: `overtaken` when the vault's key was replaced since, or the key slot taken away, which comes first.
    func withWritingLock<T: Sendable>(_ body: @escaping @Sendable (OpenVault) throws -> T) async throws -> T {
        try await withLock { [accountsDatabase, slot] vault in
            guard try accountsDatabase.readBlocking({ try slot.isUnchanged($0) }) else { throw Self.gone }
            return try body(vault)
        }
    }

    /// Whether the key slot is still there: under the account's lock, under which slots come and go.
    ///
    /// - Throws: `overtaken` when it isn't.
    func requireSlot() async throws {
        guard try await accountsDatabase.read({ [slot] in try slot.isUnchanged($0) }) else { throw Self.gone }
        try await withLock { _ in }
    }

    private static var gone: VaultError { VaultError(.overtaken, "the key slot was taken away meanwhile") }
}
