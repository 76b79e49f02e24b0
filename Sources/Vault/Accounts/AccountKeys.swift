import Foundation
import Secrets
import VaultStorage

/// What becomes of an account's ways in when its data key is replaced.
enum KeyChange: Sendable {
    /// All stay.
    case none
    /// A new one replaces those of its kind, and others end with them.
    case one(
        KeySlot.Kind, secret: SecretBytes, ending: @Sendable (KeySlot.Terms) -> Bool = { _ in false },
        terms: @Sendable (_ epoch: UInt32) -> KeySlot.Terms)
    /// New ones replace all.
    case all(NewKeys)

    /// Whether nobody keeps the recovery code yet.
    fileprivate var hasNewRecoveryCode: Bool {
        switch self {
        case .none: false
        case .one(let kind, _, _, _): kind == .recovery
        case .all: true
        }
    }

    fileprivate func keeps(_ slot: KeySlot) -> Bool {
        switch self {
        case .none: true
        case .one(let kind, _, let ending, _): slot.terms.kind != kind && !ending(slot.terms)
        case .all: false
        }
    }
}

/// What changes an account's data key, or what it is wrapped for: one operation at a time, in the order they came.
struct AccountKeys: Sendable {
    let database: any AccountsDatabase
    let random: RandomSource
    /// Keeps other servers out too.
    let shared: PostgresLock?
    private let locks = KeyedLock<AccountID>()

    /// How many want to change an account's keys here, with the one that holds the lock.
    func waiting(_ account: AccountID) async -> Int { await locks.length(account) }

    func withLock<T: Sendable>(
        _ account: AccountID, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        try await locks.withLock(account) {
            guard let shared else { return try await body() }
            return try await shared.holding(account, body)
        }
    }

    /// Seals the vault under a new data key and wraps that for every slot that stays.
    ///
    /// Call with the account's lock.
    ///
    /// New slots are written first, beside the old; the blob says which are right; then the old ones go. So a crash at
    /// any point leaves an account that opens. What answers without a session needs no slot: it ends with the first step.
    ///
    /// - Parameters:
    ///   - endingShared: the moment at which what answers without a session ends; nil where it goes on.
    ///   - body: what is written in the same commit.
    func rotate(
        _ account: AccountID, shared: OpenVault, _ change: KeyChange = .none, endingShared end: Date? = nil,
        _ body: @escaping @Sendable (Records) throws -> Void
    ) async throws {
        let current = try await shared.withLock { try $0.currentKey() }
        let epoch = current.epoch + 1
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
            if case .one(_, let secret, _, let terms) = change {
                slots.append(try KeySlot(terms: terms(epoch), dataKey: newKey, secret: secret, random: random))
            }
        }
        let (wasConfirmed, ended) = try await database.write { [slots] db in
            try KeySlot.delete(db, account: account, after: current.epoch)
            for slot in slots { try slot.save(db) }
            let isConfirmed = try AccountRow.fetch(db, id: account)?.isRecoveryConfirmed ?? false
            if change.hasNewRecoveryCode { try AccountRow.setRecoveryConfirmed(db, account, false) }
            return (isConfirmed, try end == nil ? nil : EndedSharing(db, of: account))
        }
        do {
            try await shared.withLock { vault in
                try vault.rotate(to: newKey, epoch: epoch) { records in
                    try body(records)
                    if let ended, let end { try records.endShared(ended, at: end) }
                }
            }
        } catch {
            // A vault that closed itself doesn't know which key the disk has; both stay until it is opened again.
            if !shared.isClosed {
                try? await database.write { db in
                    try KeySlot.delete(db, account: account, after: current.epoch)
                    try AccountRow.setRecoveryConfirmed(db, account, wasConfirmed)
                    try ended?.putBack(db)
                }
            }
            throw error
        }
    }
}
