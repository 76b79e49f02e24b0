import Foundation

extension Accounts {
    /// Seals the vault under a new data key and wraps that for every slot that stays.
    ///
    /// Call on the account's turn.
    ///
    /// New slots are written first, beside the old; the blob says which are right; then the old ones go. So a crash at
    /// any point leaves an account that opens.
    ///
    /// - Parameters:
    ///   - keys: new ways in, which replace all that were, with a recovery code that nobody keeps yet; nil keeps those
    ///     that are there.
    ///   - body: what is written in the same commit.
    func rotate(
        _ account: AccountID, shared: OpenVault, replacedBy keys: ((UInt32) async throws -> NewKeys)? = nil,
        _ body: @escaping @Sendable (Records) throws -> Void
    ) async throws {
        let current = try await shared.onTurn { try $0.currentKey() }
        let epoch = current.epoch + 1
        let random = configuration.random
        let replacement = try await keys?(epoch)
        let newKey = try replacement?.dataKey ?? random.secret(32)
        let slots: [KeySlot]
        if let replacement {
            slots = replacement.slots
        } else {
            slots = try await database.read { try KeySlot.fetch($0, account: account) }
                .filter { $0.terms.epoch == current.epoch && $0.isAuthentic(under: current.dataKey) }
                .map { try $0.rewrapped(for: newKey, epoch: epoch, random: random) }
        }
        let wasConfirmed = try await database.write { db in
            try Self.dropSlots(db, of: account, after: current.epoch)
            for slot in slots { try slot.save(db) }
            let isConfirmed = try AccountRow.fetch(db, id: account)?.isRecoveryConfirmed ?? false
            if replacement != nil { try AccountRow.note(recoveryConfirmed: false, db, account) }
            return isConfirmed
        }
        do {
            try await shared.onTurn { try $0.rotate(to: newKey, epoch: epoch, body) }
        } catch {
            // A vault that closed itself doesn't know which key the disk has; both stay until it is opened again.
            if !shared.isClosed {
                try? await database.write { db in
                    try Self.dropSlots(db, of: account, after: current.epoch)
                    try AccountRow.note(recoveryConfirmed: wasConfirmed, db, account)
                }
            }
            throw error
        }
    }
}
