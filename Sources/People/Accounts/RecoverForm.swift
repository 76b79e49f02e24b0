import Vault
import Web

/// User name, recovery code and new password of someone who forgot theirs.
struct RecoverForm: Sendable {
    let username: String
    let code: String
    let password: String
    let errors: FormErrors

    init(_ fields: FormFields, accounts: Accounts, words: Localizer) {
        self.username = TextInput.clean(fields["username"]) ?? ""
        self.code = TextInput.clean(fields["recovery-code"]) ?? ""
        self.password = fields["password"] ?? ""
        var errors = FormErrors()
        if username.isEmpty { errors.add("username", words[.`error.username.empty`]) }
        if code.isEmpty { errors.add("recovery-code", words[.`error.recovery-code.empty`]) }
        if let text = PasswordText.fault(password, username: username, accounts: accounts, words: words) {
            errors.add("password", text)
        }
        self.errors = errors
    }
}
