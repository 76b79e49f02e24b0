import Foundation
import Secrets
package import VaultStorage

/// The recovery code: the way back into an account with it, and showing, confirming and renewing it.
package struct AccountRecovery: Sendable {
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let passwords: Passwords
    let unlocking: VaultUnlocking
    let attempts: Attempts
    let places: KnownOrigins
    let keys: AccountKeys
    let events: SecurityEvents
    let configuration: VaultConfiguration

    /// Opens an account with its recovery code: new password, new code, new data key; all sessions, passkeys, second factors
    /// and what answers without a session end.
    ///
    /// - Throws: `recoveryRejected`, `passwordRejected`, `tooManyAttempts`, `busy`, or a storage error.
    package func recover(
        username: String, recoveryCode: String, newPassword: String, client: ClientDescription
    ) async throws(VaultError) -> NewCredentials {
        try await VaultError.wrapping {
            let password = try passwords.accepted(newPassword, username: username)
            let wrong = VaultError(.recoveryRejected, "the user name or the recovery code is wrong")
            guard let name = try? Username(username) else { throw wrong }
            let nameHash = name.hash(key: nameKey)
            let code = RecoveryCode(typed: recoveryCode)
            let attempt = places.recoveryAttempt(nameHash: nameHash, client)
            let credentials = try await attempts.make(attempt) { () -> NewCredentials? in
                // An unknown name costs what a known one does.
                let found = try await unlocking.account(named: nameHash)
                return try await unlocking.retrying {
                    guard let code,
                        let lease = try await unlocking.unlock(
                            found.id, kind: .recovery, secret: code.secret, isDecoy: found.isDecoy)
                    else { return nil }
                    return try await replaceKeys(found.id, by: lease, password: password, client: client)
                }
            }
            guard let credentials else { throw wrong }
            events.tell(.recovered, of: client)
            return credentials
        }
    }

    /// - Throws: `overtaken` when the code was used up while this one waited for the lock.
    private func replaceKeys(
        _ account: AccountID, by lease: VaultLease, password: Password, client: ClientDescription
    ) async throws -> NewCredentials {
        let now = configuration.now()
        return try await keys.withLock(account) {
            defer { withExtendedLifetime(lease) {} }
            try await lease.requireSlot()
            try await database.read { try AccountRow.requireEnabled($0, account) }
            let current = try await lease.withLock { try $0.currentKey() }
            let new = try await NewKeys(
                account: account, password: password, epoch: current.epoch + 1, hashing: passwords.hashing,
                for: client.requester, configuration: configuration)
            let before = try await database.read { try SessionRow.fetchAll($0, account: account).count }
            try await keys.rotate(account, shared: lease.vault, .all(new), endingShared: now) { records in
                try records.note(
                    EndedAccess(
                        sessions: before, passkeys: try records.passkeys().map(\.name),
                        secondFactor: try records.hasTOTP()))
                try records.keep(unconfirmedRecoveryCode: new.recoveryCode.text)
                try records.showRecoveryCode(to: new.session.id, from: now)
                try records.forgetClients(except: [])
                try records.remember(client, session: new.session.id)
                try records.noteProof(of: new.session.id, at: now)
                try records.removeSecondFactors()
                try records.deletePasskeys()
                try records.log(.recovered, of: client, at: now)
            }
            try await database.write { db in
                try db.execute("DELETE FROM session WHERE account = ?", [.id(account)])
                try new.session.insert(db)
                try places.add(db, address: client.address, of: account)
            }
            return NewCredentials(
                accountID: account, cookie: new.cookie.text, recoveryCode: new.recoveryCode.text, hashed: .now)
        }
    }

    // MARK: The code of whoever is signed in

    /// Whether what was typed back is the account's recovery code; if so that is recorded.
    package func confirmCode(_ session: Session, typed: String) async throws(VaultError) -> Bool {
        let isRight = try await isCode(session, typed)
        if isRight { try await confirmSaved(session) }
        return isRight
    }

    /// Whether this is the account's recovery code.
    private func isCode(_ session: Session, _ text: String) async throws(VaultError) -> Bool {
        try session.requireFullSignIn()
        guard let code = RecoveryCode(typed: text) else { return false }
        return try await VaultError.wrapping {
            let slots = try await database.read {
                try KeySlot.fetch($0, account: session.accountID, kind: .recovery)
            }
            return slots.contains { $0.isHeld(by: code.secret) }
        }
    }

    /// The account's recovery code, as long as nobody has confirmed a copy.
    ///
    /// One that a crash left in the vault, and not in its slot, opens nothing: it is none.
    package func unconfirmedCode(_ session: Session) async throws(VaultError) -> String? {
        guard !session.recoveryConfirmed else { return nil }
        let code = try await session.read { try $0.unconfirmedRecoveryCode() }
        guard let code else { return nil }
        return try await isCode(session, code) ? code : nil
    }

    /// Records that the person says they keep the code.
    package func confirmSaved(_ session: Session) async throws(VaultError) {
        try session.requireFullSignIn()
        try await VaultError.wrapping {
            let account = session.accountID
            try await keys.withLock(account) {
                try await session.vault.withWritingLock { _ in }
                try await database.write { try AccountRow.setRecoveryConfirmed($0, account, true) }
            }
        }
    }

    /// Whether this session may see the recovery code: for some minutes after it has made it or given the password.
    package func showsCode(_ session: Session) async throws(VaultError) -> Bool {
        let now = configuration.now()
        return try await session.read { try $0.showsRecoveryCode(to: session.id, at: now) }
    }

    /// Lets this session see the recovery code for some minutes, once the password was given again.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func showCode(_ session: Session, password: String) async throws(VaultError) {
        let now = configuration.now()
        try await passwords.withReauthentication(session, password) {
            try await session.vault.write { try $0.showRecoveryCode(to: session.id, from: now) }
        }
    }

    /// A new recovery code in place of the old one; the vault keeps it until its owner confirms a copy.
    ///
    /// The data key is rotated: the old code opens nothing of what is written from now on.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func renewCode(_ session: Session, password: String) async throws(VaultError) -> String {
        let (account, now) = (session.accountID, configuration.now())
        let code = try RecoveryCode(random: configuration.random)
        try await passwords.withReauthentication(session, password) {
            let change = KeyChange.one(
                .recovery, secret: code.secret,
                terms: { KeySlot.Terms(account: account, kind: .recovery, epoch: $0) })
            try await keys.rotate(account, shared: session.shared, change) { records in
                try records.keep(unconfirmedRecoveryCode: code.text)
                try records.showRecoveryCode(to: session.id, from: now)
                try records.log(.recoveryCodeRenewed, by: session, at: now)
            }
            database.forgetDeleted()
        }
        return code.text
    }
}
