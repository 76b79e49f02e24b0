import Foundation
import HealthCertificate
import Immunization
import Model
import Vault

extension PrintPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.export($0.pass.id) }, .text("name") { $0.pass.name },
        .text("kind") { page, words in
            page.catalogue.species(page.pass.kind)?.names[words.code] ?? page.pass.kind
        },
        .rows("details") { page, words in Pass.details.compactMap { words.factLine($0, of: page.pass.content) } },
        .text("printed") { page, words in words.date(page.today) },
        .lines("columns") { _, words in columns.map { words.label($0.field) } },
        .rows("diseases") { page, words in page.printedDiseases(words) },
        .flag("hasCertificates") { !$0.certificates.isEmpty },
        .rows("certificates") { page, words in
            page.certificates.map { certificate in
                PrintedCertificate(
                    code: CertificateCode(certificate, of: page.pass.id, catalogue: page.catalogue, words: words))
            }
        },
    ]

    /// The doses under each disease that they protect against, oldest first.
    private func printedDiseases(_ words: Localizer) -> [PrintedDisease] {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        var doses: [String: [PrintedDose]] = [:]
        for vaccination in vaccinations.reversed() {
            let vaccine = vaccination.vaccine.flatMap { catalogue.vaccine($0) }
            let dose = PrintedDose(
                vaccination: vaccination, names: names,
                manufacturer: vaccine?.manufacturer.flatMap { catalogue.manufacturer($0)?.name })
            let others = (vaccine?.targets ?? []).filter { $0 != vaccination.target }
            for target in [vaccination.target] + others { doses[target, default: []].append(dose) }
        }
        return doses.map { PrintedDisease(name: names.target($0.key), doses: $0.value) }
            .sorted { $0.name.compare($1.name, locale: words.locale) == .orderedAscending }
    }
}

/// A disease of a printed pass with the doses against it.
struct PrintedDisease: TemplateModel {
    let name: String
    let doses: [PrintedDose]

    static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .rows("doses") { $0.doses }]
}

/// A dose of a printed pass: a row of its disease's table.
struct PrintedDose: TemplateModel {
    let vaccination: VaccinationRecord
    let names: VaccinationNames
    let manufacturer: String?

    static let fields: [TemplateField<Self>] = [
        .text("date") { dose, words in words.date(dose.vaccination.date) },
        .text("vaccine") { $0.names.vaccine($0.vaccination) }, .text("manufacturer") { $0.manufacturer },
        .text("dose") { $0.names.dose($0.vaccination.doseNumber, of: $0.vaccination.seriesDoses) },
        .rows("cells") { dose, words in
            PrintPage.columns.map { field, below in
                PrintedCell(
                    label: words.label(field), value: words.value(field, of: dose.vaccination.content),
                    below: below.flatMap { words.value($0, of: dose.vaccination.content) })
            }
        },
    ]
}

/// A detail of a dose in its column.
struct PrintedCell: TemplateModel {
    let label: String
    let value: String?
    let below: String?

    static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { $0.value }, .text("below") { $0.below },
    ]
}

/// A certificate on paper: its codes, and what they say.
struct PrintedCertificate: TemplateModel {
    let code: CertificateCode

    static let fields: [TemplateField<Self>] = [
        .rows("images") { $0.code.pictures }, .text("kind") { $0.code.view.kind },
        .text("target") { $0.code.view.target }, .text("what") { $0.code.view.what },
        .text("dose") { $0.code.view.dose }, .text("date") { $0.code.view.date },
        .text("holder") { $0.code.view.holder }, .text("expires") { $0.code.view.expiry },
    ]
}
