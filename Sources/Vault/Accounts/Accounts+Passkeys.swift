import Model
import Foundation
package import Passkeys
package import VaultStorage

/// What a browser has to know to make a passkey for an account.
package struct PasskeyMaking: Sendable {
    /// 32 bytes, the same for all of the account's passkeys.
    package let userHandle: [UInt8]
    /// Ids of the passkeys that are there, so that an authenticator doesn't make a second one.
    package let known: [[UInt8]]
}

/// The account's passkeys: listed, added, removed.
extension Accounts {
    /// The account's passkeys, the oldest first.
    package func passkeys(_ session: Session) async throws(VaultError) -> [Passkey] {
        try await translating { try await session.vault.read { try $0.passkeys() } }
    }

    /// What the browser has to know, once the owner has given the password again.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong; `recoveryUnconfirmed` until the recovery code is kept,
    ///   which is the way back when the passkey is lost; `passkeyRefused` when there are as many as allowed.
    package func beginPasskey(_ session: Session, password: String) async throws(VaultError) -> PasskeyMaking {
        try await requirePassword(session, password)
        guard session.recoveryConfirmed else {
            throw VaultError(.recoveryUnconfirmed, "the recovery code is not kept yet")
        }
        let known = try await passkeys(session)
        guard known.count < Passkey.limit else {
            throw VaultError(.passkeyRefused, "there are as many passkeys as allowed")
        }
        return PasskeyMaking(userHandle: userHandle(session.accountID), known: known.map(\.credentialID))
    }

    /// Adds a passkey that the browser has made.
    ///
    /// With the secret of its PRF extension it opens the vault by itself, if the authenticator checked who was there;
    /// without, it is asked for after the password from now on.
    ///
    /// - Throws: `passkeyRefused` when the answer is wrong; `invalidRecord` for the name.
    package func addPasskey(
        _ session: Session, name: String, response: RegistrationResponse, expectation: CeremonyExpectation,
        secret: PasskeySecret?, client: ClientDescription
    ) async throws(VaultError) -> Passkey {
        try session.requireFullSignIn()
        guard session.recoveryConfirmed else {
            throw VaultError(.recoveryUnconfirmed, "the recovery code is not kept yet")
        }
        let made = try Self.verified(response, expectation)
        let secret = made.isVerified ? secret : nil
        let now = configuration.now()
        let passkey = try Passkey(
            id: .random(from: configuration.random), name: name, relyingParty: expectation.relyingParty,
            credentialID: made.credentialID, publicKey: made.publicKey.bytes, signCount: made.signCount,
            opensVault: secret != nil, isBackupEligible: made.isBackupEligible, created: now)
        let account = session.accountID
        let lookup = lookup(credentialID: passkey.credentialID)
        let random = configuration.random
        try await translating {
            let unwrapping = try secret?.unwrapping(account, credentialID: passkey.credentialID)
            try await turns.run(account) {
                guard try await !self.isTaken(lookup) else {
                    throw VaultError(.passkeyRefused, "the passkey is there already")
                }
                if let unwrapping {
                    let key = try await session.vault.withWritingLock { try $0.currentKey() }
                    let slot = try KeySlot(
                        terms: KeySlot.Terms(passkey: account, epoch: key.epoch, lookup: lookup), dataKey: key.dataKey,
                        secret: unwrapping, random: random)
                    try await self.database.write { try slot.save($0) }
                }
                do {
                    try await session.vault.write { records in
                        try records.insert(passkey)
                        try records.log(
                            AccessEvent(
                                time: now, device: client.device, code: AccessEvent.Code.passkeyAdded, detail: name))
                    }
                } catch {
                    try? await self.dropSlot(account, lookup)
                    throw error
                }
            }
        }
        return passkey
    }

    /// Removes a passkey and rotates the data key, so that no copy of its slot opens what is written from now on.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong, `notFound`.
    package func removePasskey(
        _ session: Session, id: PasskeyID, password: String, client: ClientDescription
    ) async throws(VaultError) {
        let account = session.accountID
        let now = configuration.now()
        try await changingKeys(session, password: password) {
            guard let passkey = try await self.passkeys(session).first(where: { $0.id == id }) else {
                throw VaultError(.notFound, "the passkey is not there")
            }
            // Gone at once, even if the rotation below can't be written.
            try await self.dropSlot(account, self.lookup(credentialID: passkey.credentialID))
            try await self.rotate(account, shared: session.shared) { records in
                try records.deletePasskey(id)
                try records.log(
                    AccessEvent(
                        time: now, device: client.device, code: AccessEvent.Code.passkeyRemoved,
                        detail: passkey.name))
            }
            self.database.forgetDeleted()
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

    /// Whether a passkey that opens a vault has this id, on whatever account: else two accounts would answer to it.
    private func isTaken(_ lookup: [UInt8]) async throws -> Bool {
        try await database.read { try !KeySlot.accounts($0, passkey: lookup).isEmpty }
    }

    private func dropSlot(_ account: AccountID, _ lookup: [UInt8]) async throws {
        try await database.write { db in
            try db.execute(
                "DELETE FROM keySlot WHERE account = ? AND kind = ? AND lookup = ?",
                [.id(account), .number(KeySlot.Kind.passkey.rawValue), .blob(lookup)])
        }
    }
}

extension KeySlot {
    /// The accounts that a passkey opens; one at most, unless rows were tampered with.
    static func accounts(_ db: any Transaction, passkey lookup: [UInt8]) throws -> [AccountID] {
        let sql = "SELECT DISTINCT account FROM keySlot WHERE kind = 4 AND lookup = ?"
        return try db.rows(sql, [.blob(lookup)]).map { try $0.identifier("account") }
    }
}
