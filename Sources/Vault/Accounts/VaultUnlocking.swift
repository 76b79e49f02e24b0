import Dispatch
import Fairness
import Foundation
import Model
import Secrets
import VaultStorage

/// From a secret to the open vault.
struct VaultUnlocking: Sendable {
    let database: any AccountsDatabase
    let vaults: OpenVaults
    let backend: OpenVault.Backend
    let hashing: PasswordHashing
    /// What a password is hashed with where there is no account.
    let argon2: Argon2Parameters

    /// The account with this name; for a name that nobody has, a decoy that is compared with and never opened.
    func account(named nameHash: [UInt8]) async throws -> (id: AccountID, isDecoy: Bool) {
        try await database.read { try AccountRow.fetch($0, nameHashOrNext: nameHash) } ?? (.random(), true)
    }

    /// The vault, leased, when the password is right.
    ///
    /// Does the same work when there is no such account.
    ///
    /// - Parameter who: who waits for the hashing.
    func unlock(
        _ account: (id: AccountID, isDecoy: Bool), password: Password, for who: Requester
    ) async throws -> VaultLease? {
        let slot = try await database.read { try KeySlot.fetch($0, account: account.id, kind: .password).last }
        let cost = slot?.terms.cost ?? argon2
        let salt = slot?.terms.salt ?? [UInt8](repeating: 0, count: 16)
        let key = try await hashing.key(
            password: password.bytes, salt: salt, parameters: cost, for: who)
        return try await unlock(account.id, kind: .password, secret: key, isDecoy: account.isDecoy)
    }

    /// The account's vault, leased, when `secret` belongs to one of its slots of this kind; else nil.
    ///
    /// - Parameter known: the slots as they were read a moment ago, to save reading them again.
    func unlock(
        _ account: AccountID, kind: KeySlot.Kind, lookup: [UInt8] = [], secret: SecretBytes, known: [KeySlot]? = nil,
        isDecoy: Bool = false
    ) async throws -> VaultLease? {
        var known = known
        // A rotation may come between reading the slots and reaching the vault; then look again.
        for _ in 0..<4 {
            let slots =
                if let known {
                    known
                } else {
                    try await database.read { try KeySlot.fetch($0, account: account, kind: kind, lookup: lookup) }
                }
            known = nil
            // Also where there is no slot, so that time doesn't tell which names exist. That a slot was found by a
            // secret's look-up hash proves nothing: the database may have answered with another one.
            let publicKey = KeySlot.keyPair(secret).publicKey
            let held = slots.filter { Sodium.areEqual($0.publicKey, publicKey) }
            guard !held.isEmpty, !isDecoy else { return nil }
            let shared: OpenVault
            do {
                shared = try await vaults.lease(account) {
                    try await open(account, kind: kind, lookup: lookup, secret: secret)
                }
            } catch let error as VaultError where error.code == .overtaken {
                continue
            }
            // None when it was evicted meanwhile; open it again.
            guard let current = shared.key else {
                shared.release()
                continue
            }
            let right = held.first { $0.terms.epoch == current.epoch && $0.isAuthentic(under: current.dataKey) }
            if let right { return VaultLease(shared, by: right, accountsDatabase: database) }
            if slots.contains(where: { $0.terms.epoch == current.epoch }) {
                shared.release()
                return nil
            }
            // Another server may have replaced the key: then this closes.
            _ = try? await shared.withLock { try $0.catchUp() }
            shared.release()
        }
        throw Self.changing
    }

    /// Unlocks once more when the vault's key was replaced, or the key slot taken away, between opening the vault and using it.
    func retrying<T>(_ body: () async throws -> T) async throws -> T {
        for _ in 0..<4 {
            do {
                return try await body()
            } catch let error as VaultError {
                let isOvertaken =
                    error.code == .overtaken || (error.code == .closed && backend.store is any SharedBlobStore)
                guard isOvertaken else { throw error }
            }
        }
        throw Self.changing
    }

    private static var changing: VaultError { VaultError(.busy, "the account's keys are changing", retryAfter: 1) }

    private func open(
        _ account: AccountID, kind: KeySlot.Kind, lookup: [UInt8], secret: SecretBytes
    ) async throws -> OpenVault {
        try await offPool {
            // Read in one go, after whoever wrote the blob before is done with it.
            let (row, slots, shared) = try database.readBlocking { db in
                (
                    try AccountRow.fetch(db, id: account),
                    try KeySlot.fetch(db, account: account, kind: kind, lookup: lookup),
                    try (backend.store as? PostgresBlobStore)?.blob(account, in: db)
                )
            }
            // An account that was deleted has no slot either.
            guard !slots.isEmpty else { throw VaultError(.overtaken, "the key slot was taken away meanwhile") }
            guard let row else { throw VaultError(.vaultMissing, "the account is not in the accounts database") }
            let blobs =
                if let shared {
                    [shared]
                } else {
                    try backend.store.read(account, generation: row.lastCommit.generation)
                }
            guard let first = blobs.first else { throw VaultError(.vaultMissing, "the account's blob is gone") }
            let header = try SealedBlob.judge(first, account: account, record: row.lastCommit)
            let slot = slots.first { $0.terms.epoch == header.epoch }
            guard let dataKey = slot?.open(with: secret) else {
                throw VaultError(.vaultDamaged, "no key belongs to the blob")
            }
            return try OpenVault(
                opening: account, blobs: blobs, dataKey: dataKey, record: row.lastCommit, backend: backend)
        }
    }
}

/// Runs what blocks on a thread that nobody waits for.
func offPool<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async { continuation.resume(with: Result { try body() }) }
    }
}
