import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import Vault
package import VaultStorage
package import Web

/// Sign-up, sign-in, recovery and sign-out.
package enum AccountsFeature: Feature {
    package static let routes: [Route] =
        [
            .get(Links.register, public: showRegister), .post(Links.register, public: signUp),
            .get(Links.login, public: showLogin), .post(Links.login, public: signIn),
            .post(Links.passkeyLogin, public: signInWithPasskey),
            .get(Links.loginCode, secondFactor: { try await loginCodePage($0, $1, FormView()) }),
            .post(Links.loginCode, secondFactor: giveCode),
            .post(Links.passkeyLoginCode, secondFactor: givePasskey),
            .get(Links.recover, public: { $0.plainPage(EntryPage.recover(FormView(), $0.words)) }),
            .post(Links.recover, public: recover),
            .post(Links.logout, signOut: signOut),
        ]
        + Route.withoutConsent([
            .get(Links.recoveryCode, showRecoveryCode), .post(Links.recoveryCode, confirmRecoveryCode),
        ])
    package static let pages: [any Page.Type] = [
        RegisterPage.self, LoginPage.self, LoginCodePage.self, RecoveryCodePage.self,
    ]
    package static var codes: [any MessageCode.Type] { [PasswordWeakness.Kind.self, UnusableUsername.self] }

    static func showRegister(_ visit: VisitorRequest) async throws -> Response {
        if visit.member != nil { return visit.redirect(to: Links.home()) }
        let invitation = try visit.request.queryFields()["invitation"] ?? ""
        let form = FormView(values: ["invitation": invitation])
        return visit.formPage(RegisterPage(form: form, state: try await visit.accounts.currentSignUpState()))
    }

    static func signUp(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        let state = try await visit.accounts.currentSignUpState()
        if !state.takesAccounts {
            return visit.plainPage(RegisterPage(form: FormView(), state: state), status: .forbidden)
        }
        let form = RegisterForm(
            fields, needsInvitation: state == .invitationNeeded, accounts: visit.accounts, words: visit.words)
        var errors = form.errors
        if errors.isEmpty {
            try limit(visit)
            do {
                return try await register(visit, form, fields)
            } catch is SignUpLimit.Exceeded {
                visit.accounts.events.tell(.signUpsLimited, of: visit.client)
                errors.add("username", visit.words[.`error.sign-up.many`])
                errors.answer = .tooManyRequests
            } catch let error as VaultError where error.code == .signUpClosed {
                // It closed since the form was shown.
                return visit.plainPage(RegisterPage(form: FormView(), state: .closed), status: .forbidden)
            } catch let error as VaultError {
                guard let (field, text) = form.refusal(error, words: visit.words) else { throw error }
                errors.add(field, text)
                errors.answer = refused(error, visit)
            }
        }
        // It never goes back to the browser: whoever sees the form again has to know.
        errors.add("password", visit.words[.`error.password.again`])
        return visit.formPage(RegisterPage(form: FormView(again: fields, errors), state: state))
    }

    static func showLogin(_ visit: VisitorRequest) async throws -> Response {
        if visit.member != nil { return visit.redirect(to: Links.home()) }
        if visit.isAwaitingSecondFactor { return visit.redirect(to: Links.loginCode()) }
        return try await loginPage(visit, FormView())
    }

    static func signIn(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        var errors = FormErrors()
        let username = fields["username"] ?? ""
        let password = fields["password"] ?? ""
        if username.isEmpty { errors.add("username", visit.words[.`error.username.empty`]) }
        if password.isEmpty { errors.add("password", visit.words[.`error.password.empty`]) }
        if errors.isEmpty {
            let browser = await visit.accounts.knownPlaces.browser(visit.client, username: username)
            try limit(visit, browser: browser)
            do {
                let signIn = try await visit.accounts.signIn.withPassword(
                    username: username, password: password, client: visit.client)
                try? await endSession(visit)
                let next = signIn.needsSecondFactor ? Links.loginCode() : Links.home()
                giveBack(visit, browser: browser)
                if !signIn.needsSecondFactor { await keepZone(fields, signIn.cookie, visit) }
                let known = signIn.needsSecondFactor ? [] : [browserCookie(signIn.accountID, visit)]
                return visit.redirect(to: next, cookies: [sessionCookie(signIn.cookie, visit)] + known)
            } catch {
                errors.add("username", try refusal(error, wrong: .`error.login`, visit))
                errors.answer = refused(error, visit, browser: browser)
            }
        }
        return try await loginPage(visit, FormView(again: fields, errors))
    }

    /// The browser forgets its session whatever happens; the page of the problem says what the server couldn't do.
    static func signOut(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        do throws(VaultError) {
            try await endSession(visit)
        } catch {
            throw HTTPProblem.signedOutHere.caused(by: error)
        }
        return visit.signedOut(.`done.signed-out`)
    }
}

extension AccountsFeature {
    /// Bounds how often one client address may try passwords: each try costs 64 MiB and tens of milliseconds.
    ///
    /// - Parameter browser: one in which the account was signed in counts by itself, so that others at its owner's address
    ///   don't keep them out.
    package static func limit(_ visit: VisitorRequest, browser: String? = nil) throws {
        if let wait = visit.services.signInLimit.take(browser ?? visit.context.client.address.key) {
            throw HTTPProblem.tooManyRequests(retryAfter: wait)
        }
    }

    /// Only failures count: gives back what `limit` took.
    package static func giveBack(_ visit: VisitorRequest, browser: String? = nil) {
        visit.services.signInLimit.giveBack(browser ?? visit.context.client.address.key)
    }

    /// What the browser keeps once an account was signed in to there.
    static func browserCookie(_ account: AccountID, _ visit: VisitorRequest) -> String {
        SetCookie.set(
            Cookies.browser, visit.accounts.knownPlaces.newBrowser(account), maxAge: KnownOrigins.browserLifetime,
            on: visit.context.client)
    }

    /// Ends the session that the browser has, if it has one.
    package static func endSession(_ visit: VisitorRequest) async throws(VaultError) {
        guard let cookie = visit.sessionCookie else { return }
        try await visit.accounts.sessions.signOut(cookie: cookie)
    }

    package static func sessionCookie(_ value: String, _ visit: VisitorRequest) -> String {
        SetCookie.set(Cookies.session, value, maxAge: visit.accounts.sessions.lifetime, on: visit.context.client)
    }

    /// The words for a refused sign-in or recovery; errors that aren't the user's go on.
    package static func refusal(_ error: VaultError, wrong: Message, _ visit: VisitorRequest) throws -> String {
        switch error.code {
        case .wrongCredentials, .recoveryRejected, .usernameRejected: return visit.words[wrong]
        // Only ever after the right password, passkey or code.
        case .accountDisabled: return visit.words[.`error.account-disabled`]
        case .tooManyAttempts: return visit.words(.`error.attempts`, count: error.retryAfter ?? 60)
        case .busy: return visit.words[.`error.busy`]
        default: throw error
        }
    }

    /// The status of a form that comes back; where the server was too busy for it that was no try.
    package static func refused(_ error: VaultError, _ visit: VisitorRequest, browser: String? = nil)
        -> HTTPResponse.Status
    {
        guard error.code == .busy else { return .unprocessableContent }
        giveBack(visit, browser: browser)
        return .serviceUnavailable
    }

    /// The field in which a browser's script says its zone.
    private static let zoneField = "zone"

    /// Remembers the browser's zone for an account that has none; nobody is kept out for it.
    static func keepZone(_ fields: FormFields, _ cookie: String, _ visit: VisitorRequest) async {
        guard let zone = fields[Self.zoneField], !zone.isEmpty,
            let session = try? await visit.accounts.sessions.session(cookie: cookie)
        else { return }
        try? await session.vault.write { records in try records.keep(browserZone: zone) }
    }

    /// Opens the new account's vault and leads to the recovery code, which is in it until its owner confirms a copy.
    package static func welcome(
        _ registration: NewCredentials, _ visit: VisitorRequest, _ fields: FormFields,
        next: String = Links.recoveryCode()
    ) async throws -> Response {
        guard let session = try await visit.accounts.sessions.session(cookie: registration.cookie) else {
            throw HTTPProblem.unavailable
        }
        let (language, zone) = (visit.words.code, fields[Self.zoneField])
        // The account is there already; without this, pages go by what the browser wishes.
        try? await session.vault.write { records in
            try records.setSetting(SettingKey.language, to: language)
            try records.keep(browserZone: zone)
        }
        giveBack(visit)
        let cookies = [sessionCookie(registration.cookie, visit), browserCookie(registration.accountID, visit)]
        return visit.redirect(to: next, cookies: cookies)
    }

    private static func register(_ visit: VisitorRequest, _ form: RegisterForm, _ fields: FormFields) async throws
        -> Response
    {
        let consent = Consent(version: Privacy.version, time: visit.now, language: visit.words.code)
        let registration = try await visit.services.signUpLimit.counting(visit.context.client.address.network) {
            try await visit.accounts.registration.register(
                username: form.username, password: form.password, consent: consent, client: visit.client,
                invitation: form.invitation)
        }
        let answer = try await welcome(registration, visit, fields)
        visit.accounts.registration.isAnswered(registration)
        return answer
    }
}
