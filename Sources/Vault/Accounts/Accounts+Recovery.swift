import Foundation

extension Accounts {
    /// Opens an account with its recovery code: new password, new code, new data key; all sessions and second factors
    /// end.
    ///
    /// - Throws: `recoveryRejected`, `passwordRejected`, `tooManyAttempts`, `busy`, or a storage error.
    package func recover(
        username: String, recoveryCode: String, newPassword: String, client: ClientDescription
    ) async throws(VaultError) -> Registration {
        try await translating {
            guard passwordFinding(newPassword, username: username) == nil, let password = Password(newPassword) else {
                throw VaultError(.passwordRejected, "the password is too weak")
            }
            let wrong = VaultError(.recoveryRejected, "the user name or the recovery code is wrong")
            guard let name = try? Username(username) else { throw wrong }
            let nameHash = name.hash(key: nameKey)
            let attempt = recoveryAttempt(nameHash: nameHash, client: client)
            let code = RecoveryCode(typed: recoveryCode)
            let registration = try await trying(attempt) { () -> Registration? in
                // An unknown name costs what a known one does.
                let found = try await self.named(nameHash)
                return try await self.again {
                    guard let code,
                        let shared = try await self.unlock(
                            found.id, kind: .recovery, secret: code.secret, standsIn: found.standsIn)
                    else { return nil }
                    defer { shared.release() }
                    return try await self.replaceKeys(
                        found.id, shared: shared, code: code, password: password, client: client)
                }
            }
            guard let registration else { throw wrong }
            return registration
        }
    }

    /// - Returns: Nil when the code was used up while this one waited for its turn.
    private func replaceKeys(
        _ account: AccountID, shared: OpenVault, code: RecoveryCode, password: Password, client: ClientDescription
    ) async throws -> Registration? {
        let now = configuration.now()
        return try await turns.run(account) {
            let current = try await shared.onTurn { try $0.currentKey() }
            let slots = try await self.database.read { try KeySlot.fetch($0, account: account, kind: .recovery) }
            guard try slots.contains(where: { try $0.terms.epoch == current.epoch && $0.isHeld(by: code.secret) })
            else { return nil }
            let keys = try await NewKeys(
                account: account, password: password, epoch: current.epoch + 1, hashing: self.hashing,
                configuration: self.configuration)
            try await self.rotate(account, shared: shared, replacedBy: { _ in keys }) { records in
                try records.keep(unconfirmedRecoveryCode: keys.recoveryCode.text)
                try records.forgetClients(except: [])
                try records.remember(client, session: keys.session.id)
                try records.removeSecondFactors()
                try records.deletePasskeys()
                try records.log(AccessEvent(time: now, device: client.device, code: AccessEvent.Code.recovered))
            }
            try await self.database.write { db in
                try db.execute("DELETE FROM session WHERE account = ?", [.id(account)])
                try keys.session.insert(db)
                try self.remember(db, address: client.address, account: account, at: now)
            }
            return Registration(accountID: account, cookie: keys.cookie.text, recoveryCode: keys.recoveryCode.text)
        }
    }

    /// Whether what was typed back is the account's recovery code; if so that is noted.
    package func confirmRecoveryCode(_ session: Session, typed: String) async throws(VaultError) -> Bool {
        let isRight = try await isRecoveryCode(session, typed)
        if isRight { try await confirmRecoverySaved(session) }
        return isRight
    }

    /// Whether this is the account's recovery code.
    private func isRecoveryCode(_ session: Session, _ text: String) async throws(VaultError) -> Bool {
        try session.requireFullSignIn()
        guard let code = RecoveryCode(typed: text) else { return false }
        return try await translating {
            let slots = try await database.read {
                try KeySlot.fetch($0, account: session.accountID, kind: .recovery)
            }
            return try slots.contains { try $0.isHeld(by: code.secret) }
        }
    }

    /// The account's recovery code, as long as nobody has confirmed a copy.
    ///
    /// One that a crash left in the vault, and not in its slot, opens nothing: it is none.
    package func unconfirmedRecoveryCode(_ session: Session) async throws(VaultError) -> String? {
        let code = try await translating { try await session.vault.read { try $0.unconfirmedRecoveryCode() } }
        guard let code else { return nil }
        return try await isRecoveryCode(session, code) ? code : nil
    }

    /// Notes that the person says they keep the code.
    package func confirmRecoverySaved(_ session: Session) async throws(VaultError) {
        try session.requireFullSignIn()
        try await translating {
            try await database.write { try AccountRow.note(recoveryConfirmed: true, $0, session.accountID) }
        }
    }

    /// A new recovery code in place of the old one; the vault keeps it until its owner confirms a copy.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func renewRecoveryCode(_ session: Session, password: String) async throws(VaultError) -> String {
        try await requirePassword(session, password)
        let code = try RecoveryCode(random: configuration.random)
        try await replaceSlot(
            session, code: AccessEvent.Code.recoveryCodeRenewed,
            keeping: { try $0.keep(unconfirmedRecoveryCode: code.text) },
            noting: { try AccountRow.note(recoveryConfirmed: false, $0, session.accountID) }
        ) { current, random in
            try KeySlot(
                terms: KeySlot.Terms(recovery: session.accountID, epoch: current.epoch), dataKey: current.dataKey,
                secret: code.secret, random: random)
        }
        return code.text
    }
}
