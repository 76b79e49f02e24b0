package import HummingbirdCore
import Vault
import VaultStorage

/// What came of something that needs the password again: the value, or what to say at the password's field.
package struct Reauthenticated<Value: Sendable>: Sendable {
    package let value: Value?
    package let fault: String?
}

extension SignedInRequest {
    /// Whether the account is signed in elsewhere too, which pages offer to end when a way to sign in has changed.
    package var hasOtherSessions: Bool {
        get async throws { try await services.accounts.sessions.list(session).contains { !$0.isCurrent } }
    }

    /// Runs something grave with the password that was typed again.
    ///
    /// - Parameter body: throws `wrongCredentials` for a wrong password.
    package func withPassword<Value: Sendable>(
        _ password: String?, _ body: (String) async throws -> Value
    ) async throws -> Reauthenticated<Value> {
        guard let password, !password.isEmpty else { return refused(words[.`error.password.own`]) }
        return try await reauthenticated(wrong: .`error.password.wrong`) { try await body(password) }
    }

    /// Answers once the password was typed again.
    ///
    /// - Throws: `FormErrors` where it is wrong.
    package func confirmed(
        _ fields: FormFields, _ body: (String) async throws -> Response
    ) async throws -> Response {
        let answer = try await withPassword(fields["password"], body)
        guard let response = answer.value else { throw FormErrors("password", answer.fault ?? "") }
        return response
    }

    /// - Parameter wrong: what is said where `body` throws `wrongCredentials`.
    func reauthenticated<Value: Sendable>(
        wrong: Message, _ body: () async throws -> Value
    ) async throws -> Reauthenticated<Value> {
        // By the session: people behind one address don't use up each other's tries.
        let key = "session \(session.id)"
        if let wait = services.signInLimit.take(key) { throw HTTPProblem.tooManyRequests(retryAfter: wait) }
        do {
            let value = try await body()
            services.signInLimit.giveBack(key)
            return Reauthenticated(value: value, fault: nil)
        } catch let error as VaultError {
            switch error.code {
            case .wrongCredentials: return refused(words[wrong])
            case .tooManyAttempts:
                return refused(words(.`error.attempts`, count: error.retryAfter ?? 60))
            default: throw error
            }
        }
    }

    package func refused<Value: Sendable>(_ fault: String) -> Reauthenticated<Value> {
        Reauthenticated(value: nil, fault: fault)
    }
}

extension FormView {
    /// A form with one fault, or none.
    package init(fault: String?, of field: String) {
        self.init(errors: fault.map { FormErrors(field, $0) } ?? FormErrors())
    }
}
