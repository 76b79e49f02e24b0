import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Passkeys
package import Vault
package import Web

/// Signing in by a passkey, alone or after the password.
extension AccountsFeature {
    static func signInWithPasskey(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        if visit.member != nil { return visit.redirect(to: Links.home()) }
        if visit.isAwaitingSecondFactor { return visit.redirect(to: Links.loginCode()) }
        try limit(visit)
        var errors = FormErrors()
        if let response = fields.assertion,
            let expectation = await visit.expectation(
                .signIn, clientData: response.clientData, requiresVerification: true)
        {
            do {
                let signIn = try await visit.accounts.signIn.withPasskey(
                    response, secret: fields.passkeySecret, expectation: expectation, client: visit.client)
                giveBack(visit)
                await keepZone(fields, signIn.cookie, visit)
                let cookies = [sessionCookie(signIn.cookie, visit), browserCookie(signIn.accountID, visit)]
                return visit.redirect(to: Links.home(), cookies: cookies)
            } catch {
                errors.add("username", try refusal(error, wrong: .`error.passkey.login`, visit))
                errors.answer = refused(error, visit)
            }
        } else {
            errors.add("username", visit.words[.`error.passkey.refused`])
        }
        return try await loginPage(visit, FormView(errors: errors))
    }

    static func givePasskey(
        _ visit: VisitorRequest, _ session: Session, _ fields: FormFields
    ) async throws -> Response {
        guard let cookie = visit.sessionCookie else { throw HTTPProblem.badToken }
        try limit(visit)
        var errors = FormErrors()
        if let response = fields.assertion,
            let expectation = await visit.expectation(
                .secondFactor, clientData: response.clientData, requiresVerification: false)
        {
            do {
                let renewed = try await visit.accounts.signIn.finish(
                    cookie: cookie, passkey: response, expectation: expectation, client: visit.client)
                if let renewed { return await signedIn(session, renewed, visit, fields) }
                errors.add("passkey", visit.words[.`error.passkey.factor`])
            } catch {
                errors.add("passkey", try refusal(error, wrong: .`error.passkey.factor`, visit))
                errors.answer = refused(error, visit)
            }
        } else {
            errors.add("passkey", visit.words[.`error.passkey.refused`])
        }
        return try await loginCodePage(visit, session, FormView(errors: errors))
    }

    /// Goes on after the second step.
    package static func signedIn(
        _ session: Session, _ renewed: String, _ visit: VisitorRequest, _ fields: FormFields
    ) async -> Response {
        giveBack(visit)
        await keepZone(fields, renewed, visit)
        return visit.redirect(
            to: Links.home(), cookies: [sessionCookie(renewed, visit), browserCookie(session.accountID, visit)])
    }

    /// The sign-in page with a question to passkeys.
    static func loginPage(_ visit: VisitorRequest, _ form: FormView) async throws -> Response {
        let signUp = try await visit.accounts.signUpState()
        return visit.formPage(LoginPage(form: form, signUp: signUp, passkey: visit.ceremony(.signIn)))
    }

    /// The second step, for what the account has: codes of an app, passkeys.
    static func loginCodePage(_ visit: VisitorRequest, _ session: Session, _ form: FormView) async throws -> Response {
        var ceremony = visit.ceremony(.secondFactor)
        let factors = try await visit.accounts.signIn.secondFactors(
            of: session, relyingParty: ceremony?.site.domain ?? "")
        ceremony?.known = factors.passkeys
        let passkey = factors.passkeys.isEmpty ? nil : ceremony
        return visit.formPage(LoginCodePage(form: form, takesCodes: factors.takesCodes, passkey: passkey))
    }
}
