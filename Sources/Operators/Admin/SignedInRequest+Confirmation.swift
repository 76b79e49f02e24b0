import Vault
package import Web

extension SignedInRequest {
    /// Asks an admin once more who they are, by `password` and, where there is an authenticator app, `code`: a borrowed
    /// session alone changes nothing for everybody.
    ///
    /// - Returns: The form with what is wrong; nil when all is right.
    package func confirmation(_ fields: FormFields) async throws -> FormView? {
        let code = TextInput.clean(fields["code"]) ?? ""
        if code.isEmpty, try await services.accounts.secondFactor.state(session).isOn {
            return FormView(fault: words[.`error.code.empty`], of: "code")
        }
        let answer = try await withPassword(fields["password"]) { password in
            try await services.accounts.secondFactor.verifyOwner(
                session, password: password, code: code, client: visit.client)
        }
        if let fault = answer.fault { return FormView(fault: fault, of: "password") }
        return answer.value == true ? nil : FormView(fault: words[.`error.code.wrong`], of: "code")
    }
}
