import Vault
import VaultStorage
import Web

/// User name, password, consent and, where one is needed, the invitation of a new account.
struct RegisterForm: Sendable {
    let username: String
    let password: String
    let invitation: String?
    let errors: FormErrors

    init(_ fields: FormFields, needsInvitation: Bool, accounts: Accounts, words: Localizer) {
        var reader = FormReader(fields, words)
        username = reader.text("username") ?? ""
        password = fields["password"] ?? ""
        invitation = reader.text("invitation")
        if needsInvitation, invitation == nil { reader.fail("invitation", .`error.invitation.empty`) }
        if username.isEmpty {
            reader.fail("username", .`error.username.empty`)
        } else if let finding = Username.finding(username) {
            reader.fail("username", words(finding))
        }
        if let text = PasswordText.fault(password, username: username, accounts: accounts, words: words) {
            reader.fail("password", text)
        }
        if fields["consent"] == nil { reader.fail("consent", .`error.consent`) }
        errors = reader.errors
    }

    /// The field and the words for a refusal by the accounts; nothing where it isn't the user's to mend.
    func refusal(_ error: VaultError, words: Localizer) -> (field: String, text: String)? {
        switch error.code {
        case .usernameTaken: ("username", words[.`error.username.taken`])
        case .invitationNeeded: ("invitation", words[.`error.invitation.empty`])
        case .invitationRejected: ("invitation", words[.`error.invitation.wrong`])
        case .userLimit: ("username", words[.`error.sign-up.full`])
        case .busy: ("username", words[.`error.busy`])
        default: nil
        }
    }
}

/// A password's strength in words.
enum PasswordText {
    /// What is wrong with a new password.
    static func fault(_ password: String, username: String, accounts: Accounts, words: Localizer) -> String? {
        if password.isEmpty { return words[.`error.password.empty`] }
        guard let finding = accounts.passwords.finding(password, username: username) else { return nil }
        return words(finding.problem)
    }
}

extension PasswordWeakness.Kind: MessageCode { static let family = "error.password" }
extension UnusableUsername: MessageCode { static let family = "error.username" }
