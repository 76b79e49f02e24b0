import Model
import Foundation
import Secrets
package import VaultStorage

extension Accounts {
    /// Whether this is the account's password; for asking again before something grave.
    ///
    /// - Throws: `tooManyAttempts`, `busy`.
    package func verifyPassword(_ session: Session, _ password: String) async throws(VaultError) -> Bool {
        try session.requireFullSignIn()
        return try await translating { try await lease(session, password: password) != nil }
    }

    func requirePassword(_ session: Session, _ password: String) async throws(VaultError) {
        guard try await verifyPassword(session, password) else { throw Self.wrongPassword }
    }

    /// Does something grave on the account's turn, once the password was given again.
    ///
    /// Whoever waited for the turn may have been overtaken by another password, a recovery, the session's end: both the
    /// password's slot and the session's are asked for again there.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong, `sessionEnded`.
    func changingKeys<T: Sendable>(
        _ session: Session, password: String, _ body: @escaping @Sendable () async throws -> T
    ) async throws(VaultError) -> T {
        try session.requireFullSignIn()
        return try await translating {
            try await again {
                guard let lease = try await self.lease(session, password: password) else { throw Self.wrongPassword }
                return try await self.turns.run(session.accountID) {
                    try await lease.requireWayIn()
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
    package func changePassword(
        _ session: Session, current: String, new: String, username: String = "", endingOthers: Bool = false
    ) async throws(VaultError) {
        guard passwordFinding(new, username: username) == nil, let password = Password(new) else {
            throw VaultError(.passwordRejected, "the password is too weak")
        }
        let (account, random, now) = (session.accountID, configuration.random, configuration.now())
        let cost = configuration.argon2
        try await changingKeys(session, password: current) {
            let salt = random.bytes(16)
            let key = try await self.hashing.key(
                password: password.bytes, salt: salt, parameters: cost, asker: "\(account)")
            let change = KeyChange.one(.password, endingOthers: endingOthers ? session.lookup : nil) { dataKey, epoch in
                let terms = KeySlot.Terms(password: account, epoch: epoch, salt: salt, cost: cost)
                return try KeySlot(terms: terms, dataKey: dataKey, secret: key, random: random)
            }
            try await self.rotate(account, shared: session.shared, change) { records in
                try records.log(AccessEvent.Code.passwordChanged, by: session, at: now)
                guard endingOthers else { return }
                try records.log(AccessEvent.Code.sessionsEnded, by: session, at: now)
                try records.forgetClients(except: [session.id])
            }
            if endingOthers {
                try await self.database.write { db in
                    for row in try SessionRow.fetchAll(db, account: account) where row.id != session.id {
                        try SessionRow.delete(db, account: account, lookup: row.lookup)
                    }
                }
            }
            self.database.forgetDeleted()
        }
    }

    /// The vault by its password; nil when that is wrong.
    private func lease(_ session: Session, password: String) async throws -> VaultLease? {
        guard let password = Password(password) else { return nil }
        let account = session.accountID
        // By the session: a borrowed one keeps nobody else from proving who they are.
        let attempt = Throttle.Attempt(
            account: account.bytes, address: Array("signed in".utf8) + session.lookup, isFamiliar: true,
            event: .passwordFailed, client: ClientDescription(address: "", device: ""))
        return try await trying(attempt) {
            try await self.unlock((account, false), password: password, asker: "\(account)")
        }
    }

    private static var wrongPassword: VaultError { VaultError(.wrongCredentials, "the password is wrong") }
}
