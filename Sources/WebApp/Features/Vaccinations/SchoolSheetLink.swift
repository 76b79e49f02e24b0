import Immunization
import Model
import Vault
import Web

extension HealthRecord {
    /// What the law asks for of such a holder in the country in which they live, if it asks for anything.
    func requirement(_ release: CatalogueRelease) -> LegalRequirement? {
        let home = home(release)
        return release.catalogue.requirements.first { $0.species == pass.kind && $0.country == home }
    }
}

/// The link to the sheet of a pass, where there is one.
struct SchoolSheetLink: TemplateModel {
    let pass: PassID
    let disease: LocalizedText

    init?(_ record: HealthRecord, _ release: CatalogueRelease) {
        guard let requirement = record.requirement(release),
            let target = release.catalogue.target(requirement.target)
        else { return nil }
        (pass, disease) = (record.pass.id, target.headings)
    }

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.schoolSheet($0.pass) }, .text("disease") { $0.disease[$1.code] },
    ]
}
