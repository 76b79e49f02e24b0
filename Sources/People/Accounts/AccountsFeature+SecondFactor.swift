import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault
import Web

/// The step after the password, for accounts with two-factor sign-in.
extension AccountsFeature {
    static func giveCode(_ visit: VisitorRequest, _ session: Session, _ fields: FormFields) async throws
        -> Response
    {
        guard let cookie = visit.sessionCookie else { throw HTTPProblem.badToken }
        var errors = FormErrors()
        if let code = TextInput.clean(fields["code"]) {
            try limit(visit)
            do {
                let renewed = try await visit.accounts.signIn.finish(cookie: cookie, code: code, client: visit.client)
                if let renewed { return await signedIn(session, renewed, visit, fields) }
                errors.add("code", visit.words[.`error.code.wrong`])
            } catch {
                errors.add("code", try refusal(error, wrong: .`error.code.wrong`, visit))
                errors.answer = refused(error, visit)
            }
        } else {
            errors.add("code", visit.words[.`error.code.empty`])
        }
        return try await loginCodePage(visit, session, FormView(errors: errors))
    }
}
