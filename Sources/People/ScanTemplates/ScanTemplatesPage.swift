import IntakePages
import Scanning
import Web

/// The templates that there are.
struct ScanTemplatesPage: Page {
    let templates: ScanTemplates
    /// Why another one isn't kept.
    var fault: String?
    static let template = "ScanTemplates/list"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`scan-templates.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("fault") { $0.fault }, .rows("own") { $0.templates.own.map(TemplateRow.init) },
        .rows("builtIn") { $0.templates.builtIn.map(TemplateRow.init) },
        .flag("hasOwn") { !$0.templates.own.isEmpty }, .text("newLink") { _ in Links.newScanTemplate() },
        .text("importLink") { _ in Links.importScanTemplate() },
    ]
}

/// A template of the list.
struct TemplateRow: TemplateModel {
    let template: ScanTemplate

    private var id: String { template.id ?? "" }

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in row.template.name(words.code) }, .text("link") { Links.scanTemplate($0.id) },
        .text("edit") { Links.editScanTemplate($0.id) }, .text("delete") { Links.deleteScanTemplate($0.id) },
        .count("pages") { $0.template.pages.count },
    ]
}

extension EntryPage {
    /// Where a template's file is given.
    static func importTemplate(_ form: FormView, _ words: Localizer) -> Self {
        EntryPage(
            words[.`scan-templates.import.title`], section: .settings, form: form,
            lead: [.text(words[.`scan-templates.import.lead`])],
            asks: [
                form.line(
                    "file", words[.`scan-templates.import.file`],
                    hint: "\(words[.`scan-templates.import.hint`]) \(ScanTemplate.format)",
                    .file("application/json,.json"), isRequired: true)
            ],
            submit: [PageButton(words[.`scan-templates.import.submit`])], action: Links.importScanTemplate(),
            cancel: NamedLink(words[.`shared.cancel`], Links.scanTemplates()))
    }
}
