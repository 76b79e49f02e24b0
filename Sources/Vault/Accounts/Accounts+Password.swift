import Foundation

extension Accounts {
    /// Whether this is the account's password; for asking again before something grave.
    ///
    /// - Throws: `tooManyAttempts`, `busy`.
    package func verifyPassword(_ session: Session, _ password: String) async throws(VaultError) -> Bool {
        try session.requireFullSignIn()
        guard let password = Password(password) else { return false }
        let attempt = Throttle.Attempt(
            account: session.accountID.bytes, address: Array("signed in".utf8), isFamiliar: true)
        return try await translating {
            let account = session.accountID
            let isRight = try await trying(attempt) { () -> Bool? in
                guard let shared = try await self.unlock((account, false), password: password) else { return nil }
                shared.release()
                return true
            }
            return isRight ?? false
        }
    }

    /// Wraps the data key for a new password; sessions and the recovery code stay.
    ///
    /// - Throws: `wrongCredentials` when `current` is wrong, `passwordRejected`.
    package func changePassword(
        _ session: Session, current: String, new: String, username: String = ""
    ) async throws(VaultError) {
        guard passwordFinding(new, username: username) == nil, let password = Password(new) else {
            throw VaultError(.passwordRejected, "the password is too weak")
        }
        try await requirePassword(session, current)
        let salt = configuration.random.bytes(16)
        let cost = configuration.argon2
        let key = try await hashing.key(password: password.bytes, salt: salt, parameters: cost)
        try await replaceSlot(session, code: AccessEvent.Code.passwordChanged) { current, random in
            let terms = KeySlot.Terms(password: session.accountID, epoch: current.epoch, salt: salt, cost: cost)
            return try KeySlot(terms: terms, dataKey: current.dataKey, secret: key, random: random)
        }
    }

    func requirePassword(_ session: Session, _ password: String) async throws(VaultError) {
        guard try await verifyPassword(session, password) else {
            throw VaultError(.wrongCredentials, "the password is wrong")
        }
    }

    /// Logs it, and puts a slot in the place of the one of its kind, on the account's turn.
    ///
    /// The vault comes first: where it can't be written, the slot that was stays, and nothing has changed.
    ///
    /// - Parameters:
    ///   - keeping: what the vault keeps of it.
    ///   - noting: what the books note with it.
    func replaceSlot(
        _ session: Session, code: String,
        keeping: @escaping @Sendable (Records) throws -> Void = { _ in },
        noting: @escaping @Sendable (any Ledger) throws -> Void = { _ in },
        _ make: @escaping @Sendable ((dataKey: SecretBytes, epoch: UInt32), RandomSource) throws -> KeySlot
    ) async throws(VaultError) {
        let now = configuration.now()
        let random = configuration.random
        try await translating {
            try await turns.run(session.accountID) {
                let slot = try make(try await session.vault.onTurn { try $0.currentKey() }, random)
                try await session.vault.onTurn { vault in
                    try vault.write { records in
                        try keeping(records)
                        try records.log(code, by: session, at: now)
                    }
                }
                try await self.database.write { db in
                    try slot.save(db)
                    try noting(db)
                }
                self.database.forgetDeleted()
            }
        }
    }
}
