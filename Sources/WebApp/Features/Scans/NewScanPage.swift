import Immunization
import Model
import Scanning
import Vault

/// Where pictures of a booklet are given.
struct NewScanPage: FormPage {
    let pass: PassRecord
    let catalogue: Catalogue
    let templates: [ScanTemplate]
    let form: FormView
    /// The scans that wait.
    let open: [PendingImport]
    /// Whether text can be read here.
    let isThere: Bool
    static let template = "Scans/new"

    func title(_ words: Localizer) -> String { words[.scansTitle] }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name }, .text("action") { Links.newScan($0.pass.id) },
        .text("cancel") { Links.pass($0.pass.id) }, .text("table") { Links.vaccinationTable($0.pass.id) },
        .rows("open") { page in page.open.map { OpenScanRow(pass: page.pass.id, scan: $0) } },
        .flag("isOpen") { !$0.open.isEmpty },
        .flag("isThere") { $0.isThere },
        .flag("filesWrong") { !$0.form.errors.texts(under: "files").isEmpty },
        .lines("fileErrors") { page, _ in page.form.errors.texts(under: "files") },
        .text("hint") { _, words in
            words(
                .scansFilesHint,
                ["pages": words.number(PendingScan.mostPages), "size": words.fileSize(AttachmentLimits.fileBytes)])
        },
        .one("template") { page, words in
            page.form.choiceControl("template", page.templates.map { $0.option(words) } + [.table(words)], hint: true)
        },
    ]
}

/// A scan that waits: to go on with it, or to discard it.
struct OpenScanRow: TemplateModel {
    let pass: PassID
    let scan: PendingImport

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.scan($0.pass, $0.scan.id) }, .one("time") { Moment(date: $0.scan.createdAt) },
        .text("discard") { Links.discardScan($0.pass, $0.scan.id) },
    ]
}

extension FormControl.Option {
    /// A page that no template is of.
    static func table(_ words: Localizer) -> Self { Self(value: TableLayout.id, text: words[.scansFormTable]) }
}

extension ScanTemplate {
    /// As a list offers it.
    func option(_ words: Localizer) -> FormControl.Option {
        FormControl.Option(value: id ?? "", text: name(words.code))
    }

    /// Its name, also that of a page that no template is of.
    func name(_ words: Localizer) -> String { id == TableLayout.id ? words[.scansFormTable] : name(words.code) }

    func name(_ language: String) -> String {
        let others = names.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
        return names[language] ?? names["en"] ?? others.first?.value ?? names[""] ?? id ?? ""
    }
}
