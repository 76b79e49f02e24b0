import Immunization
import Model
import PassArchive
import Vault
import Web

/// Asks what the columns of a table mean; what the headings and cells suggest is chosen already.
struct TablePage: FormPage {
    let id: ImportID
    let fileName: String
    let table: VaccinationTable
    let passes: [PassRecord]
    let catalogue: Catalogue
    let form: FormView
    static let template = "Archive/columns"
    let section = Section.settings

    /// - Parameter choice: What was chosen so far.
    init(
        id: ImportID, fileName: String, table: VaccinationTable, choice: TableChoice?, passes: [PassRecord],
        active: PassRecord?, catalogue: Catalogue, errors: FormErrors
    ) {
        (self.id, self.fileName, self.table) = (id, fileName, table)
        (self.passes, self.catalogue) = (passes, catalogue)
        form = FormView(values: Self.values(table, choice, active), errors: errors)
    }

    func title(_ words: Localizer) -> String { words[.`archive.table.title`] }

    /// What was chosen, else what the table suggests.
    private static func values(
        _ table: VaccinationTable, _ choice: TableChoice?, _ active: PassRecord?
    ) -> [String: String] {
        let suggested = table.suggestedMapping
        // Columns that were chosen for another separator mean nothing now.
        let fits = choice?.columns.count == min(table.headings.count, TableForm.maximumColumns)
        let columns = fits ? choice?.columns : nil
        var values = [
            "pass": choice?.pass ?? active?.id.description ?? "",
            "date-format": TableDateFormat(rawValue: choice?.dateFormat ?? "")?.rawValue
                ?? suggested.dateFormat.rawValue,
            "heading": (fits ? choice?.hasHeading : nil) ?? suggested.hasHeading ? "yes" : "no",
            "separator": String(table.separator.rawValue),
            "encoding": table.encoding.rawValue,
        ]
        for (index, column) in suggested.columns.enumerated() {
            values[TableForm.columnField(index)] =
                columns.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? column?.rawValue ?? ""
        }
        return values
    }
}
