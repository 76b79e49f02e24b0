import Immunization
import Model
import Vault

/// The settings: passes, account, language, legal pages.
struct SettingsPage: Page {
    let passes: [PassRecord]
    let consent: ConsentRecord?
    let hasSecondFactor: Bool
    let catalogue: Catalogue
    let isAdmin: Bool
    let template = Template.settings
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.settingsTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "admin": isAdmin,
            "rows": passes.map { pass -> TemplateContext in
                [
                    "emoji": catalogue.emoji(pass.kind), "name": pass.name, "edit": Links.editPass(pass.id),
                    "delete": Links.deletePass(pass.id),
                ]
            },
            "secondFactor": hasSecondFactor,
            "consent": consent.map {
                words(.settingsConsent, ["date": words.date($0.time), "version": $0.version])
            }.field,
        ]
    }
}

/// The privacy policy that consent refers to.
struct PrivacyPage: Page {
    let backupDays: Int
    let template = Template.privacy
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.privacyTitle] }
    func fields(_ words: Localizer) -> TemplateContext { ["version": Privacy.version, "days": String(backupDays)] }
}

/// The policy's version, recorded with each consent.
///
/// It changes whenever what the policy says changes.
package enum Privacy {
    /// The day that it says so since; recorded with each consent.
    package static let version = "2026-11-22"
}

/// The software that Vaccinapp is built with.
struct LicencesPage: Page {
    let template = Template.licences
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.licencesTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        ["components": Licences.components.map { ["name": $0.name, "licence": $0.licence] as TemplateContext }]
    }
}
