import Vault
import Web

extension Localizer {
    /// That an account keeps as much as it may beside its vault.
    package var accountFull: String { self(.`error.account-full`, ["limit": fileSize(Quota.mostBytes)]) }
}

/// The field that files are chosen in, with what is wrong with each.
struct FilesControl: TemplateModel {
    let errors: [String]

    init(_ form: FormView = FormView()) { errors = form.errors.texts(under: "files") }

    static let fields: [TemplateField<Self>] = [
        .flag("isWrong") { !$0.errors.isEmpty }, .lines("errors") { control, _ in control.errors },
        .text("accept") { _ in AttachmentType.allCases.map(\.rawValue).joined(separator: ",") + ",.heic,.heif" },
        .text("hint") { _, words in
            words(
                .`attachments.files.hint`,
                [
                    "size": words.fileSize(AttachmentLimits.fileBytes),
                    "files": String(AttachmentLimits.filesOfPass),
                    "room": words.fileSize(AttachmentLimits.accountBytes),
                ])
        },
    ]
}
