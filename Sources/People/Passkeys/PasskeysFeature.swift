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
        .get(Links.passkeys, showPasskeys), .post(Links.passkeys, form: newPasskeyPage, storePasskey),
        .get(Links.newPasskey, showNewPasskey), .post(Links.newPasskey, form: newPasskeyPage, askForPasskey),
        .get(Links.removePasskey, form: EntryPage.removePasskey),
        .post(Links.removePasskey, form: EntryPage.removePasskey, removePasskey),
    ])
    package static let pages: [any Page.Type] = [PasskeysPage.self, CreatePasskeyPage.self]

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
        return member.page(newPasskeyPage(member, nil))
    }

    private static func newPasskeyPage(_ member: SignedInRequest, _ form: FormView?) -> EntryPage {
        let name = member.words.device(member.visit.client.device)
        return .newPasskey(form ?? FormView(values: ["name": name]), member.words)
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
                throw FormErrors("name", text)
            }
            making = begin.value
            if let fault = begin.fault { reader.fail("password", fault) }
        }
        guard let making else { throw reader.errors }
        ceremony.known = making.known
        ceremony.userHandle = making.userHandle
        ceremony.name = name
        return member.page(CreatePasskeyPage(ceremony: ceremony))
    }

    /// Stores the passkey that the browser has made.
    static func storePasskey(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        var reader = FormReader(fields, member.words)
        let name = reader.requiredText("name", limit: Passkey.longestName, missing: .`error.passkey.name`)
        try reader.errors.check()
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
            throw reader.errors
        }
        let notice: Message = passkey.opensVault ? .`done.passkey-added` : .`done.passkey-factor-added`
        return member.done(notice, at: Links.passkeys())
    }

    static func removePasskey(
        _ member: SignedInRequest, _ fields: FormFields, _ passkey: Passkey
    ) async throws -> Response {
        try await member.confirmed(fields) { password in
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
}
