import Immunization
import Model
import Vault

/// Many vaccinations at once, as a page of the booklet has them.
struct VaccinationTablePage: Page {
    let pass: PassRecord
    let catalogue: Catalogue
    let table: EntryTable
    /// Whether the schedule's doses can be laid out.
    var isScheduleOffered = false
    static let template = "Vaccinations/table"

    var hasErrors: Bool { table.lines.contains { !$0.reading.faults.isEmpty } }

    func title(_ words: Localizer) -> String { words[.vaccinationsTableTitle] }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { page, words in page.table.errors(words).summary },
        .text("emoji") { $0.catalogue.emoji($0.pass.kind) }, .text("passName") { $0.pass.name },
        .text("action") { Links.vaccinationTable($0.pass.id) }, .text("cancel") { Links.pass($0.pass.id) },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .text("scan") { Links.newScan($0.pass.id) }, .text("one") { Links.newVaccination($0.pass.id) },
        .text("scheduled") { page in
            page.isScheduleOffered ? Links.vaccinationTable(page.pass.id) + "?rows=schedule" : nil
        },
        .flag("isDetailed") { $0.table.isDetailed }, .flag("hasMore") { $0.table.lines.count < EntryRow.mostRows },
        .one("table") { page, words in
            EntryTableView(table: page.table, names: VaccinationNames(catalogue: page.catalogue, words: words))
        },
    ]
}
