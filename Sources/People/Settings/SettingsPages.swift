import Immunization
import Model
import Papers
import Vault
import Web

/// The settings: passes, account, language, legal pages.
struct SettingsPage: Page {
    let passes: [PassRecord]
    let consent: ConsentRecord?
    let hasSecondFactor: Bool
    let catalogue: Catalogue
    let isAdmin: Bool
    let offline: [OfflineRow]
    let links: [HealthLinkRow]
    /// Bytes that the account keeps beside its vault.
    let used: Int
    static let template = "Settings/settings"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`settings.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("admin") { $0.isAdmin },
        .rows("rows") { page in
            page.passes.map { SettingsPassRow(pass: $0, emoji: page.catalogue.emoji($0.kind)) }
        },
        .rows("offline") { $0.offline }, .flag("keepsNone") { $0.offline.isEmpty },
        .rows("links") { $0.links }, .flag("hasNoLinks") { $0.links.isEmpty },
        .text("used") { page, words in
            let used = String((page.used + 999_999) / 1_000_000)
            return words(.`settings.used`, ["used": used, "size": words.fileSize(Quota.mostBytes)])
        },
        .flag("secondFactor") { $0.hasSecondFactor },
        .flag("isOldConsent") { $0.consent.map { $0.version != Privacy.version } ?? false },
        .text("consent") { page, words in
            page.consent.map {
                words(.`settings.consent`, ["date": words.date($0.time), "version": words.date($0.version)])
            }
        },
    ]
}

/// A pass to edit or to delete.
struct SettingsPassRow: TemplateModel {
    let pass: PassRecord
    let emoji: String

    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.emoji }, .text("name") { $0.pass.name }, .text("edit") { Links.editPass($0.pass.id) },
        .text("delete") { Links.deletePass($0.pass.id) },
    ]
}

/// The privacy policy that consent refers to.
struct PrivacyPage: Page {
    let backupDays: Int
    /// Nil where whoever runs the server hasn't named themselves.
    let responsible: (name: String, contact: String)?
    static let template = "Settings/privacy"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`privacy.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("version") { _, words in words.date(Privacy.version) }, .text("days") { String($0.backupDays) },
        .flag("isNamed") { $0.responsible != nil }, .text("operator") { $0.responsible?.name },
        .text("contact") { $0.responsible?.contact },
    ]
}

/// The policy's version, recorded with each consent.
///
/// It changes whenever what the policy says changes; the settings then ask those who agreed to an older one.
package enum Privacy {
    /// The day that it says so since; recorded with each consent.
    package static let version = "2026-11-29"
}
