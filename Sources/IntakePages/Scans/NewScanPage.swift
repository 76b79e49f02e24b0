import Immunization
import Model
import Scanning
import Vault
package import Web

/// Where pictures of a booklet are given.
struct NewScanPage: FormPage {
    let pass: PassRecord
    let catalogue: Catalogue
    let templates: [ScanTemplate]
    let form: FormView
    /// The scans that wait.
    let open: [PendingImport]
    /// Whether no more of them are kept.
    let isFull: Bool
    /// Whether text can be read here.
    let isThere: Bool
    static let template = "Scans/new"

    func title(_ words: Localizer) -> String { words[.`scans.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name }, .text("action") { Links.newScan($0.pass.id) },
        .text("cancel") { Links.pass($0.pass.id) }, .text("table") { Links.vaccinationTable($0.pass.id) },
        .rows("open") { page in page.open.map { OpenScanRow(pass: page.pass.id, scan: $0, catalogue: page.catalogue) }
        },
        .flag("isOpen") { !$0.open.isEmpty }, .flag("isFull") { $0.isFull },
        .flag("isThere") { $0.isThere }, .flag("isAsked") { $0.isThere && !$0.isFull || !$0.form.errors.isEmpty },
        .flag("filesWrong") { !$0.form.errors.texts(under: "files").isEmpty },
        .lines("fileErrors") { page, _ in page.form.errors.texts(under: "files") },
        .text("hint") { _, words in
            words(
                .`scans.files.hint`,
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
    let catalogue: Catalogue
    /// How many vaccines tell one from another.
    private static let mostNames = 3

    private var id: ScanID { ScanID(sameAs: scan.id) }

    /// The first vaccines on it, or its files' names where there are none.
    private func what(_ words: Localizer) -> String? {
        guard let read = try? PendingScan(scan) else { return nil }
        let names = catalogue.names(words)
        var seen: Set<String> = []
        let vaccines = CheckedScan(read).rows.compactMap { $0.values[.vaccine]?.value }.filter {
            seen.insert($0).inserted
        }
        return vaccines.isEmpty
            ? words.list(read.sources.map(\.name)) : words.list(vaccines.prefix(Self.mostNames).map(names.vaccine))
    }

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.what($1) }, .text("link") { Links.scan($0.pass, $0.id) },
        .one("time") { Moment(date: $0.scan.createdAt) },
        .text("discard") { Links.discardScan($0.pass, $0.id) },
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
