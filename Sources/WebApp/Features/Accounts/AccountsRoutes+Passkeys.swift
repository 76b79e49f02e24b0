import HTTPTypes
import Hummingbird
import HummingbirdCore
import Passkeys
import Vault

/// Signing in by a passkey, alone or after the password.
extension AccountsRoutes {
    @Sendable func savePasskeyLogin(_ visit: VisitorRequest, _ member: SignedInRequest?, _ fields: FormFields)
        async throws -> Response
    {
        if member != nil { return visit.redirect(to: Links.home) }
        if visit.isHalfway { return visit.redirect(to: Links.loginCode) }
        try limit(visit)
        var errors = FormErrors()
        let words = visit.words
        if let response = fields.assertion,
            let expectation = await visit.expectation(
                .signIn, clientData: response.clientData, requiresVerification: true)
        {
            do {
                let signIn = try await services.accounts.signIn.withPasskey(
                    response, secret: fields.passkeySecret, expectation: expectation, client: visit.client)
                giveBack(visit)
                let cookies = [sessionCookie(signIn.cookie, visit), browserCookie(signIn.accountID, visit)]
                return visit.redirect(to: Links.home, cookies: cookies)
            } catch {
                errors.add("username", try refusal(error, wrong: .errorPasskeyLogin, visit))
            }
        } else {
            errors.add("username", words[.errorPasskeyRefused])
        }
        return try await loginPage(visit, FormView(errors: errors), status: .unprocessableContent)
    }

    @Sendable func savePasskeyLoginCode(
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
                let renewed = try await services.accounts.signIn.finish(
                    cookie: cookie, passkey: response, expectation: expectation, client: visit.client)
                if let renewed { return signedIn(session, renewed, visit) }
                errors.add("passkey", visit.words[.errorPasskeyFactor])
            } catch {
                errors.add("passkey", try refusal(error, wrong: .errorPasskeyFactor, visit))
            }
        } else {
            errors.add("passkey", visit.words[.errorPasskeyRefused])
        }
        return try await loginCodePage(visit, session, FormView(errors: errors), status: .unprocessableContent)
    }

    /// Goes on after the second step.
    func signedIn(_ session: Session, _ renewed: String, _ visit: VisitorRequest) -> Response {
        giveBack(visit)
        return visit.redirect(
            to: Links.home, cookies: [sessionCookie(renewed, visit), browserCookie(session.accountID, visit)])
    }

    /// The sign-in page with a question to passkeys.
    func loginPage(_ visit: VisitorRequest, _ form: FormView, status: HTTPResponse.Status = .ok) async throws
        -> Response
    {
        visit.page(
            LoginPage(
                form: form, signUp: try await services.accounts.registration.state(), passkey: visit.ceremony(.signIn)),
            status: status)
    }

    /// The second step, for what the account has: codes of an app, passkeys.
    func loginCodePage(
        _ visit: VisitorRequest, _ session: Session, _ form: FormView, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var ceremony = visit.ceremony(.secondFactor)
        let factors = try await services.accounts.signIn.secondFactors(
            of: session, relyingParty: ceremony?.site.domain ?? "")
        ceremony?.known = factors.passkeys
        return visit.page(
            LoginCodePage(
                form: form, takesCodes: factors.takesCodes, passkey: factors.passkeys.isEmpty ? nil : ceremony),
            status: status)
    }
}
