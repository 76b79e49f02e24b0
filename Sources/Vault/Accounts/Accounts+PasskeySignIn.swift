import Foundation
package import Passkeys
package import VaultStorage

/// Signing in by a passkey: alone, where it opens the vault, or after the password.
extension Accounts {
    /// Opens an account with a passkey alone: its signature shows that it is there and who is before it, the secret of
    /// its PRF extension unwraps the vault.
    ///
    /// Two factors in one, so that no second is asked for. Unknown passkeys and those that don't open a vault get the
    /// same answer.
    ///
    /// - Parameter expectation: has to require verification of the user.
    /// - Throws: `wrongCredentials`, `tooManyAttempts` (with `retryAfter`), `busy`, or why the vault can't be opened.
    package func signIn(
        passkey response: AssertionResponse, secret: PasskeySecret?, expectation: CeremonyExpectation,
        client: ClientDescription
    ) async throws(VaultError) -> SignIn {
        try await translating {
            let wrong = VaultError(.wrongCredentials, "the passkey opens no account")
            guard let secret, expectation.requiresVerification else { throw wrong }
            let lookup = lookup(credentialID: response.credentialID)
            let attempt = Throttle.Attempt(
                account: lookup, address: addressHash(client.address), isFamiliar: true, event: .signInFailed,
                client: client)
            let signIn = try await trying(attempt) { () -> SignIn? in
                let accounts = try await self.database.read { try KeySlot.accounts($0, passkey: lookup) }
                guard let account = accounts.first(where: { self.userHandle($0) == response.userHandle }) else {
                    return nil
                }
                let unwrapping = try secret.unwrapping(account, credentialID: response.credentialID)
                func opened<T>(_ body: (VaultLease) async throws -> T?) async throws -> T? {
                    try await self.again {
                        let lease = try await self.unlock(account, kind: .passkey, lookup: lookup, secret: unwrapping)
                        guard let lease else { return nil }
                        return try await body(lease)
                    }
                }
                let check = self.acceptance(of: response, expectation, account: account, client: client, logging: nil)
                // Each opens the vault for itself: an answer counts once, so what follows mustn't check it again.
                guard let passkey = try await opened({ try await $0.withWritingLock(check) }), passkey.opensVault else {
                    return nil
                }
                return try await opened {
                    try await self.startSession(account, by: $0, client: client, passkey: passkey)
                }
            }
            guard let signIn else { throw wrong }
            return signIn
        }
    }

    /// What the second step can take: codes of an app, and passkeys made for that domain, by their ids.
    ///
    /// - Parameter session: one whose second factor is missing.
    package func secondFactors(
        _ session: Session, relyingParty: String
    ) async throws(VaultError) -> (takesCodes: Bool, passkeys: [[UInt8]]) {
        try await translating {
            try await session.vault.withLock { vault in
                try vault.read { records in
                    let passkeys = try records.passkeys().filter { $0.relyingParty == relyingParty }
                    return (try records.hasTOTP(), passkeys.map(\.credentialID))
                }
            }
        }
    }

    /// Takes a passkey as the second factor, and unlocks the session's vault, under a new cookie.
    ///
    /// - Returns: The session's cookie from now on; nil when the passkey is not right.
    /// - Throws: `tooManyAttempts`, `sessionEnded` when the cookie is no session's.
    package func passSecondFactor(
        cookie: String, passkey response: AssertionResponse, expectation: CeremonyExpectation,
        client: ClientDescription
    ) async throws(VaultError) -> String? {
        guard let session = try await session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "the session is over")
        }
        guard session.needsSecondFactor else { return cookie }
        return try await translating {
            let attempt = try await attempt(secondFactorOf: session.accountID, client: client)
            let check = acceptance(
                of: response, expectation, account: session.accountID, client: client,
                logging: AccessEvent.Code.signIn)
            let passkey = try await trying(attempt) { try await session.vault.withWritingLock(check) }
            guard passkey != nil else { return nil }
            return try await finishSignIn(session, client: client)
        }
    }

    /// Gives the account's passkey that answered, if the answer is right; its count is noted in the same commit.
    private func acceptance(
        of response: AssertionResponse, _ expectation: CeremonyExpectation, account: AccountID,
        client: ClientDescription, logging code: String?
    ) -> @Sendable (OpenVault) throws -> Passkey? {
        let now = configuration.now()
        let handle = userHandle(account)
        return { vault in
            try vault.write { records in
                guard let passkey = try records.passkey(credentialID: response.credentialID),
                    passkey.relyingParty == expectation.relyingParty
                else { return nil }
                func log(_ code: String) throws {
                    try records.log(AccessEvent(time: now, device: client.device, code: code, detail: passkey.name))
                }
                switch response.outcome(expectation, of: passkey, userHandle: handle) {
                case .success(let used):
                    try records.note(used, of: passkey.id, at: now)
                    if let code { try log(code) }
                    return passkey
                case .failure(let error):
                    // Its owner should know: there may be a copy.
                    if error.code == .wrongSignCount { try log(AccessEvent.Code.passkeyCopied) }
                    return nil
                }
            }
        }
    }
}

extension AssertionResponse {
    fileprivate func outcome(
        _ expectation: CeremonyExpectation, of passkey: Passkey, userHandle: [UInt8]
    ) -> Result<UsedPasskey, PasskeyError> {
        Result { () throws(PasskeyError) in
            let known = KnownPasskey(
                credentialID: passkey.credentialID, publicKey: try PasskeyPublicKey(passkey.publicKey),
                signCount: passkey.signCount, isBackupEligible: passkey.isBackupEligible, userHandle: userHandle)
            return try verified(expectation, by: known)
        }
    }
}
