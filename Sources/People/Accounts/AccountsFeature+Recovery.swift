import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Vault
import VaultStorage
package import Web

extension AccountsFeature {
    static func recover(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        let form = RecoverForm(fields, accounts: visit.accounts, words: visit.words)
        var errors = form.errors
        if errors.isEmpty {
            try limit(visit)
            do {
                let registration = try await visit.accounts.recovery.recover(
                    username: form.username, recoveryCode: form.code, newPassword: form.password,
                    client: visit.client)
                return try await welcome(
                    registration, visit, fields, next: Flash(.`done.recovered`).on(Links.recoveryCode()))
            } catch let error as VaultError {
                errors.add("username", try refusal(error, wrong: .`error.recover`, visit))
                errors.answer = refused(error, visit)
            }
        }
        return visit.formPage(EntryPage.recover(FormView(again: fields, errors), visit.words))
    }

    /// Shows the recovery code until its owner has confirmed a copy, never after; and only to the session that has made
    /// it, or given the password, some minutes ago at most.
    package static func showRecoveryCode(_ member: SignedInRequest) async throws -> Response {
        guard let code = try await unconfirmedCode(member) else { return withoutCode(member) }
        guard try await member.accounts.recovery.showsCode(member.session) else {
            return member.page(EntryPage.showRecoveryCode(member, nil))
        }
        let ended = try await member.ended(after: [.`done.recovered`])
        return member.page(RecoveryCodePage(code: code, form: FormView(), ended: ended))
    }

    /// Takes the password, which shows the code; or the copy, or the word that there is one.
    ///
    /// The answer to a wrong copy shows the code again to those who may see it, to compare them.
    static func confirmRecoveryCode(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        guard let code = try await unconfirmedCode(member) else { return withoutCode(member) }
        if fields["password"] != nil { return try await uncoverRecoveryCode(member, fields) }
        let typed = TextInput.clean(fields["recovery-code"])
        var errors = FormErrors()
        if typed == nil, try await !member.accounts.recovery.showsCode(member.session) {
            return member.redirect(to: Links.recoveryCode())
        } else if let typed {
            let isRight = try await member.accounts.recovery.confirmCode(member.session, typed: typed)
            if !isRight, fields["saved"] != nil {
                try await member.accounts.recovery.confirmSaved(member.session)
            } else if !isRight {
                errors.add("recovery-code", member.words[.`error.recovery-code.wrong`])
            }
        } else if fields["saved"] != nil {
            try await member.accounts.recovery.confirmSaved(member.session)
        } else {
            errors.add("recovery-code", member.words[.`error.recovery-code.unconfirmed`])
        }
        guard errors.isEmpty else {
            let isShown = try await member.accounts.recovery.showsCode(member.session)
            return member.formAgain(
                RecoveryCodePage(code: isShown ? code : nil, form: FormView(again: fields, errors)))
        }
        try await member.vault.write { records in try records.keep(unconfirmedRecoveryCode: nil) }
        return member.redirect(to: Links.home())
    }

    private static func uncoverRecoveryCode(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        do {
            return try await member.confirmed(fields) { password in
                try await member.accounts.recovery.showCode(member.session, password: password)
                return member.redirect(to: Links.recoveryCode())
            }
        } catch let errors as FormErrors {
            return member.formAgain(EntryPage.showRecoveryCode(member, FormView(errors: errors)))
        }
    }

    private static func unconfirmedCode(_ member: SignedInRequest) async throws -> String? {
        try await member.accounts.recovery.unconfirmedCode(member.session)
    }

    /// Whoever has confirmed none, and has none to confirm, makes a new one.
    private static func withoutCode(_ member: SignedInRequest) -> Response {
        member.redirect(to: member.session.recoveryConfirmed ? Links.home() : Links.renewRecoveryCode())
    }
}
