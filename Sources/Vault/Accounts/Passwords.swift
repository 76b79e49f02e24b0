import Foundation
import Model
import Secrets
package import VaultStorage

/// Passwords: which are accepted, asking for one again before something grave, and changing one.
package struct Passwords: Sendable {
    let database: any AccountsDatabase
    let hashing: PasswordHashing
    package let breached: BreachedPasswords
    let unlocking: VaultUnlocking
    let attempts: Attempts
    let keys: AccountKeys
    let configuration: VaultConfiguration

    /// What is wrong with a new password; nil = nothing.
    package func finding(_ typed: String, username: String) -> PasswordFinding? {
        if let finding = Password.finding(typed, username: username) { return finding }
        guard let password = Password(typed), breached.contains(password) else { return nil }
        return PasswordFinding(problem: .breached, score: 0)
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
        return try await VaultError.wrapping { try await lease(session, password: password) != nil }
    }

    func require(_ session: Session, _ password: String) async throws(VaultError) {
        guard try await verify(session, password) else { throw Self.wrong }
    }

    /// Does something grave under the account's lock, once the password was given again.
    ///
    /// Whoever waited for the lock may have been overtaken by another password, a recovery, the session's end: both the
    /// password's slot and the session's are asked for again there.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong, `sessionEnded`.
    func withReauthentication<T: Sendable>(
        _ session: Session, _ password: String, _ body: @escaping @Sendable () async throws -> T
    ) async throws(VaultError) -> T {
        try session.requireFullSignIn()
        return try await VaultError.wrapping {
            try await unlocking.retrying {
                guard let lease = try await lease(session, password: password) else { throw Self.wrong }
                return try await keys.withLock(session.accountID) {
                    try await lease.requireSlot()
                    try await session.vault.withWritingLock { _ in }
                    return try await body()
                }
            }
        }
    }

    /// Puts a new password in place of the old one, and rotates the data key: an old copy of the accounts, opened by the
    /// old password, tells nothing of what is written from now on.
    ///
    /// The recovery code and passkeys stay, and sessions unless the others end.
    ///
    /// - Throws: `wrongCredentials` when `current` is wrong, `passwordRejected`.
    package func change(
        _ session: Session, current: String, new: String, username: String = "", endingOthers: Bool = false
    ) async throws(VaultError) {
        let password = try accepted(new, username: username)
        let (account, cost, now) = (session.accountID, configuration.argon2, configuration.now())
        try await withReauthentication(session, current) {
            let salt = configuration.random.bytes(16)
            let key = try await hashing.key(
                password: password.bytes, salt: salt, parameters: cost, asker: "\(account)")
            let change = KeyChange.one(.password, secret: key, endingOthers: endingOthers ? session.lookup : nil) {
                KeySlot.Terms(password: account, epoch: $0, salt: salt, cost: cost)
            }
            try await keys.rotate(account, shared: session.shared, change) { records in
                try records.log(.passwordChanged, by: session, at: now)
                guard endingOthers else { return }
                try records.log(.sessionsEnded, by: session, at: now)
                try records.forgetClients(except: [session.id])
            }
            if endingOthers {
                try await database.write { db in
                    for row in try SessionRow.fetchAll(db, account: account) where row.id != session.id {
                        try SessionRow.delete(db, account: account, lookup: row.lookup)
                    }
                }
            }
            database.forgetDeleted()
        }
    }

    /// The vault by its password; nil when that is wrong.
    private func lease(_ session: Session, password: String) async throws -> VaultLease? {
        guard let password = Password(password) else { return nil }
        let account = session.accountID
        // By the session: a borrowed one keeps nobody else from proving who they are.
        let attempt = Throttle.Attempt(
            account: account.bytes, address: Array("signed in".utf8) + session.lookup,
            event: .passwordFailed, client: ClientDescription(address: "", device: ""))
        return try await attempts.make(attempt) {
            try await unlocking.unlock((account, false), password: password, asker: "\(account)")
        }
    }

    private static var wrong: VaultError { VaultError(.wrongCredentials, "the password is wrong") }
}
