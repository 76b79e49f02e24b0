import Vault

/// User name, password, consent and, where one is needed, the invitation of a new account.
struct RegisterForm: Sendable {
    let username: String
    let password: String
    let invitation: String?
    let errors: FormErrors

    init(_ fields: FormFields, needsInvitation: Bool, accounts: Accounts, words: Words) {
        let username = TextInput.clean(fields["username"]) ?? ""
        let password = fields["password"] ?? ""
        let invitation = TextInput.clean(fields["invitation"])
        var errors = FormErrors()
        if needsInvitation, invitation == nil { errors.add("invitation", words[.errorInvitationEmpty]) }
        if username.isEmpty {
            errors.add("username", words[.errorUsernameEmpty])
        } else if let finding = accounts.usernameFinding(username) {
            errors.add("username", words(finding))
        }
        if let text = PasswordText.fault(password, username: username, accounts: accounts, words: words) {
            errors.add("password", text)
        }
        if fields["consent"] == nil { errors.add("consent", words[.errorConsent]) }
        self.username = username
        self.password = password
        self.invitation = invitation
        self.errors = errors
    }

    /// The field and the words for a refusal by the accounts; nothing where it isn't the user's to mend.
    func refusal(_ error: VaultError, words: Words) -> (field: String, text: String)? {
        switch error.code {
        case .usernameTaken: ("username", words[.errorUsernameTaken])
        case .invitationNeeded: ("invitation", words[.errorInvitationEmpty])
        case .invitationRejected: ("invitation", words[.errorInvitationWrong])
        case .signUpClosed: ("username", words[.errorSignUpClosed])
        case .userLimit: ("username", words[.errorSignUpFull])
        default: nil
        }
    }
}

/// A password's strength in words.
enum PasswordText {
    /// What is wrong with a new password.
    static func fault(_ password: String, username: String, accounts: Accounts, words: Words) -> String? {
        if password.isEmpty { return words[.errorPasswordEmpty] }
        guard let finding = accounts.passwordFinding(password, username: username) else { return nil }
        return words(finding.problem)
    }
}
