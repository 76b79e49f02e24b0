import Immunization
import Intake
import IntakePages
import Model
import Scanning
import Vault
import Web

/// A template: its pages with their regions, and what they have to do with one another.
package struct ScanTemplatePage: Page {
    let form: ScanTemplate
    let isOwn: Bool
    let names: VaccinationNames
    /// For whom a page can be read by it.
    let passes: [PassRecord]
    /// What was read of a picture by it.
    let trial: TemplateTrial?
    /// The form for such a picture.
    let tried: FormView
    static let template = "ScanTemplates/show"
    let section = Section.settings

    private var id: String { form.id ?? "" }

    func title(_ words: Localizer) -> String { form.name(words.code) }

    func faults(_ words: Localizer) -> FormErrors { tried.errors }

    static let fields: [TemplateField<Self>] = [
        .rows("pages") { page in
            page.form.pages.enumerated().map {
                TemplatePageView(
                    page: $1, number: $0 + 1, count: page.form.pages.count, names: page.names, isOwn: page.isOwn)
            }
        },
        .rows("links") { page in
            page.form.links.map {
                NamedValue(name: page.names.words($0.kind), value: page.names.words.list($0.regions.map(page.told)))
            }
        },
        .flag("hasLinks") { !$0.form.links.isEmpty }, .flag("isOwn") { $0.isOwn },
        .rows("uses") { page in
            page.passes.map {
                TemplateUse(link: Links.newScan($0.id, as: page.id), pass: $0, isNamed: page.passes.count > 1)
            }
        },
        .text("file") { Links.scanTemplateFile($0.id) },
        .text("copy") { Links.copyScanTemplate($0.id) }, .text("delete") { Links.deleteScanTemplate($0.id) },
        .text("edit") { Links.editScanTemplate($0.id) }, .text("try") { Links.scanTemplate($0.id) },
        .one("trial") { $0.trial },
        .flag("filesWrong") { !$0.tried.errors.texts(under: "files").isEmpty },
        .lines("fileErrors") { page, _ in page.tried.errors.texts(under: "files") },
        .text("filesHint") { _, words in
            words(
                .`scans.files.hint`,
                ["pages": words.number(Draft.pagesAtOnce), "size": words.fileSize(AttachmentLimits.fileBytes)])
        },
        .text("back") { _ in Links.scanTemplates() },
    ]

    /// A region as its owner calls it; one of a built-in template, which nobody named for readers, by its place in the lists.
    private func told(_ region: String) -> String {
        guard !isOwn else { return region }
        for (index, page) in form.pages.enumerated() {
            let regions = page.columns.map(\.name) + page.regions.map(\.name)
            guard let number = regions.firstIndex(of: region).map({ String($0 + 1) }) else { continue }
            guard form.pages.count > 1 else { return number }
            return "\(names.words(.`scan-templates.page`, ["page": String(index + 1)])) (\(number))"
        }
        return "–"
    }
}

/// Where a page of a pass can be read by a template.
struct TemplateUse: TemplateModel {
    let link: String
    let pass: PassRecord
    /// Whether there are others.
    let isNamed: Bool

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("name") { $0.isNamed ? $0.pass.name : nil },
    ]
}

/// A page of a template: drawn, and as a list.
struct TemplatePageView: TemplateModel {
    let page: ScanPage
    let number: Int
    let count: Int
    let names: VaccinationNames
    let isOwn: Bool

    /// Regions in the order of their numbers: the table's columns first.
    private var regions: [RegionRow] {
        let columns = page.columns.map { column in
            RegionRow(name: column.name, type: column.type, box: page.box(of: column.name, row: 1), rows: page.rows)
        }
        return columns
            + page.regions.map { RegionRow(name: $0.name, type: $0.type, box: $0.box, rows: nil) }
    }

    private func listed() -> [RegionLine] {
        regions.enumerated().map { RegionLine(row: $1, number: $0 + 1, names: names, isNamed: isOwn) }
    }

    static let fields: [TemplateField<Self>] = [
        .text("title") { view, words in
            view.count > 1 ? words(.`scan-templates.page`, ["page": String(view.number)]) : nil
        },
        .text("described") { view, words in words(.`scan-templates.drawing`, ["page": String(view.number)]) },
        .one("drawing") { TemplateDrawing(page: $0.page) }, .rows("regions") { $0.listed() },
    ]
}

/// A region or a column of a page.
struct RegionRow: Sendable {
    let name: String
    let type: RegionType
    /// Where it is, a column in the first row.
    let box: RegionBox?
    /// The rows that repeat it.
    let rows: ScanRows?
}

/// A region in the list.
struct RegionLine: TemplateModel {
    let row: RegionRow
    let number: Int
    let names: VaccinationNames
    let isNamed: Bool

    private func place(_ words: Localizer) -> String? {
        row.box.map { box in
            words(
                .`scan-templates.place`,
                [
                    "left": words.percent(box.left), "top": words.percent(box.top),
                    "width": words.percent(box.width), "height": words.percent(box.height),
                ])
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.number) }, .text("name") { $0.isNamed ? $0.row.name : nil },
        .text("type") { line, _ in line.names.type(line.row.type) },
        .text("place") { line, words in line.place(words) },
        .text("rows") { line, words in
            line.row.rows.map { words(.`scan-templates.in-rows`, count: $0.count) }
        },
    ]
}
