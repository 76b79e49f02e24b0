package import Immunization
import Model
package import Vault
package import Web

extension HealthRecord {
    /// What the law asks for of such a holder in the country in which they live, if it asks for anything.
    package func requirement(_ release: CatalogueRelease) -> LegalRequirement? {
        let home = home(release)
        return release.catalogue.requirements.first { $0.species == pass.kind && $0.country == home }
    }
}

/// The link to the sheet of a pass, where there is one.
package struct SchoolSheetLink: TemplateModel {
    package let pass: PassID
    package let disease: LocalizedText

    package init?(_ record: HealthRecord, _ release: CatalogueRelease) {
        guard let requirement = record.requirement(release),
            let target = release.catalogue.target(requirement.target)
        else { return nil }
        (pass, disease) = (record.pass.id, target.headings)
    }

    package static let fields: [TemplateField<Self>] = [
        .text("link") { Links.schoolSheet($0.pass) }, .text("disease") { $0.disease[$1.code] },
    ]
}
