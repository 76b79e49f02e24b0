import Model
import Foundation
package import VaultStorage

extension Accounts {
    /// Whether the owner of a session is there: the password again and, where an authenticator app is set up, its code
    /// or a one-time code.
    ///
    /// - Returns: False when the code is wrong.
    /// - Throws: `wrongCredentials` when the password is wrong, `tooManyAttempts`, `busy`.
    package func confirm(
        _ session: Session, password: String, code: String, client: ClientDescription
    ) async throws(VaultError) -> Bool {
        try await requirePassword(session, password)
        guard try await secondFactor(session).isOn else { return true }
        let now = configuration.now()
        return try await translating {
            let attempt = Throttle.Attempt(
                account: session.accountID.bytes, address: Array("confirming".utf8) + session.lookup, isFamiliar: true,
                event: .secondFactorFailed, client: client)
            let spent = try await trying(attempt) { () -> Bool? in
                try await session.vault.write { records in
                    try records.spendSecondFactor(code, at: now) == nil ? nil : true
                }
            }
            return spent == true
        }
    }

    /// Whether signing in to the account takes more than its password.
    package func hasSecondFactor(_ session: Session) async throws(VaultError) -> Bool {
        try await translating { try await session.vault.read { try $0.hasSecondFactor() } }
    }
}
