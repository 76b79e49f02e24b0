import Foundation
package import VaultStorage

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
                        let lease = try await self.unlock(
                            found.id, kind: .recovery, secret: code.secret, isDecoy: found.isDecoy)
                    else { return nil }
                    return try await self.replaceKeys(found.id, by: lease, password: password, client: client)
                }
            }
            guard let registration else { throw wrong }
            tell(.recovered, of: client)
            return registration
        }
    }

    /// - Throws: `overtaken` when the code was used up while this one waited for its turn.
    private func replaceKeys(
        _ account: AccountID, by lease: VaultLease, password: Password, client: ClientDescription
    ) async throws -> Registration {
        let now = configuration.now()
        return try await turns.run(account) {
            defer { withExtendedLifetime(lease) {} }
            try await lease.requireWayIn()
            let current = try await lease.withLock { try $0.currentKey() }
            let keys = try await NewKeys(
                account: account, password: password, epoch: current.epoch + 1, hashing: self.hashing,
                address: client.address, configuration: self.configuration)
            try await self.rotate(account, shared: lease.vault, .all(keys)) { records in
                try records.keep(unconfirmedRecoveryCode: keys.recoveryCode.text)
                try records.showRecoveryCode(to: keys.session.id, from: now)
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
            return slots.contains { $0.isHeld(by: code.secret) }
        }
    }

    /// The account's recovery code, as long as nobody has confirmed a copy.
    ///
    /// One that a crash left in the vault, and not in its slot, opens nothing: it is none.
    package func unconfirmedRecoveryCode(_ session: Session) async throws(VaultError) -> String? {
        guard !session.recoveryConfirmed else { return nil }
        let code = try await translating { try await session.vault.read { try $0.unconfirmedRecoveryCode() } }
        guard let code else { return nil }
        return try await isRecoveryCode(session, code) ? code : nil
    }

    /// Notes that the person says they keep the code.
    package func confirmRecoverySaved(_ session: Session) async throws(VaultError) {
        try session.requireFullSignIn()
        try await translating {
            let account = session.accountID
            try await turns.run(account) {
                try await session.vault.withWritingLock { _ in }
                try await self.database.write { try AccountRow.note(recoveryConfirmed: true, $0, account) }
            }
        }
    }

    /// Whether this session may see the recovery code: for some minutes after it has made it or given the password.
    package func showsRecoveryCode(_ session: Session) async throws(VaultError) -> Bool {
        let now = configuration.now()
        return try await translating {
            try await session.vault.read { try $0.showsRecoveryCode(to: session.id, at: now) }
        }
    }

    /// Lets this session see the recovery code for some minutes, once the password was given again.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func showRecoveryCode(_ session: Session, password: String) async throws(VaultError) {
        let now = configuration.now()
        try await changingKeys(session, password: password) {
            try await session.vault.write { try $0.showRecoveryCode(to: session.id, from: now) }
        }
    }

    /// A new recovery code in place of the old one; the vault keeps it until its owner confirms a copy.
    ///
    /// The data key is rotated: the old code opens nothing of what is written from now on.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func renewRecoveryCode(_ session: Session, password: String) async throws(VaultError) -> String {
        let code = try RecoveryCode(random: configuration.random)
        let (account, random, now) = (session.accountID, configuration.random, configuration.now())
        try await changingKeys(session, password: password) {
            let change = KeyChange.one(.recovery) { dataKey, epoch in
                try KeySlot(
                    terms: KeySlot.Terms(recovery: account, epoch: epoch), dataKey: dataKey, secret: code.secret,
                    random: random)
            }
            try await self.rotate(account, shared: session.shared, change) { records in
                try records.keep(unconfirmedRecoveryCode: code.text)
                try records.showRecoveryCode(to: session.id, from: now)
                try records.log(AccessEvent.Code.recoveryCodeRenewed, by: session, at: now)
            }
            self.database.forgetDeleted()
        }
        return code.text
    }
}
