import CivilDates
import Lists
import Situation
import Web

/// Which tables are here, and which files weren't taken.
struct SituationAdminPage: Page {
    let numbers: SituationNumbers
    let refusals: [SituationStore.RefusedFile]
    static let template = "Situation/admin"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`situation.admin.title`] }

    static let fields: [TemplateField<Self>] = [
        .rows("tables") { page in page.numbers.catalogue.tables.map { TableStateRow(table: $0, numbers: page.numbers) }
        },
        .one("refusals") { page in RowGroup(page.refusals.map { RefusalRow(refusal: $0) }) },
    ]
}

/// A table and its version.
struct TableStateRow: TemplateModel {
    let table: DataTable
    let numbers: SituationNumbers

    static let fields: [TemplateField<Self>] = [
        .text("file") { $0.table.file },
        .text("version") { row, words in row.numbers.tables[row.table.id].map { words.date($0.version) } },
        .one("imported") { row in row.numbers.tables[row.table.id].map { Moment(date: $0.imported) } },
        .text("fault") { row, words in row.numbers.faults[row.table.id].map { words.fault($0) } },
    ]
}

/// A file that wasn't taken.
struct RefusalRow: TemplateModel {
    let refusal: SituationStore.RefusedFile

    static let fields: [TemplateField<Self>] = [
        .text("file") { $0.refusal.file }, .one("date") { Moment(date: $0.refusal.date) },
        .text("reason") { row, words in words.fault(row.refusal.error) },
    ]
}
