import Foundation
import Model
import Secrets
package import VaultStorage

/// What signing in gives.
package struct SignInResult: Sendable {
    package let accountID: AccountID
    /// 43 characters for the session cookie.
    package let cookie: String
    /// The vault stays shut until `SignIn.finish`.
    package let needsSecondFactor: Bool
}

/// Signing in: by the password, after which a second factor may be due, or by a passkey.
package struct SignIn: Sendable {
    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let unlocking: VaultUnlocking
    let attempts: Attempts
    let places: KnownOrigins
    let keys: AccountKeys
    let sessions: Sessions
    let counters: VaultCounters
    let configuration: VaultConfiguration

    /// Opens an account with its password.
    ///
    /// Unknown names take as long as known ones and get the same answer.
    ///
    /// - Throws: `wrongCredentials`, `tooManyAttempts` (with `retryAfter`), `accountDisabled` after the right password,
    ///   `busy`, or why the vault can't be opened.
    package func withPassword(
        username: String, password: String, client: ClientDescription
    ) async throws(VaultError) -> SignInResult {
        try await counters.countSignIn { () async throws(VaultError) -> SignInResult in
            try await VaultError.wrapping {
                let wrong = VaultError(.wrongCredentials, "the user name or the password is wrong")
                guard let name = try? Username(username), let password = Password(password) else { throw wrong }
                let nameHash = name.hash(key: nameKey)
                let attempt = try await places.passwordAttempt(nameHash: nameHash, client)
                let result = try await attempts.make(attempt) { () -> SignInResult? in
                    let account = try await unlocking.account(named: nameHash)
                    return try await unlocking.retrying {
                        let lease = try await unlocking.unlock(account, password: password, for: client.requester)
                        guard let lease else { return nil }
                        return try await startSession(account.id, by: lease, client: client)
                    }
                }
                guard let result else { throw wrong }
                return result
            }
        }
    }

    /// - Parameters:
    ///   - lease: the vault by what was shown.
    ///   - passkey: what opened the vault; nil for the password, after which a second factor may be due.
    /// - Throws: `overtaken` when what was shown opens the account no more.
    func startSession(
        _ account: AccountID, by lease: VaultLease, client: ClientDescription, passkey: Passkey? = nil
    ) async throws -> SignInResult {
        let cookie = SessionCookie(random: configuration.random)
        let (id, now) = (SessionID.random(from: configuration.random), configuration.now())
        return try await keys.withLock(account) {
            try await lease.requireSlot()
            try await database.read { try AccountRow.requireEnabled($0, account) }
            let (isPending, key) = try await lease.withLock { vault in
                let isPending = try vault.write { records in
                    let isPending = try passkey == nil && records.hasSecondFactor()
                    try records.remember(client, session: id)
                    try records.noteProof(of: id, passkey: passkey?.id, at: now)
                    let signIn: AccessEvent.Code = passkey == nil ? .signIn : .passkeySignIn
                    let code = isPending ? .signInPending : signIn
                    try records.log(code, of: client, at: now, detail: passkey?.name)
                    return isPending
                }
                return (isPending, try vault.currentKey())
            }
            let row = SessionRow(
                cookie: cookie, id: id, account: account, isPending: isPending, configuration: configuration)
            try await insert(row, cookie, key, client)
            return SignInResult(accountID: account, cookie: cookie.text, needsSecondFactor: isPending)
        }
    }

    /// Puts a session into the database, with the slot by which its cookie opens the vault.
    ///
    /// - Parameter old: the session in whose place it comes.
    private func insert(
        _ row: SessionRow, _ cookie: SessionCookie, _ key: (dataKey: SecretBytes, epoch: UInt32),
        _ client: ClientDescription, replacing old: Session? = nil
    ) async throws {
        let slot = try KeySlot(
            terms: KeySlot.Terms(session: row, epoch: key.epoch), dataKey: key.dataKey,
            secret: cookie.unwrapping(), random: configuration.random)
        try await database.write { db in
            try AccountRow.requireEnabled(db, row.account)
            if let old { try SessionRow.delete(db, account: row.account, lookup: old.lookup) }
            try slot.save(db)
            try row.insert(db)
            // A password alone doesn't make an address its owner's.
            if !row.isPending { try places.add(db, address: client.address, of: row.account) }
        }
    }

    // MARK: The second factor

    /// What the second step can take: codes of an app, and passkeys made for that domain, by their ids.
    ///
    /// - Parameter session: one whose second factor is missing.
    package func secondFactors(
        of session: Session, relyingParty: String
    ) async throws(VaultError) -> (takesCodes: Bool, passkeys: [[UInt8]]) {
        try await VaultError.wrapping {
            try await session.vault.withLock { vault in
                try vault.read { records in
                    let passkeys = try records.passkeys().filter { $0.relyingParty == relyingParty }
                    return (try records.hasTOTP(), passkeys.map(\.credentialID))
                }
            }
        }
    }

    /// Takes a code of the app, or a one-time code, and unlocks the session's vault, under a new cookie.
    ///
    /// - Returns: The session's cookie from now on; nil when the code is wrong.
    /// - Throws: `tooManyAttempts`, `sessionEnded` when the cookie is no session's.
    package func finish(
        cookie: String, code: String, client: ClientDescription
    ) async throws(VaultError) -> String? {
        let now = configuration.now()
        return try await finish(cookie: cookie, client: client) { _, vault in
            try vault.write { try $0.spendSecondFactor(code, of: client, at: now) }
        }
    }

    /// Unlocks the session's vault once its second factor was given.
    ///
    /// The cookie from before proves the password alone, so it ends: whoever saw it has nothing.
    ///
    /// - Parameter check: takes what was given; nil when that is wrong.
    func finish<T: Sendable>(
        cookie text: String, client: ClientDescription,
        _ check: @escaping @Sendable (Session, OpenVault) throws -> T?
    ) async throws(VaultError) -> String? {
        guard let session = try await sessions.session(cookie: text) else {
            throw VaultError(.sessionEnded, "the session is over")
        }
        guard session.needsSecondFactor else { return text }
        return try await VaultError.wrapping {
            let account = session.accountID
            let attempt = try await places.secondFactorAttempt(account, client)
            let right = try await attempts.make(attempt) {
                try await session.vault.withWritingLock { try check(session, $0) }
            }
            guard right != nil else { return nil }
            let cookie = SessionCookie(random: configuration.random)
            let row = SessionRow(
                cookie: cookie, id: session.id, account: account, isPending: false, configuration: configuration)
            try await keys.withLock(account) {
                let key = try await session.vault.withWritingLock { try $0.currentKey() }
                try await insert(row, cookie, key, client, replacing: session)
            }
            return cookie.text
        }
    }
}
