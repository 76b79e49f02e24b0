import Vault

struct RegisterPage: FormPage {
    let form: FormView
    let state: SignUpState
    let template = Template.register
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.accountsRegisterTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields,
            "open": state.takesAccounts,
            "closed": closed(words).field,
            "invitation": (state == .invitationNeeded ? form.text("invitation", hint: true) : nil).field,
            "username": form.text("username", hint: true),
            "password": form.text("password", hint: true, secret: true),
            "consent": form.box("consent"),
        ]
    }

    private func closed(_ words: Localizer) -> String? {
        switch state {
        case .closed: words[.errorSignUpClosed]
        case .full: words[.errorSignUpFull]
        case .open, .invitationNeeded: nil
        }
    }
}

struct LoginPage: FormPage {
    let form: FormView
    let signUp: SignUpState
    let passkey: PasskeyCeremony?
    let template = Template.login
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.accountsLoginTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields,
            "username": form.text("username"),
            "password": form.text("password", secret: true),
            "signUp": signUp.takesAccounts,
            "passkey": passkey.map(\.fields) ?? false,
        ]
    }
}

/// The second step of signing in.
struct LoginCodePage: FormPage {
    let form: FormView
    let takesCodes: Bool
    let passkey: PasskeyCeremony?
    let template = Template.loginCode
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.accountsLoginCodeTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields, "takesCodes": takesCodes,
            "code": form.text("code", hint: true, secret: true),
            "passkey": passkey.map(\.fields) ?? false,
            // The account's passkeys are all another address's.
            "elsewhere": !takesCodes && passkey == nil,
        ]
    }
}

/// Sign-in with the recovery code.
struct RecoverPage: FormPage {
    let form: FormView
    let template = Template.recover
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.accountsRecoverTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields,
            "username": form.text("username"),
            "recovery-code": form.text("recovery-code", hint: true),
            "password": form.text("password", hint: true, secret: true),
        ]
    }
}

/// The recovery code, to be copied and confirmed.
struct RecoveryCodePage: FormPage {
    /// Nil on the answer to a wrong copy.
    let code: String?
    let form: FormView
    let template = Template.recoveryCode
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.accountsCodeTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields,
            "code": code.field,
            "recovery-code": form.text("recovery-code", hint: true),
            "saved": form.box("saved"),
        ]
    }
}

extension SignUpState {
    /// Whether somebody can make an account now, if only by invitation.
    var takesAccounts: Bool { self == .open || self == .invitationNeeded }
}
