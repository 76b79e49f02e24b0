import Immunization
import Model
import PassArchive
import Vault
import Web

/// Asks for the file of an import, and its passphrase.
struct NewImportPage: FormPage {
    let errors: FormErrors
    /// Whether the file may be one of certificates.
    var isOfCertificate = false
    /// Whether links of others can be opened here.
    let takesLinks: Bool
    let waiting: WaitingDrafts
    static let template = "Archive/import"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`archive.import.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { _ in Links.importFile() }, .one("waiting") { $0.waiting.shown },
        .one("file") { $0.form.textControl("file", hint: true, secret: true) },
        .one("passphrase") { $0.form.textControl("passphrase", hint: true, secret: true) },
        .text("link") { $0.takesLinks ? Links.importLink() : nil },
        .text("certificates") { $0.isOfCertificate ? Links.newCertificates() : nil },
        .text("cancel") { _ in Links.settings() },
    ]

    var form: FormView { FormView(errors: errors) }
}

/// Shows row by row what an import would bring, before anything is stored.
struct ImportPreviewPage: Page {
    let id: ImportID
    let pending: PendingArchive
    let preview: ArchivePreview
    let choices: ImportChoices
    /// The lines of a table that can't be taken over.
    let rejected: [TableImport.Rejection]
    /// What has to be asked of the vaccines.
    let questions: ImportQuestions
    let catalogue: Catalogue
    let errors: FormErrors
    static let template = "Archive/preview"
    let section = Section.settings

    /// The most rows that are shown; the others are counted.
    static let maximumRows = 1_000
    /// The most lines of a list of what is left out.
    static let maximumLeftOut = 100

    func title(_ words: Localizer) -> String { words[.`archive.preview.title`] }

    func faults(_ words: Localizer) -> FormErrors { errors }
}
