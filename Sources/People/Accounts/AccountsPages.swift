import Vault
import Web

struct RegisterPage: FormPage {
    let form: FormView
    let state: SignUpState
    static let template = "Accounts/register"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`accounts.register.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("open") { $0.state.takesAccounts },
        .text("closed") { page, words in page.closed(words) },
        .one("invitation") { page in
            page.state == .invitationNeeded ? page.form.textControl("invitation", hint: true) : nil
        },
        .one("username") { $0.form.textControl("username", hint: true) },
        .one("password") { $0.form.textControl("password", hint: true, secret: true) },
        .one("consent") { $0.form.boxControl("consent") },
    ]

    private func closed(_ words: Localizer) -> String? {
        switch state {
        case .closed: words[.`error.sign-up.closed`]
        case .full: words[.`error.sign-up.full`]
        case .open, .invitationNeeded: nil
        }
    }
}

struct LoginPage: FormPage {
    let form: FormView
    let signUp: SignUpState
    let passkey: PasskeyCeremony?
    static let template = "Accounts/login"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`accounts.login.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("username") { $0.form.textControl("username") },
        .one("password") { $0.form.textControl("password", secret: true) },
        .flag("signUp") { $0.signUp.takesAccounts }, .one("passkey") { $0.passkey },
    ]
}

/// The second step of signing in.
struct LoginCodePage: FormPage {
    let form: FormView
    let takesCodes: Bool
    let passkey: PasskeyCeremony?
    static let template = "Accounts/login-code"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`accounts.login-code.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("takesCodes") { $0.takesCodes },
        .one("code") { $0.form.textControl("code", hint: true, secret: true) }, .one("passkey") { $0.passkey },
        // The account's passkeys are all another address's.
        .flag("elsewhere") { !$0.takesCodes && $0.passkey == nil },
    ]
}

extension EntryPage {
    /// Sign-in with the recovery code.
    static func recover(_ form: FormView, _ words: Localizer) -> Self {
        EntryPage(
            words[.`accounts.recover.title`], section: .none, form: form,
            lead: [.text(words[.`accounts.recover.lead`])],
            asks: [
                .timeZone, form.line("username", words[.`accounts.username`], .username, isRequired: true),
                form.line(
                    "recovery-code", words[.`accounts.recovery-code`], hint: words[.`accounts.recover.code-hint`],
                    .recoveryCode, isRequired: true),
                form.line(
                    "password", words[.`accounts.recover.new-password`], hint: words[.`accounts.password.hint`],
                    .newPassword, isRequired: true),
            ],
            submit: [PageButton(words[.`accounts.recover.submit`])], action: Links.recover(), cancel: nil,
            after: [
                .link(
                    NamedLink(words[.`lost.title`], Links.lostDevice()), after: words[.`accounts.recover.device`]),
                .link(words[.`accounts.recover.back`], Links.login()), .help([.lostAccess]),
            ])
    }
}

/// The recovery code, to be copied and confirmed.
struct RecoveryCodePage: FormPage {
    /// Nil on the answer to a wrong copy.
    let code: String?
    let form: FormView
    /// What using the code before has ended.
    var ended: RowGroup<EndedRow>?
    static let template = "Accounts/recovery-code"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`accounts.code.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("code") { $0.code }, .one("ended") { $0.ended },
        .one("recovery-code") { $0.form.textControl("recovery-code", hint: true) },
        .one("saved") { $0.form.boxControl("saved") },
    ]
}

extension SignUpState {
    /// Whether somebody can make an account now, if only by invitation.
    var takesAccounts: Bool { self == .open || self == .invitationNeeded }
}
