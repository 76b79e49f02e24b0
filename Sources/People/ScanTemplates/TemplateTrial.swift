import CivilDates
import Immunization
import Intake
import IntakePages
import Scanning
import Web

/// What was read of a picture by a template that is tried.
struct TemplateTrial: TemplateModel {
    let template: ScanTemplate
    let scan: Draft
    let names: VaccinationNames
    let settings: ScanSettings
    /// What is said of links that don't hold: judged once, since many links take long.
    private let broken: [String]

    init(template: ScanTemplate, scan: Draft, names: VaccinationNames, settings: ScanSettings) {
        (self.template, self.scan, self.names, self.settings) = (template, scan, names, settings)
        let checked = CheckedScan(scan)
        let said = LinkWords(
            checked: checked, names: names, lexicon: settings.lexicon, holder: settings.holder ?? "")
        broken = CheckedLinks(checked: checked, settings: settings).broken().map(said.text)
    }

    private var words: Localizer { names.words }
    private var id: String { template.id ?? "" }

    /// Whether the template was changed since the picture was read.
    private var isOld: Bool {
        scan.sheets.contains { sheet in
            sheet.form.map { $0.pages != template.pages || $0.links != template.links } ?? true
        }
    }

    private var pages: [TrialPage] {
        scan.pages.enumerated().map { number, place in
            let sheet = scan.sheets[place.sheet]
            let page = sheet.pages[place.page]
            let form = template.pages.indices.contains(place.page) ? template.pages[place.page] : nil
            return TrialPage(
                title: words(.`scans.page`, ["page": String(number + 1), "form": template.name(words.code)]),
                drawing: form.map {
                    TemplateDrawing(
                        page: $0, picture: page.flat == nil ? nil : Links.triedPicture(id, page: number + 1))
                }, page: page, values: values(of: page, form))
        }
    }

    /// The values of a page: its regions in their order, then its rows.
    private func values(of page: ScannedSheet.Page, _ form: ScanPage?) -> [TrialValue] {
        let order = form?.regions.map(\.name) ?? []
        func place(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
        let single = page.fields.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }
        let fields = single.map { TrialValue(label: $0.key, value: $0.value.field, names: names) }
        return fields
            + page.rows.flatMap { row in
                row.fields.sorted { $0.key < $1.key }.compactMap { name, value -> TrialValue? in
                    guard let text = value.value, text != "false" else { return nil }
                    let label = "\(name), \(words(.`scans.row`, ["row": String(row.number)]))"
                    return TrialValue(label: label, value: value.field, names: names)
                }
            }
    }

    static let fields: [TemplateField<Self>] = [
        .rows("tried") { $0.pages }, .flag("isOld") { $0.isOld }, .lines("broken") { trial, _ in trial.broken },
        .flag("isBroken") { !$0.broken.isEmpty },
    ]
}

/// A page that was read.
struct TrialPage: TemplateModel {
    let title: String
    let drawing: TemplateDrawing?
    let page: ScannedSheet.Page
    let values: [TrialValue]

    static let fields: [TemplateField<Self>] = [
        .text("title") { $0.title }, .text("described") { $0.title },
        .one("drawing") { $0.page.flat == nil ? nil : $0.drawing },
        .text("fault") { row, words in
            row.page.refusal.flatMap(ScanFault.init(rawValue:)).map { words($0) }
        },
        .lines("faults") { row, words in
            row.page.faults.compactMap(ReaderAnswer.PictureFlaw.init(rawValue:)).map { words($0) }
        },
        .rows("values") { $0.values },
    ]
}

/// A value that was read, and how sure it is.
struct TrialValue: TemplateModel {
    let label: String
    let value: ScanField
    let names: VaccinationNames

    private func shown(_ words: Localizer) -> String {
        guard let text = value.value else { return words[.`scans.link.nothing`] }
        if text == "true" { return words[.`scans.marked`] }
        if text == "false" { return words[.`scans.unmarked`] }
        if let vaccine = names.catalogue.vaccine(text) { return vaccine.name[words.code] }
        return text.contains("-") ? PartialDate(text).map(words.date) ?? text : text
    }

    static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { value, words in value.shown(words) },
        .text("band") { $0.value.band.rawValue }, .text("said") { value, words in words(value.value.band) },
    ]
}
