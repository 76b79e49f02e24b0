import Passkeys
package import Vault
import VaultStorage

/// Asks who has a session: for the password, or for a passkey in its place.
package struct OwnerConfirmation: TemplateModel {
    package let password: FormControl
    /// Nil where no passkey opens the account here.
    package let passkey: PasskeyCeremony?

    package static let fields: [TemplateField<Self>] = [
        .one("password") { $0.password }, .one("passkey") { $0.passkey },
    ]
}

extension SignedInRequest {
    /// Runs something grave with what shows who has the session: the password in a field, or where that is empty a
    /// passkey's answer.
    ///
    /// - Parameter body: throws `wrongCredentials` where it is wrong.
    package func withProof<Value: Sendable>(
        _ fields: FormFields, _ field: String, _ body: (OwnerProof) async throws -> Value
    ) async throws -> Reauthenticated<Value> {
        guard (fields[field] ?? "").isEmpty, let response = fields.assertion else {
            return try await withPassword(fields[field]) { try await body(.password($0)) }
        }
        guard let secret = fields.passkeySecret,
            let expectation = await visit.expectation(
                .confirm, clientData: response.clientData, requiresVerification: true)
        else { return refused(words[.`error.passkey.refused`]) }
        return try await reauthenticated(wrong: .`error.passkey.factor`) {
            try await body(.passkey(response, secret, expectation))
        }
    }

    /// Has the session's owner show who they are, unless they have in the last 15 minutes.
    ///
    /// - Returns: What to say at the password's field; nil where it is shown.
    package func confirm(_ fields: FormFields) async throws -> String? {
        if try await services.accounts.passwords.isProven(session) { return nil }
        return try await withProof(fields, "password") { proof in
            try await services.accounts.passwords.prove(session, by: proof)
        }.fault
    }

    /// What a page asks for that, if it has to.
    package func confirmation(_ form: FormView) async throws -> OwnerConfirmation? {
        if try await services.accounts.passwords.isProven(session) { return nil }
        return OwnerConfirmation(
            password: form.textControl("password", secret: true), passkey: try await confirmingCeremony())
    }

    /// A question to those passkeys that open the account here by themselves; nil where there is none.
    package func confirmingCeremony() async throws -> PasskeyCeremony? {
        guard var ceremony = visit.ceremony(.confirm) else { return nil }
        ceremony.known = try await services.accounts.passkeys.list(session)
            .filter { $0.opensVault && $0.relyingParty == ceremony.site.domain }.map(\.credentialID)
        return ceremony.known.isEmpty ? nil : ceremony
    }
}
