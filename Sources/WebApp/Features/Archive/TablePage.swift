import Immunization
import Model
import PassArchive
import Vault

/// Asks what the columns of a table mean; what the headings and cells suggest is chosen already.
struct TablePage: FormPage, TypedPage {
    let id: PendingID
    let fileName: String
    let table: VaccinationTable
    let passes: [PassRecord]
    let catalogue: Catalogue
    let form: FormView
    static let template = Template.importTable
    let section = Section.settings

    /// - Parameter choice: What was chosen so far.
    init(
        id: PendingID, fileName: String, table: VaccinationTable, choice: TableChoice?, passes: [PassRecord],
        active: PassRecord?, catalogue: Catalogue, errors: FormErrors
    ) {
        (self.id, self.fileName, self.table) = (id, fileName, table)
        (self.passes, self.catalogue) = (passes, catalogue)
        form = FormView(values: Self.values(table, choice, active), errors: errors)
    }

    func title(_ words: Localizer) -> String { words[.archiveTableTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let hasHeading = form.values["heading"] == "yes"
        let count = min(table.headings.count, TableForm.maximumColumns)
        return [
            "title": title(words),
            "errors": form.errors.fields,
            "fileName": fileName,
            "action": Links.importColumns(id),
            "discard": Links.discardImport(id),
            "pass": form.choice("pass", passOptions),
            "columns": (0..<count).map { columnFields($0, form, hasHeading, words) },
            "date-format": form.choice(
                "date-format",
                TableDateFormat.allCases.map {
                    .init(value: $0.rawValue, text: words($0, ["example": $0.example]))
                }, radio: true),
            "heading": hasHeading,
            "separator": form.choice(
                "separator",
                TableSeparator.allCases.map {
                    .init(value: String($0.rawValue), text: words($0))
                }),
            "encoding": form.choice(
                "encoding", TableEncoding.allCases.map { .init(value: $0.rawValue, text: $0.rawValue) }),
        ]
    }

    private var passOptions: [FormView.Option] {
        passes.map { .init(value: $0.id.description, text: "\(catalogue.emoji($0.kind)) \($0.name)") }
    }

    private func columnFields(_ column: Int, _ form: FormView, _ hasHeading: Bool, _ words: Localizer)
        -> TemplateContext
    {
        let name = TableForm.columnField(column)
        let options = VaccinationColumn.allCases.compactMap { column in
            Vaccination.field(column.rawValue).map { FormView.Option(value: $0.name, text: words.label($0)) }
        }
        let heading = hasHeading ? table.headings[column] : ""
        let examples = table.examples(ofColumn: column, hasHeading: hasHeading)
        return [
            "choice": form.choice(name, options, hint: !examples.isEmpty),
            "number": String(column + 1),
            "heading": heading.isEmpty ? false : String(heading.prefix(60)),
            "examples": examples.map { String($0.prefix(40)) }.joined(separator: " · "),
        ]
    }

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
