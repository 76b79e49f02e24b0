import Foundation
package import Passkeys
package import VaultStorage

/// Signing in by a passkey: alone, where it opens the vault, or after the password.
extension SignIn {
    /// Opens an account with a passkey alone: its signature shows that it is there and who is before it, the secret of
    /// its PRF extension unwraps the vault.
    ///
    /// Two factors in one, so that no second is asked for. Unknown passkeys and those that don't open a vault get the
    /// same answer.
    ///
    /// - Parameter expectation: has to require verification of the user.
    /// - Throws: `wrongCredentials`, `tooManyAttempts` (with `retryAfter`), `busy`, or why the vault can't be opened.
    package func withPasskey(
        _ response: AssertionResponse, secret: PasskeySecret?, expectation: CeremonyExpectation,
        client: ClientDescription
    ) async throws(VaultError) -> SignInResult {
        try await VaultError.wrapping {
            let wrong = VaultError(.wrongCredentials, "the passkey opens no account")
            guard let secret, expectation.requiresVerification else { throw wrong }
            let lookup = KeySlot.lookup(credentialID: response.credentialID, key: nameKey)
            let result = try await attempts.make(places.passkeyAttempt(lookup: lookup, client)) { () -> SignInResult? in
                let accounts = try await database.read { try KeySlot.accounts($0, passkey: lookup) }
                guard let account = accounts.first(where: { $0.userHandle(key: nameKey) == response.userHandle }) else {
                    return nil
                }
                let unwrapping = try secret.unwrapping(account, credentialID: response.credentialID)
                func opened<T>(_ body: (VaultLease) async throws -> T?) async throws -> T? {
                    try await unlocking.retrying {
                        let lease = try await unlocking.unlock(
                            account, kind: .passkey, lookup: lookup, secret: unwrapping)
                        guard let lease else { return nil }
                        return try await body(lease)
                    }
                }
                // Each opens the vault for itself: an answer counts once, so what follows mustn't check it again.
                let passkey = try await opened { lease in
                    try await lease.withWritingLock {
                        try answers.accept(response, expectation, of: account, in: $0, device: client.device)
                    }
                }
                guard let passkey, passkey.opensVault else { return nil }
                return try await opened {
                    try await startSession(account, by: $0, client: client, passkey: passkey)
                }
            }
            guard let result else { throw wrong }
            return result
        }
    }

    /// Takes a passkey as the second factor, and unlocks the session's vault, under a new cookie.
    ///
    /// - Returns: The session's cookie from now on; nil when the passkey is not right.
    /// - Throws: `tooManyAttempts`, `sessionEnded` when the cookie is no session's.
    package func finish(
        cookie: String, passkey response: AssertionResponse, expectation: CeremonyExpectation,
        client: ClientDescription
    ) async throws(VaultError) -> String? {
        try await finish(cookie: cookie, client: client) { session, vault in
            try answers.accept(
                response, expectation, of: session.accountID, in: vault, device: client.device, logging: .signIn,
                provesOwnerOf: session.id)
        }
    }

    private var answers: PasskeyAnswers { PasskeyAnswers(nameKey: nameKey, configuration: configuration) }
}
