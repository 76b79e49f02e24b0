import Model
import Foundation
package import VaultStorage

/// What signing up gives: a session, and the recovery code that is shown once.
package struct Registration: Sendable {
    package let accountID: AccountID
    /// 43 characters for the session cookie.
    package let cookie: String
    /// Eight groups of four characters.
    package let recoveryCode: String
}

extension Accounts {
    /// What is wrong with a user name; nil = nothing.
    ///
    /// Whether it is taken is told by `register`.
    package func usernameFinding(_ username: String) -> UsernameFinding? {
        Username.finding(username)
    }

    /// What is wrong with a password; nil = nothing.
    package func passwordFinding(_ password: String, username: String) -> PasswordFinding? {
        if let finding = Password.finding(password, username: username) { return finding }
        guard let bytes = Password(password), breachedPasswords.contains(bytes) else { return nil }
        return PasswordFinding(problem: .breached, score: 0)
    }

    /// Makes an account with an empty vault, and signs in.
    ///
    /// - Throws: `usernameRejected`, `passwordRejected`, `usernameTaken`, `signUpClosed`, `invitationNeeded`,
    ///   `invitationRejected`, `userLimit`, `busy`, or a storage error.
    package func register(
        username: String, password: String, consent: Consent, client: ClientDescription, invitation: String? = nil
    ) async throws(VaultError) -> Registration {
        try await translating {
            let nameHash = try Username(username).hash(key: nameKey)
            guard passwordFinding(password, username: username) == nil, let password = Password(password) else {
                throw VaultError(.passwordRejected, "the password is too weak")
            }
            let invitationHash = try await admit(invitation: invitation)
            if try await database.read({ try AccountRow.fetch($0, nameHash: nameHash) }) != nil {
                throw VaultError(.usernameTaken, "the user name is taken")
            }
            let id = AccountID.random(from: configuration.random)
            let keys = try await NewKeys(
                account: id, password: password, hashing: hashing, address: client.address,
                configuration: configuration)
            do {
                let bookmark = try await makeVault(id, keys: keys, consent: consent, client: client)
                let now = configuration.now()
                let limit = configuration.maxUsers
                try await database.write { db in
                    try Self.requireRoom(db, limit: limit)
                    if let invitationHash { try Self.spend(db, invitation: invitationHash, at: now) }
                    try AccountRow.insert(db, id: id, nameHash: nameHash, at: now, bookmark: bookmark)
                    for slot in keys.slots { try slot.save(db) }
                    try keys.session.insert(db)
                    try self.remember(db, address: client.address, account: id, at: now)
                }
            } catch {
                try? store.remove(id)
                let isTaken = try await database.read { try AccountRow.fetch($0, nameHash: nameHash) } != nil
                throw isTaken ? VaultError(.usernameTaken, "the user name is taken") : error
            }
            return Registration(accountID: id, cookie: keys.cookie.text, recoveryCode: keys.recoveryCode.text)
        }
    }

    private func makeVault(
        _ id: AccountID, keys: NewKeys, consent: Consent, client: ClientDescription
    ) async throws -> CommitRecord {
        let home = home
        let now = configuration.now()
        return try await offPool {
            let vault = try OpenVault(new: id, dataKey: keys.dataKey, backend: home)
            defer { vault.close() }
            try vault.write { records in
                try records.insert(
                    ConsentRecord(version: consent.version, time: consent.time, language: consent.language))
                try records.keep(unconfirmedRecoveryCode: keys.recoveryCode.text)
                try records.showRecoveryCode(to: keys.session.id, from: now)
                try records.remember(client, session: keys.session.id)
                try records.log(AccessEvent(time: now, device: client.device, code: AccessEvent.Code.signUp))
            }
            return vault.record
        }
    }
}
