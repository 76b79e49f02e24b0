import Foundation
import Secrets
import VaultStorage

/// What becomes of an account's ways in when its data key is replaced.
enum KeyChange: Sendable {
    /// All stay.
    case none
    /// A new one stands in for those of its kind; with `endingOthers`, of sessions only that one stays.
    case one(
        KeySlot.Kind, endingOthers: [UInt8]? = nil,
        @Sendable (_ dataKey: SecretBytes, _ epoch: UInt32) throws -> KeySlot)
    /// New ones stand in for all.
    case all(NewKeys)

    /// Whether nobody keeps the recovery code yet.
    fileprivate var hasNewRecoveryCode: Bool {
        switch self {
        case .none: false
        case .one(let kind, _, _): kind == .recovery
        case .all: true
        }
    }

    fileprivate func keeps(_ slot: KeySlot) -> Bool {
        switch self {
        case .none: true
        case .one(let kind, let session, _):
            slot.terms.kind != kind
                && (session == nil || slot.terms.kind != .session || slot.terms.lookup == session)
        case .all: false
        }
    }
}

extension Accounts {
    /// Seals the vault under a new data key and wraps that for every slot that stays.
    ///
    /// Call on the account's turn.
    ///
    /// New slots are written first, beside the old; the blob says which are right; then the old ones go. So a crash at
    /// any point leaves an account that opens.
    ///
    /// - Parameter body: what is written in the same commit.
    func rotate(
        _ account: AccountID, shared: OpenVault, _ change: KeyChange = .none,
        _ body: @escaping @Sendable (Records) throws -> Void
    ) async throws {
        let current = try await shared.withLock { try $0.currentKey() }
        let epoch = current.epoch + 1
        let random = configuration.random
        let newKey: SecretBytes
        var slots: [KeySlot] = []
        if case .all(let keys) = change {
            (newKey, slots) = (keys.dataKey, keys.slots)
        } else {
            newKey = random.secret(32)
            slots = try await database.read { try KeySlot.fetchAuthentic($0, account: account) }
                .filter { $0.terms.epoch == current.epoch && $0.isAuthentic(under: current.dataKey) }
                .filter(change.keeps)
                .map { try $0.rewrapped(for: newKey, epoch: epoch, random: random) }
            if case .one(_, _, let make) = change { slots.append(try make(newKey, epoch)) }
        }
        let wasConfirmed = try await database.write { [slots] db in
            try Self.dropSlots(db, of: account, after: current.epoch)
            for slot in slots { try slot.save(db) }
            let isConfirmed = try AccountRow.fetch(db, id: account)?.isRecoveryConfirmed ?? false
            if change.hasNewRecoveryCode { try AccountRow.note(recoveryConfirmed: false, db, account) }
            return isConfirmed
        }
        do {
            try await shared.withLock { try $0.rotate(to: newKey, epoch: epoch, body) }
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
