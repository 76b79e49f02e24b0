import Immunization
import Model
import Vault
import Web

/// Many vaccinations at once, as a page of the booklet has them.
struct VaccinationTablePage: Page {
    let pass: PassRecord
    let catalogue: Catalogue
    let table: EntryTable
    /// Whether the schedule's doses can be laid out.
    var isScheduleOffered = false
    /// The row of which somebody has just said what it means.
    var taken: EntryTable.Line?
    static let template = "Vaccinations/table"

    func title(_ words: Localizer) -> String { words[.`vaccinations.table.title`] }

    func faults(_ words: Localizer) -> FormErrors { table.errors(words) }

    /// What was understood, since the page begins at its top again.
    private func noted(_ words: Localizer) -> String? {
        guard let taken, case .one(let found, _) = taken.reading.meaning else { return nil }
        let name = catalogue.names(words).name(found)
        return words(.`vaccinations.table.taken`, ["row": String(taken.row.number), "name": name])
    }

    static let fields: [TemplateField<Self>] = [
        .text("noted") { $0.noted($1) },
        .text("passName") { $0.pass.name },
        .text("action") { Links.vaccinationTable($0.pass.id) }, .text("cancel") { Links.pass($0.pass.id) },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .text("scan") { Links.newScan($0.pass.id) }, .text("one") { Links.newVaccination($0.pass.id) },
        .text("scheduled") { page in
            page.isScheduleOffered ? Links.vaccinationTable(page.pass.id) + "?rows=schedule" : nil
        },
        .text("next") { String(($0.table.lines.last?.row.number ?? 0) + 1) },
        .flag("isForAnimal") { $0.pass.kind != Pass.person }, .flag("isDetailed") { $0.table.isDetailed },
        .flag("hasMore") { $0.table.lines.count < EntryRow.mostRows },
        .one("table") { page, words in
            EntryTableView(table: page.table, kind: page.pass.kind, names: page.catalogue.names(words))
        },
    ]
}
