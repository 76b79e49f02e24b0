import Foundation
import Model
import Secrets
package import VaultStorage

/// What signing up and recovering give: a session, and the recovery code that is shown once.
package struct NewCredentials: Sendable {
    package let accountID: AccountID
    /// 43 characters for the session cookie.
    package let cookie: String
    /// Eight groups of four characters.
    package let recoveryCode: String
    /// When the costly part of it was done, the hashing of the password.
    let hashed: ContinuousClock.Instant
}

/// Who may sign up, and making their accounts.
package struct Registration: Sendable {
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let backend: OpenVault.Backend
    let passwords: Passwords
    let places: KnownOrigins
    let configuration: VaultConfiguration
    let limit: AccountLimit
    private let times = SignUpTimings()

    /// What can be offered as long as the server doesn't close.
    package func state() async throws(VaultError) -> SignUpState {
        let isFull = try await limit.isReached(database)
        switch configuration.signUp {
        case .closed: return .closed
        case _ where isFull: return .full
        case .invitation: return .invitationNeeded
        case .open: return .open
        }
    }

    /// Makes an account with an empty vault, and signs in.
    ///
    /// A taken name takes as long as a new one.
    ///
    /// - Throws: `usernameRejected`, `passwordRejected`, `usernameTaken`, `signUpClosed`, `invitationNeeded`,
    ///   `invitationRejected`, `userLimit`, `busy`, or a storage error.
    package func register(
        username: String, password: String, consent: Consent, client: ClientDescription, invitation: String? = nil
    ) async throws(VaultError) -> NewCredentials {
        try await VaultError.wrapping {
            let nameHash = try Username(username).hash(key: nameKey)
            let password = try passwords.accepted(password, username: username)
            let invitationHash = try await admit(invitation: invitation)
            let isKnown = try await isTaken(nameHash)
            let id = AccountID.random(from: configuration.random)
            let keys = try await NewKeys(
                account: id, password: password, hashing: passwords.hashing, for: client.requester,
                configuration: configuration)
            let hashed = ContinuousClock.now
            if isKnown {
                try await Task.sleep(for: times.any)
                throw Self.taken
            }
            do {
                let lastCommit = try await makeVault(id, keys: keys, consent: consent, client: client)
                let now = configuration.now()
                try await database.write { db in
                    if try Closing.fetch(db) != nil { throw Self.closed }
                    if let limit = configuration.maxUsers, try AccountRow.count(db) >= limit { throw Self.full }
                    if let invitationHash { try Invitation.spend(db, invitationHash, at: now) }
                    try AccountRow.insert(db, id: id, nameHash: nameHash, at: now, lastCommit: lastCommit)
                    for slot in keys.slots { try slot.save(db) }
                    try keys.session.insert(db)
                    try places.add(db, address: client.address, of: id)
                }
            } catch {
                try? backend.store.remove(id)
                throw try await isTaken(nameHash) ? Self.taken : error
            }
            limit.forget()
            return NewCredentials(
                accountID: id, cookie: keys.cookie.text, recoveryCode: keys.recoveryCode.text, hashed: hashed)
        }
    }

    /// Says that the answer to a sign-up is ready: so long the next one waits whose name is taken.
    package func isAnswered(_ credentials: NewCredentials) { times.add(credentials.hashed.duration(to: .now)) }

    /// Checks the policy before any costly work; the hash of the invitation to spend, if one is needed.
    private func admit(invitation: String?) async throws -> [UInt8]? {
        switch try await state() {
        case .open: return nil
        case .closed: throw Self.closed
        case .full: throw Self.full
        case .invitationNeeded:
            guard let invitation, !invitation.isEmpty else {
                throw VaultError(.invitationNeeded, "signing up needs an invitation")
            }
            let (hash, now) = (try Invitation.hash(typed: invitation), configuration.now())
            try await database.read { try Invitation.require($0, hash, at: now) }
            return hash
        }
    }

    private func isTaken(_ nameHash: [UInt8]) async throws -> Bool {
        try await database.read { try AccountRow.fetch($0, nameHash: nameHash) } != nil
    }

    private static var closed: VaultError { VaultError(.signUpClosed, "sign-up is closed") }
    private static var full: VaultError { VaultError(.userLimit, "there are as many accounts as allowed") }
    private static var taken: VaultError { VaultError(.usernameTaken, "the user name is taken") }

    private func makeVault(
        _ id: AccountID, keys: NewKeys, consent: Consent, client: ClientDescription
    ) async throws -> CommitRecord {
        let now = configuration.now()
        return try await offPool {
            let vault = try OpenVault(new: id, dataKey: keys.dataKey, backend: backend)
            defer { vault.close() }
            try vault.write { records in
                try records.insert(
                    ConsentRecord(version: consent.version, time: consent.time, language: consent.language))
                try records.keep(unconfirmedRecoveryCode: keys.recoveryCode.text)
                try records.showRecoveryCode(to: keys.session.id, from: now)
                try records.remember(client, session: keys.session.id)
                try records.noteProof(of: keys.session.id, at: now)
                try records.log(.signUp, of: client, at: now)
            }
            return vault.record
        }
    }
}
