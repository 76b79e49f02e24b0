import Vault

struct PasskeysPage: TypedPage {
    let passkeys: [Passkey]
    let site: PasskeySite?
    let isRecoveryConfirmed: Bool
    let hasOtherSessions: Bool
    static let template = Template.passkeys
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

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { page in page.passkeys.map { PasskeyRow(passkey: $0, site: page.site) } },
        .flag("any") { !$0.passkeys.isEmpty }, .flag("domain") { $0.site != nil },
        .flag("code") { $0.isRecoveryConfirmed }, .flag("room") { $0.passkeys.count < Passkey.limit },
        .flag("others") { $0.hasOtherSessions },
    ]
}

/// A passkey of the list.
struct PasskeyRow: TemplateModel {
    let passkey: Passkey
    /// The site that the list is seen on.
    let site: PasskeySite?

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.passkey.name }, .flag("opens") { $0.passkey.opensVault },
        .one("created") { Moment(date: $0.passkey.created) },
        .one("used") { $0.passkey.lastUsed.map { Moment(date: $0) } },
        .text("elsewhere") { row in
            row.passkey.relyingParty == row.site?.domain ? nil : row.passkey.relyingParty
        },
        .text("remove") { Links.removePasskey($0.passkey.id) },
    ]
}

/// A name for a new passkey, and the password.
struct NewPasskeyPage: FormPage, TypedPage {
    let form: FormView
    static let template = Template.passkeyNew
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passkeysNewTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields, "name": form.text("name", hint: true),
            "password": form.text("password", secret: true),
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .one("name") { $0.form.textControl("name", hint: true) },
        .one("password") { $0.form.textControl("password", secret: true) },
    ]
}

/// The browser makes the passkey.
struct CreatePasskeyPage: TypedPage {
    let ceremony: PasskeyCeremony
    static let template = Template.passkeyCreate
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passkeysCreateTitle] }

    func fields(_ words: Localizer) -> TemplateContext { ["passkey": ceremony.fields, "name": ceremony.name] }

    static let fields: [TemplateField<Self>] = [.one("passkey") { $0.ceremony }, .text("name") { $0.ceremony.name }]
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
