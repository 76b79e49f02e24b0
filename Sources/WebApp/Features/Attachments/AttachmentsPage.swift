import Immunization
import Model
import Vault

/// The scans, photos and documents of a pass, and the form that adds some.
struct AttachmentsPage: FormPage, TypedPage {
    let pass: PassRecord
    let kept: [StoredAttachment]
    /// The pass's vaccinations, newest first.
    let vaccinations: [VaccinationRecord]
    let catalogue: Catalogue
    let form: FormView
    static let template = Template.attachments

    func title(_ words: Localizer) -> String { "\(words[.attachmentsTitle]), \(pass.name)" }

    func fields(_ words: Localizer) -> TemplateContext {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        let view = AttachmentsView(pass: pass.id, words: words)
        return [
            "errors": form.errors.fields,
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "back": Links.pass(pass.id),
            "action": Links.attachments(pass.id),
            "none": kept.isEmpty,
            "attachments": view.rows(kept) { id in
                vaccinations.first { $0.id == id }.map { label($0, names) }
            },
            "files": view.files(form),
            "vaccination": form.choice(
                "vaccination", vaccinations.map { .init(value: $0.id.description, text: label($0, names)) }, hint: true),
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
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

    private func rows(_ words: Localizer) -> [AttachmentRow] {
        let labels = labels(words)
        return kept.map { item in
            AttachmentRow(pass: pass.id, item: item, vaccination: item.attachment.vaccinationID.flatMap { labels[$0] })
        }
    }

    /// Each vaccination as 'Measles, 27 March 2012'.
    private func labels(_ words: Localizer) -> [VaccinationID: String] {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        return Dictionary(vaccinations.map { ($0.id, label($0, names)) }) { first, _ in first }
    }

    private func label(_ vaccination: VaccinationRecord, _ names: VaccinationNames) -> String {
        "\(names.target(vaccination.target)), \(names.words.date(vaccination.date))"
    }
}

/// Attachments as lists show them, without pictures: names, sizes, days.
struct AttachmentsView {
    let pass: PassID
    let words: Localizer

    /// - Parameter vaccination: what is shown of the vaccination that an attachment belongs to.
    func rows(_ kept: [StoredAttachment], vaccination: (VaccinationID) -> String? = { _ in nil })
        -> [TemplateContext]
    {
        kept.map { item in
            [
                "name": item.attachment.name,
                "link": Links.attachment(pass, item.id),
                "delete": Links.deleteAttachment(pass, item.id),
                "kind": AttachmentType(rawValue: item.attachment.mediaType).map { $0.kind(words) }.field,
                "size": words.fileSize(item.size),
                "added": words(.attachmentsAdded, ["date": words.date(item.attachment.addedAt)]),
                "vaccination": item.attachment.vaccinationID.flatMap(vaccination).field,
            ]
        }
    }

    /// The field that files are chosen in, with what is wrong with each.
    func files(_ form: FormView) -> TemplateContext {
        let wrong = form.errors.texts(under: "files")
        return [
            "isWrong": !wrong.isEmpty,
            "errors": wrong.map { ["text": $0] as TemplateContext },
            "accept": AttachmentType.allCases.map(\.rawValue).joined(separator: ",") + ",.heic,.heif",
            "hint": words(
                .attachmentsFilesHint,
                [
                    "size": words.fileSize(AttachmentLimits.fileBytes),
                    "files": String(AttachmentLimits.filesOfPass),
                    "room": words.fileSize(AttachmentLimits.accountBytes),
                ]),
        ]
    }
}

extension AttachmentType {
    /// 'PDF document', 'Photo' and so on.
    func kind(_ words: Localizer) -> String { words[self == .pdf ? .attachmentsKindDocument : .attachmentsKindPicture] }
}
