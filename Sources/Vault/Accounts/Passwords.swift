import Foundation
import Model
import Passkeys
import Secrets
package import VaultStorage

/// Passwords: which are accepted, asking for one again before something grave, and changing one.
package struct Passwords: Sendable {
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let hashing: PasswordHashing
    package let breached: BreachedPasswords
    let unlocking: VaultUnlocking
    let attempts: Attempts
    let keys: AccountKeys
    let events: SecurityEvents
    let configuration: VaultConfiguration

    /// What is wrong with a new password; nil = nothing.
    package func finding(_ typed: String, username: String) -> PasswordWeakness? {
        if let finding = Password.finding(typed, username: username) { return finding }
        guard let password = Password(typed), breached.contains(password) else { return nil }
        return PasswordWeakness(problem: .breached, score: 0)
    }

    /// - Throws: `passwordRejected` when anything is wrong with it.
    func accepted(_ typed: String, username: String) throws(VaultError) -> Password {
        guard finding(typed, username: username) == nil, let password = Password(typed) else {
            throw VaultError(.passwordRejected, "the password is too weak")
        }
        return password
    }

    /// Whether this is the account's password; for asking again before something grave.
    ///
    /// - Throws: `tooManyAttempts`, `busy`.
    package func verify(_ session: Session, _ password: String) async throws(VaultError) -> Bool {
        try session.requireFullSignIn()
        return try await VaultError.wrapping { try await lease(session, .password(password)) != nil }
    }

    func require(_ session: Session, _ password: String) async throws(VaultError) {
        guard try await verify(session, password) else { throw Self.wrong }
    }

    /// Whether the session's owner has shown in the last 15 minutes who they are: by signing in, or by giving the password
    /// or a passkey again.
    package func isProven(_ session: Session) async throws(VaultError) -> Bool {
        let now = configuration.now()
        return try await session.read { try $0.isProven(session.id, at: now) }
    }

    /// Notes that they have, for 15 minutes.
    ///
    /// - Throws: `wrongCredentials` when it is wrong.
    package func prove(_ session: Session, by proof: OwnerProof) async throws(VaultError) {
        let now = configuration.now()
        try await withReauthentication(session, proof) {
            try await session.vault.write { try $0.note(proof, of: session.id, at: now) }
        }
    }

    func withReauthentication<T: Sendable>(
        _ session: Session, _ password: String, _ body: @escaping @Sendable () async throws -> T
    ) async throws(VaultError) -> T {
        try await withReauthentication(session, .password(password), body)
    }

    /// Does something grave under the account's lock, once the password was given again, or a passkey that opens the vault.
    ///
    /// Whoever waited for the lock may have been overtaken by another password, a recovery, the session's end: both the
    /// password's or passkey's slot and the session's are asked for again there.
    ///
    /// - Throws: `wrongCredentials` when the proof is wrong, `sessionEnded`.
    func withReauthentication<T: Sendable>(
        _ session: Session, _ proof: OwnerProof, _ body: @escaping @Sendable () async throws -> T
    ) async throws(VaultError) -> T {
        try session.requireFullSignIn()
        return try await VaultError.wrapping {
            // An answer counts once, and what follows may be done again.
            try await accept(proof, by: session)
            return try await unlocking.retrying {
                guard let lease = try await lease(session, proof) else { throw Self.wrong }
                return try await keys.withLock(session.accountID) {
                    try await lease.requireSlot()
                    try await session.vault.withWritingLock { _ in }
                    return try await body()
                }
            }
        }
    }

    /// - Throws: `wrongCredentials` for a passkey that isn't the account's, or doesn't open its vault.
    private func accept(_ proof: OwnerProof, by session: Session) async throws {
        guard case .passkey(let response, _, let expectation) = proof else { return }
        guard expectation.requiresVerification else { throw Self.wrong }
        let answers = PasskeyAnswers(nameKey: nameKey, configuration: configuration)
        let passkey = try await attempts.make(attempt(session)) {
            try await session.vault.withWritingLock { vault in
                let device = try vault.read { try $0.clients()[session.id]?.device }
                return try answers.accept(response, expectation, of: session.accountID, in: vault, device: device ?? "")
            }
        }
        guard passkey?.opensVault == true else { throw Self.wrong }
    }

    /// The vault by the password, or by a passkey's secret; nil when that is wrong.
    private func lease(_ session: Session, _ proof: OwnerProof) async throws -> VaultLease? {
        let account = session.accountID
        switch proof {
        case .password(let typed):
            guard let password = Password(typed) else { return nil }
            return try await attempts.make(attempt(session)) {
                try await unlocking.unlock((account, false), password: password, for: session.requester)
            }
        case .passkey(let response, let secret, _):
            let lookup = KeySlot.lookup(credentialID: response.credentialID, key: nameKey)
            let unwrapping = try secret.unwrapping(account, credentialID: response.credentialID)
            return try await attempts.make(attempt(session)) {
                try await unlocking.unlock(account, kind: .passkey, lookup: lookup, secret: unwrapping)
            }
        }
    }

    /// By the session: a borrowed one keeps nobody else from proving who they are.
    private func attempt(_ session: Session) -> Throttle.Attempt {
        Throttle.Attempt(
            account: session.accountID.bytes, address: Array("signed in".utf8) + session.lookup,
            event: .passwordFailed, client: ClientDescription(address: "", device: ""))
    }

    private static var wrong: VaultError { VaultError(.wrongCredentials, "the password is wrong") }
}
