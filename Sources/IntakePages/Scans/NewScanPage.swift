import Intake
import Model
import Scanning
import Vault
package import Web

/// Where pictures of a booklet are given.
struct NewScanPage: FormPage {
    let pass: PassRecord
    let templates: [ScanTemplate]
    let form: FormView
    /// What waits: of this pass, or all where nothing more may come.
    let waiting: WaitingDrafts
    /// Whether text can be read here.
    let isThere: Bool
    static let template = "Scans/new"

    func title(_ words: Localizer) -> String { words[.`scans.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name }, .text("action") { Links.newScan($0.pass.id) },
        .text("cancel") { Links.pass($0.pass.id) }, .text("table") { Links.vaccinationTable($0.pass.id) },
        .one("waiting") { $0.waiting.shown }, .flag("isThere") { $0.isThere },
        .flag("isAsked") { $0.isThere && !$0.waiting.isFull || !$0.form.errors.isEmpty },
        .flag("filesWrong") { !$0.form.errors.texts(under: "files").isEmpty },
        .lines("fileErrors") { page, _ in page.form.errors.texts(under: "files") },
        .text("hint") { _, words in
            words(
                .`scans.files.hint`,
                ["pages": words.number(Draft.mostPages), "size": words.fileSize(AttachmentLimits.fileBytes)])
        },
        .one("template") { page, words in
            page.form.choiceControl("template", page.templates.map { $0.option(words) } + [.table(words)], hint: true)
        },
    ]
}

extension FormControl.Option {
    /// A page that no template is of.
    package static func table(_ words: Localizer) -> Self {
        Self(value: TableLayout.id, text: words[.`scans.form.table`])
    }
}

extension ScanTemplate {
    /// As a list offers it.
    package func option(_ words: Localizer) -> FormControl.Option {
        FormControl.Option(value: id ?? "", text: name(words.code))
    }

    /// Its name, also that of a page that no template is of.
    package func name(_ words: Localizer) -> String {
        id == TableLayout.id ? words[.`scans.form.table`] : name(words.code)
    }

    package func name(_ language: String) -> String {
        let others = names.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
        return names[language] ?? names["en"] ?? others.first?.value ?? names[""] ?? id ?? ""
    }
}
