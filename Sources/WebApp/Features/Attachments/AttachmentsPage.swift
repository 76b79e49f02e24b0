import Immunization
import Model
import Vault

/// The scans, photos and documents of a pass, and the form that adds some.
struct AttachmentsPage: Page {
    let pass: PassRecord
    let kept: [StoredAttachment]
    /// The pass's vaccinations, newest first.
    let vaccinations: [VaccinationRecord]
    let catalogue: Catalogue
    let form: FormView
    let template = Template.attachments
    var hasErrors: Bool { !form.errors.isEmpty }

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
                vaccinations.first { $0.id == id }.map { vaccination in
                    ["text": label(vaccination, names)]
                }
            },
            "files": view.files(form),
            "vaccination": form.choice(
                "vaccination", vaccinations.map { .init(value: $0.id.description, text: label($0, names)) }, hint: true),
        ]
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
    func rows(_ kept: [StoredAttachment], vaccination: (VaccinationID) -> TemplateContext? = { _ in nil })
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
