import Vault

struct PasskeysPage: Page {
    let passkeys: [Passkey]
    let site: PasskeySite?
    let isRecoveryConfirmed: Bool
    let hasOtherSessions: Bool
    let template = Template.passkeys
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passkeysTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "rows": passkeys.map { passkey -> TemplateContext in
                [
                    "name": passkey.name, "opens": passkey.opensVault, "created": words.moment(passkey.created),
                    "used": passkey.lastUsed.map { words.moment($0) }.field,
                    "elsewhere": passkey.relyingParty == site?.domain ? false : passkey.relyingParty,
                    "remove": Links.removePasskey(passkey.id),
                ]
            },
            "any": !passkeys.isEmpty, "domain": site != nil, "code": isRecoveryConfirmed,
            "room": passkeys.count < Passkey.limit, "others": hasOtherSessions,
        ]
    }
}

/// A name for a new passkey, and the password.
struct NewPasskeyPage: FormPage {
    let form: FormView
    let template = Template.passkeyNew
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passkeysNewTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields, "name": form.text("name", hint: true),
            "password": form.text("password", secret: true),
        ]
    }
}

/// The browser makes the passkey.
struct CreatePasskeyPage: Page {
    let ceremony: PasskeyCeremony
    let template = Template.passkeyCreate
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passkeysCreateTitle] }

    func fields(_ words: Localizer) -> TemplateContext { ["passkey": ceremony.fields, "name": ceremony.name] }
}

extension ConfirmPage {
    static func removePasskey(_ passkey: Passkey, _ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words(.passkeysRemoveTitle, ["name": passkey.name]),
            paragraphs: [words[passkey.opensVault ? .passkeysRemoveOpens : .passkeysRemoveFactor]], form: form,
            submit: words[.passkeysRemoveSubmit], action: Links.removePasskey(passkey.id), cancel: Links.passkeys,
            isDanger: true)
    }
}
