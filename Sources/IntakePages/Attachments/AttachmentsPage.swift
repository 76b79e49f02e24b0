import Immunization
import Model
import Vault
import Web

/// The scans, photos and documents of a pass, and the form that adds some.
struct AttachmentsPage: FormPage {
    let pass: PassRecord
    let kept: [StoredAttachment]
    /// The pass's vaccinations, newest first.
    let vaccinations: [VaccinationRecord]
    let catalogue: Catalogue
    let form: FormView
    static let template = "Attachments/list"

    func title(_ words: Localizer) -> String { "\(words[.`attachments.title`]), \(pass.name)" }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name }, .text("back") { Links.pass($0.pass.id) },
        .text("action") { Links.attachments($0.pass.id) }, .flag("none") { $0.kept.isEmpty },
        .rows("attachments") { page, words in page.rows(words) },
        .one("files") { FilesControl($0.form) },
        .one("vaccination") { page, words in
            let labels = page.labels(words)
            let options = page.vaccinations.map {
                FormControl.Option(value: $0.id.description, text: labels[$0.id] ?? "")
            }
            return page.form.choiceControl("vaccination", options, hint: true)
        },
    ]

    private func rows(_ words: Localizer) -> [AttachmentLine] {
        let labels = labels(words)
        return kept.map { item in
            AttachmentLine(pass: pass.id, item: item, vaccination: item.attachment.vaccinationID.flatMap { labels[$0] })
        }
    }

    /// Each vaccination as 'Measles, 27 March 2012'.
    private func labels(_ words: Localizer) -> [VaccinationID: String] {
        let names = catalogue.names(words)
        return Dictionary(vaccinations.map { ($0.id, label($0, names)) }) { first, _ in first }
    }

    private func label(_ vaccination: VaccinationRecord, _ names: VaccinationNames) -> String {
        "\(names.target(vaccination.target)), \(names.words.date(vaccination.date))"
    }
}

extension AttachmentType {
    /// 'PDF document', 'Photo' and so on.
    func kind(_ words: Localizer) -> String {
        words[self == .pdf ? .`attachments.kind.document` : .`attachments.kind.picture`]
    }
}
