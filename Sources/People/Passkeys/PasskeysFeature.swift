import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Passkeys
import Vault
import VaultStorage
package import Web

/// The account's passkeys: list, add, remove.
package enum PasskeysFeature: Feature {
    package static let routes = Route.withoutConsent([
        .get(Links.passkeys, showPasskeys), .post(Links.passkeys, storePasskey),
        .get(Links.newPasskey, showNewPasskey), .post(Links.newPasskey, askForPasskey),
        .get(Links.removePasskey, { $0.page(ConfirmPage.removePasskey($1, FormView(), $0.words)) }),
        .post(Links.removePasskey, removePasskey),
    ])
    package static let pages: [any Page.Type] = [PasskeysPage.self, NewPasskeyPage.self, CreatePasskeyPage.self]

    static func showPasskeys(_ member: SignedInRequest) async throws -> Response {
        member.page(
            PasskeysPage(
                passkeys: try await member.accounts.passkeys.list(member.session), site: member.visit.passkeySite,
                isRecoveryConfirmed: member.session.recoveryConfirmed,
                hasOtherSessions: try await member.hasOtherSessions))
    }

    static func showNewPasskey(_ member: SignedInRequest) async throws -> Response {
        guard member.visit.passkeySite != nil, member.session.recoveryConfirmed else {
            return member.redirect(to: Links.passkeys())
        }
        let device = member.words.device(member.visit.client.device)
        return member.page(NewPasskeyPage(form: FormView(values: ["name": device])))
    }

    /// Takes the name and the password; the page that follows asks the browser for the passkey.
    ///
    /// Its question is for this browser alone, so that answering it shows that the password was given.
    static func askForPasskey(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        guard var ceremony = member.visit.ceremony(.add), member.session.recoveryConfirmed else {
            return member.redirect(to: Links.passkeys())
        }
        var reader = FormReader(fields, member.words)
        let name = reader.requiredText("name", limit: Passkey.longestName, missing: .`error.passkey.name`)
        var making: PasskeyMaking?
        if reader.errors.isEmpty {
            let begin = try await refusable(member) {
                try await member.withPassword(fields["password"]) { password in
                    try await member.accounts.passkeys.begin(member.session, password: password)
                }
            }
            guard let begin else {
                let text = member.words(.`error.passkey.many`, ["maximum": String(Passkey.limit)])
                return retry(member, fields, FormErrors("name", text))
            }
            making = begin.value
            if let fault = begin.fault { reader.fail("password", fault) }
        }
        guard let making else { return retry(member, fields, reader.errors) }
        ceremony.known = making.known
        ceremony.userHandle = making.userHandle
        ceremony.name = name
        return member.page(CreatePasskeyPage(ceremony: ceremony))
    }

    /// Stores the passkey that the browser has made.
    static func storePasskey(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        var reader = FormReader(fields, member.words)
        let name = reader.requiredText("name", limit: Passkey.longestName, missing: .`error.passkey.name`)
        guard reader.errors.isEmpty else { return retry(member, fields, reader.errors) }
        let passkey: Passkey?
        if let response = fields.registration,
            let expectation = await member.visit.expectation(
                .add, clientData: response.clientData, requiresVerification: false)
        {
            passkey = try await refusable(member) {
                try await member.accounts.passkeys.add(
                    member.session, name: name, response: response, expectation: expectation,
                    secret: fields.passkeySecret, client: member.visit.client)
            }
        } else {
            passkey = nil
        }
        guard let passkey else {
            reader.fail("name", .`error.passkey.refused`)
            return retry(member, fields, reader.errors)
        }
        let notice: Message = passkey.opensVault ? .`done.passkey-added` : .`done.passkey-factor-added`
        return member.done(notice, at: Links.passkeys())
    }

    static func removePasskey(
        _ member: SignedInRequest, _ fields: FormFields, _ passkey: Passkey
    ) async throws -> Response {
        try await member.confirmed(fields, again: { ConfirmPage.removePasskey(passkey, $0, $1) }) { password in
            try await member.accounts.passkeys.remove(
                member.session, id: passkey.id, password: password, client: member.visit.client)
            return member.done(.`done.passkey-removed`, at: Links.passkeys())
        }
    }

    /// Nil where the accounts refuse the passkey.
    private static func refusable<Value: Sendable>(
        _ member: SignedInRequest, _ body: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await body()
        } catch let error as VaultError {
            guard error.code == .passkeyRefused else { throw error }
            return nil
        }
    }

    private static func retry(_ member: SignedInRequest, _ fields: FormFields, _ errors: FormErrors) -> Response {
        member.formAgain(NewPasskeyPage(form: FormView(again: fields, errors)))
    }
}
