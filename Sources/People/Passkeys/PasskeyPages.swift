import Vault
import Web

struct PasskeysPage: Page {
    let passkeys: [Passkey]
    let site: PasskeySite?
    let isRecoveryConfirmed: Bool
    let hasOtherSessions: Bool
    static let template = "Passkeys/list"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`passkeys.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("place") { _, words in words.city(of: words.zone) },
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

/// The browser makes the passkey.
struct CreatePasskeyPage: Page {
    let ceremony: PasskeyCeremony
    static let template = "Passkeys/create"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`passkeys.create.title`] }

    static let fields: [TemplateField<Self>] = [.one("passkey") { $0.ceremony }, .text("name") { $0.ceremony.name }]
}

extension EntryPage {
    /// A name for a new passkey, and the password.
    static func newPasskey(_ form: FormView, _ words: Localizer) -> Self {
        EntryPage(
            words[.`passkeys.new.title`], section: .settings, form: form,
            lead: [.text(words[.`passkeys.new.lead`]), .withoutScript(words[.`passkeys.script`])],
            asks: [
                form.line(
                    "name", words[.`passkeys.new.name`], hint: words[.`passkeys.new.name.hint`], .plain(limit: 60),
                    isRequired: true),
                form.passwordAgain(words),
            ],
            submit: [PageButton(words[.`passkeys.new.submit`])], action: Links.newPasskey(),
            cancel: NamedLink(words[.`shared.cancel`], Links.passkeys()))
    }

    static func removePasskey(_ member: SignedInRequest, _ form: FormView?, _ passkey: Passkey) -> Self {
        let words = member.words
        return EntryPage(
            confirming: words(.`passkeys.remove.title`, ["name": passkey.name]),
            [words[passkey.opensVault ? .`passkeys.remove.opens` : .`passkeys.remove.factor`]], form: form,
            submit: PageButton(words[.`passkeys.remove.submit`], isDanger: true),
            action: Links.removePasskey(passkey.id), cancel: Links.passkeys(), words)
    }
}
