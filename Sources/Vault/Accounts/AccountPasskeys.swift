package import Foundation
import Model
package import Passkeys
import Secrets
package import VaultStorage

/// What a browser has to know to make a passkey for an account.
package struct PasskeyMaking: Sendable {
    /// 32 bytes, the same for all of the account's passkeys.
    package let userHandle: [UInt8]
    /// Ids of the passkeys that are there, so that an authenticator doesn't make a second one.
    package let known: [[UInt8]]
}

/// The passkeys of whoever is signed in: listed, added, removed.
package struct AccountPasskeys: Sendable {
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let passwords: Passwords
    let keys: AccountKeys
    /// Whether several servers share the database.
    let isShared: Bool
    let configuration: VaultConfiguration

    /// What signs questions to passkeys on every server alike; nil for a server alone, which makes its own.
    package var challengeKey: [UInt8]? {
        isShared ? Blake.mac(Array("vaccinapp passkey challenges 1".utf8), key: nameKey) : nil
    }

    /// Whether no server has taken an answer to this question yet; from now on one has.
    package func isFirstAnswer(to question: [UInt8], until end: Date) async -> Bool {
        guard isShared else { return true }
        let made = try? await database.write { db in
            try db.change(
                "INSERT INTO answer (nonce, ends) VALUES (?, ?) ON CONFLICT (nonce) DO NOTHING",
                [.blob(question), .time(end)])
        }
        return made == 1
    }

    /// The account's passkeys, the oldest first.
    package func list(_ session: Session) async throws(VaultError) -> [Passkey] {
        try await session.read { try $0.passkeys() }
    }

    /// What the browser has to know, once the owner has given the password again.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong; `recoveryUnconfirmed` until the recovery code is kept,
    ///   which is the way back when the passkey is lost; `passkeyRefused` when there are as many as allowed.
    package func begin(_ session: Session, password: String) async throws(VaultError) -> PasskeyMaking {
        try await passwords.require(session, password)
        try Self.requireRecovery(session)
        let known = try await list(session)
        guard known.count < Passkey.limit else {
            throw VaultError(.passkeyRefused, "there are as many passkeys as allowed")
        }
        return PasskeyMaking(userHandle: session.accountID.userHandle(key: nameKey), known: known.map(\.credentialID))
    }

    /// Adds a passkey that the browser has made.
    ///
    /// With the secret of its PRF extension it opens the vault by itself, if the authenticator checked who was there;
    /// without, it is asked for after the password from now on.
    ///
    /// - Throws: `passkeyRefused` when the answer is wrong; `invalidRecord` for the name.
    package func add(
        _ session: Session, name: String, response: RegistrationResponse, expectation: CeremonyExpectation,
        secret: PasskeySecret?, client: ClientDescription
    ) async throws(VaultError) -> Passkey {
        try session.requireFullSignIn()
        try Self.requireRecovery(session)
        let made = try Self.verified(response, expectation)
        let secret = made.isVerified ? secret : nil
        let now = configuration.now()
        let passkey = try Passkey(
            id: .random(from: configuration.random), name: name, relyingParty: expectation.relyingParty,
            credentialID: made.credentialID, publicKey: made.publicKey.bytes, signCount: made.signCount,
            opensVault: secret != nil, isBackupEligible: made.isBackupEligible, created: now)
        let account = session.accountID
        let lookup = KeySlot.lookup(credentialID: passkey.credentialID, key: nameKey)
        try await VaultError.wrapping {
            let unwrapping = try secret?.unwrapping(account, credentialID: passkey.credentialID)
            try await keys.withLock(account) {
                // On whatever account: else two accounts would answer to it.
                guard try await database.read({ try KeySlot.accounts($0, passkey: lookup).isEmpty }) else {
                    throw VaultError(.passkeyRefused, "the passkey is there already")
                }
                if let unwrapping {
                    let key = try await session.vault.withWritingLock { try $0.currentKey() }
                    let terms = KeySlot.Terms(account: account, kind: .passkey, epoch: key.epoch, lookup: lookup)
                    let slot = try KeySlot(
                        terms: terms, dataKey: key.dataKey, secret: unwrapping, random: configuration.random)
                    try await database.write { try slot.save($0) }
                }
                do {
                    try await session.vault.write { records in
                        try records.insert(passkey)
                        try records.log(.passkeyAdded, of: client, at: now, detail: name)
                    }
                } catch {
                    try? await deleteSlots(account, lookup)
                    throw error
                }
            }
        }
        return passkey
    }

    /// Removes a passkey and rotates the data key, so that no copy of its slot opens what is written from now on.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong, `notFound`.
    package func remove(
        _ session: Session, id: PasskeyID, password: String, client: ClientDescription
    ) async throws(VaultError) {
        let account = session.accountID
        let now = configuration.now()
        try await passwords.withReauthentication(session, password) {
            guard let passkey = try await list(session).first(where: { $0.id == id }) else {
                throw VaultError(.notFound, "the passkey is not there")
            }
            // Gone at once, even if the rotation below can't be written.
            try await deleteSlots(account, KeySlot.lookup(credentialID: passkey.credentialID, key: nameKey))
            try await keys.rotate(account, shared: session.shared) { records in
                try records.deletePasskey(id)
                try records.log(.passkeyRemoved, of: client, at: now, detail: passkey.name)
            }
            database.forgetDeleted()
        }
    }

    private static func verified(
        _ response: RegistrationResponse, _ expectation: CeremonyExpectation
    ) throws(VaultError) -> NewPasskey {
        do throws(PasskeyError) {
            return try response.verified(expectation)
        } catch {
            throw VaultError(.passkeyRefused, error.description)
        }
    }

    private func deleteSlots(_ account: AccountID, _ lookup: [UInt8]) async throws {
        try await database.write { try KeySlot.delete($0, account: account, kind: .passkey, lookup: lookup) }
    }

    private static func requireRecovery(_ session: Session) throws(VaultError) {
        guard session.recoveryConfirmed else {
            throw VaultError(.recoveryUnconfirmed, "the recovery code is not kept yet")
        }
    }
}
