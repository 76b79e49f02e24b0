import Immunization
import Model
import Vault

/// One vaccination: the newest certificate's code large, then the details.
struct VaccinationPage: Page {
    let pass: PassRecord
    let vaccination: VaccinationRecord
    /// Its certificates, newest first.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    /// Its scans and photos, newest first.
    let attachments: [StoredAttachment]
    static let template = "Vaccinations/show"

    func title(_ words: Localizer) -> String {
        VaccinationNames(catalogue: catalogue, words: words).heading(vaccination.content)
    }
}

extension VaccinationPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.pass($0.pass.id) }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name }, .one("certificate") { $0.code($1) },
        .text("target") { page, words in page.names(words).heading(page.vaccination.content) },
        .text("vaccine") { page, words in page.names(words).vaccine(page.vaccination) },
        .text("manufacturer") { page in
            page.vaccine?.manufacturer.flatMap { page.catalogue.manufacturer($0)?.name }
        },
        .text("protects") { $0.protects($1) }, .text("date") { $1.about($0.vaccination.date) },
        .text("dose") { page, words in
            page.names(words).dose(page.vaccination.doseNumber, of: page.vaccination.seriesDoses)
        },
        .rows("details") { page, words in
            Vaccination.details.compactMap { words.factLine($0, of: page.vaccination.content) }
        },
        .one("counts") { $0.counts($1) },
        .flag("hasOlder") { $0.certificates.count > 1 }, .rows("older") { $0.older($1) },
        .flag("hasAttachments") { !$0.attachments.isEmpty },
        .rows("attachments") { page in
            page.attachments.map { AttachmentRow(pass: page.pass.id, item: $0) }
        },
        .one("files") { _ in FilesControl() }, .text("attach") { Links.attachments($0.pass.id) },
        .text("id") { $0.vaccination.id.description },
        .text("edit") { Links.editVaccination($0.pass.id, $0.vaccination.id) },
        .text("delete") { Links.deleteVaccination($0.pass.id, $0.vaccination.id) },
        .text("import") { Links.newCertificate($0.pass.id) },
    ]

    private var vaccine: Vaccine? { vaccination.vaccine.flatMap { catalogue.vaccine($0) } }

    private func names(_ words: Localizer) -> VaccinationNames {
        VaccinationNames(catalogue: catalogue, words: words)
    }

    private func code(_ words: Localizer) -> CertificateCode? {
        certificates.first.map { CertificateCode($0, of: pass.id, catalogue: catalogue, words: words) }
    }

    /// Everything that a combination vaccine protects against.
    private func protects(_ words: Localizer) -> String? {
        guard let targets = vaccine?.targets, targets.count > 1 else { return nil }
        return words.list(targets.map(names(words).target))
    }

    private func counts(_ words: Localizer) -> DoseCounts? {
        guard let advice else { return nil }
        let lines = VerdictWords(advice: advice, names: names(words)).lines(vaccination)
        return lines.isEmpty ? nil : DoseCounts(lines: lines, isDraft: advice.isDraft)
    }

    private func older(_ words: Localizer) -> [OlderCertificateRow] {
        certificates.dropFirst().map {
            OlderCertificateRow(
                link: Links.certificate(pass.id, $0.record.id),
                view: CertificateView($0, catalogue: catalogue, words: words))
        }
    }
}

/// How a vaccination counts.
struct DoseCounts: TemplateModel {
    let lines: [DoseLine]
    /// Whether a row of the schedules that says so hasn't been reviewed yet.
    let isDraft: Bool

    static let fields: [TemplateField<Self>] = [.rows("lines") { $0.lines }, .flag("draft") { $0.isDraft }]
}

/// A certificate of a vaccination that isn't its newest.
struct OlderCertificateRow: TemplateModel {
    let link: String
    let view: CertificateView

    static let fields: [TemplateField<Self>] = [.text("link") { $0.link }, .text("text") { $0.view.summary }]
}
