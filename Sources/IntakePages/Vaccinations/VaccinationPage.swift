import Answers
import Immunization
import Model
import Vault
import Web

/// One vaccination: its best certificate's code large, then the details.
struct VaccinationPage: Page {
    let pass: PassRecord
    let vaccination: VaccinationRecord
    /// Its certificates in the order in which they are shown.
    let certificates: [JudgedCertificate]
    /// What the pass's certificates prove.
    let evidence: DoseEvidence
    let catalogue: Catalogue
    let answer: Answer
    /// The same had it been given on the first day that it can have been; nil where its day is known.
    let answerOnFirstDay: Answer?
    /// Its scans and photos, newest first.
    let attachments: [StoredAttachment]
    /// What its words may mean, where no vaccine is known; nil where nothing is asked.
    let meant: [VaccineSearch.Suggestion]?
    static let template = "Vaccinations/show"

    func title(_ words: Localizer) -> String {
        catalogue.names(words).heading(vaccination.content)
    }
}

extension VaccinationPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.pass($0.pass.id) },
        .text("passName") { $0.pass.name }, .one("certificate") { $0.code($1) },
        .text("target") { page, words in page.catalogue.names(words).heading(page.vaccination.content) },
        .rows("summary") { $0.summary($1) },
        .text("border") { page, words in
            BorderLine([page.vaccination.content], catalogue: page.catalogue)?.text(words)
        },
        .one("counts") { $0.counts($1) }, .one("question") { $0.question($1) },
        .flag("hasFurther") { $0.certificates.count > 1 }, .rows("further") { $0.further($1) },
        .flag("hasAttachments") { !$0.attachments.isEmpty },
        .rows("attachments") { page in
            page.attachments.map { AttachmentLine(pass: page.pass.id, item: $0) }
        },
        .one("files") { _ in FilesControl() }, .text("attach") { Links.attachments($0.pass.id) },
        .text("id") { $0.vaccination.id.description },
        .text("edit") { Links.editVaccination($0.pass.id, $0.vaccination.id) },
        .text("delete") { Links.deleteVaccination($0.pass.id, $0.vaccination.id) },
        .text("import") { Links.newCertificate($0.pass.id) },
    ]

    private var vaccine: Vaccine? { vaccination.vaccine.flatMap { catalogue.vaccine($0) } }

    /// Which vaccine it was: the form's fields as they are, and what may be chosen.
    private func question(_ words: Localizer) -> VaccineQuestion? {
        guard let meant, let text = CleanText.optional(vaccination.vaccineName) else { return nil }
        let names = catalogue.names(words)
        return VaccineQuestion(
            text: words(.`archive.question`, ["text": text]), link: Links.editVaccination(pass.id, vaccination.id),
            kept: VaccinationForm.values(vaccination).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
                .map { NamedValue(name: $0.key, value: $0.value) },
            found: meant.map { FoundRow(suggestion: $0, names: names) })
    }

    private func code(_ words: Localizer) -> CertificateCode? {
        certificates.first.map { CertificateCode($0, of: pass.id, catalogue: catalogue, words: words) }
    }

    /// What is known of the dose, a row for each thing with the way to change it.
    private func summary(_ words: Localizer) -> [SummaryRow] {
        let (names, edit) = (catalogue.names(words), Links.editVaccination(pass.id, vaccination.id))
        let maker = vaccine?.manufacturer.flatMap { catalogue.manufacturer($0)?.name }
        let dose = names.dose(vaccination.doseNumber, of: vaccination.seriesDoses)
        let rows = [
            SummaryRow(
                label: words.label(Vaccination.vaccine), value: names.vaccine(vaccination), more: maker,
                change: "\(edit)#vaccine"),
            SummaryRow(
                label: words.label(Vaccination.target), value: words.list(names.targets(vaccination).map(names.target)),
                change: "\(edit)#target"),
            SummaryRow(
                label: words.label(Vaccination.date), value: words.about(vaccination.date), change: "\(edit)#date-day"),
        ]
        let doses = dose.map { [SummaryRow(label: words[.`vaccinations.dose`], value: $0)] } ?? []
        // What is merely not ticked is nothing that is missing.
        let told = Vaccination.details(of: pass.kind, in: vaccination.content).filter {
            !$0.isTick || $0[vaccination.content] != nil
        }
        let details = told.map { field in
            SummaryRow(
                label: words.label(field), value: words.value(field, of: vaccination.content),
                hasLines: field.hasLines, change: "\(edit)#\(field.formNames.first ?? field.formName)")
        }
        let source = SummaryRow(
            label: words.label(Vaccination.source), value: words.source(vaccination, evidence),
            more: words.date(words.sourceDay(vaccination)))
        return rows + doses + details + [source]
    }

    private func counts(_ words: Localizer) -> DoseCounts? {
        let lines = DoseWords(answer: answer, names: catalogue.names(words), first: answerOnFirstDay).lines(vaccination)
        return lines.isEmpty ? nil : DoseCounts(lines: lines, isDraft: answer.isDraft)
    }

    private func further(_ words: Localizer) -> [NamedLink] {
        certificates.dropFirst().map {
            NamedLink(
                name: CertificateView($0, catalogue: catalogue, words: words).summary,
                link: Links.certificate(pass.id, $0.record.id))
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

/// A dose whose words no catalogue knows, and what they may mean: choosing sends the form that edits it.
struct VaccineQuestion: TemplateModel {
    let text: String
    let link: String
    let kept: [NamedValue]
    let found: [FoundRow]

    static let fields: [TemplateField<Self>] = [
        .text("text") { $0.text }, .text("link") { $0.link }, .rows("kept") { $0.kept }, .rows("found") { $0.found },
    ]
}
