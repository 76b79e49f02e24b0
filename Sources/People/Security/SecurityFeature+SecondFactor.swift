import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import NIOCore
import Vault
import VaultStorage
import Web

/// Two-factor sign-in: setting it up with an authenticator app, its one-time codes, turning it off.
extension SecurityFeature {
    static func showSecondFactor(_ member: SignedInRequest) async throws -> Response {
        let state = try await member.accounts.secondFactor.state(member.session)
        return member.page(
            DetailPage.secondFactor(state, hasOtherSessions: try await member.hasOtherSessions, member.words))
    }

    /// Makes a secret for the app, once the password was given again.
    static func startSecondFactor(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        var reader = FormReader(fields, member.words)
        let label = appLabel(&reader, member)
        if reader.errors.isEmpty {
            let start = try await member.withPassword(fields["password"]) { password in
                guard try await member.accounts.passwords.verify(member.session, password) else {
                    throw VaultError(.wrongCredentials, "the password is wrong")
                }
                _ = try await member.accounts.secondFactor.begin(member.session, label: label)
            }
            guard let fault = start.fault else { return member.redirect(to: Links.secondFactorSetup()) }
            reader.fail("password", fault)
        }
        throw reader.errors
    }

    /// What the app is to call it: as it was typed, else by this product and the day.
    ///
    /// No name of an account goes there unasked, since others see the app, too.
    private static func appLabel(_ reader: inout FormReader, _ member: SignedInRequest) -> String {
        guard let typed = reader.text("name") else {
            return "\(member.accounts.configuration.issuer) \(reader.words.date(member.now))"
        }
        if typed.contains(":") { reader.fail("name", .`error.app-name.colon`) }
        if let code = RecordText.fault(in: typed, limit: SecondFactor.longestLabel) {
            reader.fail("name", reader.words.issue(Issue("name", code, limit: SecondFactor.longestLabel)))
        }
        return typed
    }

    static func showSetUpSecondFactor(_ member: SignedInRequest) async throws -> Response {
        guard try await setup(member) != nil else { return member.redirect(to: Links.secondFactor()) }
        return member.page(try await setupPage(member, nil))
    }

    static func setupPage(_ member: SignedInRequest, _ form: FormView?) async throws -> EntryPage {
        .secondFactorSetup(try await setup(member).found(), form ?? FormView(), member.words)
    }

    /// Turns it on when the app's code is right, and shows the one-time codes, this once.
    static func turnOnSecondFactor(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        guard try await setup(member) != nil else { return member.redirect(to: Links.secondFactor()) }
        guard let code = TextInput.clean(fields["code"]) else {
            throw FormErrors("code", member.words[.`error.code.empty`])
        }
        guard let codes = try await member.accounts.secondFactor.confirm(member.session, code: code) else {
            throw FormErrors("code", member.words[.`error.code.setup`])
        }
        let others = try await member.hasOtherSessions
        return member.page(DetailPage.oneTimeCodes(codes, isNew: true, hasOtherSessions: others, member.words))
    }

    /// The QR code that the authenticator app scans.
    static func showSecondFactorCode(_ member: SignedInRequest) async throws -> Response {
        let setup = try await setup(member).found()
        return .svg(try QRCode(text: setup.uri).svg(title: member.words[.`security.setup.qr`]))
    }

    static func showOneTimeCodes(_ member: SignedInRequest) async throws -> Response {
        guard try await isOn(member) else { return member.redirect(to: Links.secondFactor()) }
        return member.page(EntryPage.oneTimeCodes(member, nil))
    }

    static func renewOneTimeCodes(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        guard try await isOn(member) else { return member.redirect(to: Links.secondFactor()) }
        return try await member.confirmed(fields) { password in
            let codes = try await member.accounts.secondFactor.renewCodes(member.session, password: password)
            guard let codes else { return member.redirect(to: Links.secondFactor()) }
            let others = try await member.hasOtherSessions
            return member.page(DetailPage.oneTimeCodes(codes, isNew: false, hasOtherSessions: others, member.words))
        }
    }

    static func showSecondFactorOff(_ member: SignedInRequest) async throws -> Response {
        guard try await isOn(member) else { return member.redirect(to: Links.secondFactor()) }
        return member.page(EntryPage.secondFactorOff(member, nil))
    }

    static func turnOffSecondFactor(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        try await member.confirmed(fields) { password in
            try await member.accounts.secondFactor.disable(member.session, password: password)
            return member.done(.`done.second-factor-off`, at: Links.secondFactor())
        }
    }

    private static func isOn(_ member: SignedInRequest) async throws -> Bool {
        try await member.accounts.secondFactor.state(member.session).isOn
    }

    private static func setup(_ member: SignedInRequest) async throws -> TOTPSetup? {
        try await member.accounts.secondFactor.pending(member.session)
    }
}
