import Immunization
import Model
import PassArchive
import Vault
import Web

extension TablePage {
    static let fields: [TemplateField<Self>] = [
        .text("fileName") { $0.fileName },
        .text("action") { Links.importColumns($0.id) }, .text("discard") { Links.discardImport($0.id) },
        .one("pass") { page in
            let passes = page.passes.map { pass in
                FormControl.Option(
                    value: pass.id.description, text: "\(page.catalogue.emoji(pass.kind)) \(pass.name)")
            }
            return page.form.choiceControl("pass", passes)
        },
        .rows("columns") { page, words in page.columns(words) }, .flag("heading") { $0.hasHeading },
        .one("date-format") { page, words in
            let formats = TableDateFormat.allCases.map {
                FormControl.Option(value: $0.rawValue, text: words($0, ["example": $0.example]))
            }
            return page.form.choiceControl("date-format", formats, radio: true)
        },
        .one("separator") { page, words in
            let separators = TableSeparator.allCases.map {
                FormControl.Option(value: String($0.rawValue), text: words($0))
            }
            return page.form.choiceControl("separator", separators)
        },
        .one("encoding") { page in
            let encodings = TableEncoding.allCases.map { FormControl.Option(value: $0.rawValue, text: $0.rawValue) }
            return page.form.choiceControl("encoding", encodings)
        },
    ]

    private var hasHeading: Bool { form.values["heading"] == "yes" }

    private func columns(_ words: Localizer) -> [TableColumnRow] {
        let meanings = VaccinationColumn.allCases.map { column in
            FormControl.Option(value: column.rawValue, text: words.label(column.field))
        }
        return table.headings.prefix(TableForm.maximumColumns).enumerated().map { index, heading in
            let examples = table.examples(ofColumn: index, hasHeading: hasHeading)
            return TableColumnRow(
                choice: form.choiceControl(TableForm.columnField(index), meanings, hint: !examples.isEmpty),
                number: index + 1, heading: hasHeading ? heading : "", examples: examples)
        }
    }
}

/// A column of a table, and the choice of what it means.
struct TableColumnRow: TemplateModel {
    let choice: FormControl
    let number: Int
    /// Empty where the column has none.
    let heading: String
    let examples: [String]

    static let fields: [TemplateField<Self>] = [
        .one("choice") { $0.choice }, .text("number") { String($0.number) },
        .text("heading") { $0.heading.isEmpty ? nil : String($0.heading.prefix(60)) },
        .text("examples") { row in row.examples.map { String($0.prefix(40)) }.joined(separator: " · ") },
    ]
}

extension TableDateFormat: MessageCode {
    package static let family = "archive.date-format"
    package var parameters: Set<String> { ["example"] }
}

extension TableImport.Reason: MessageCode { static let family = "archive.rejected" }
extension TableSeparator: MessageCode { static let family = "archive.separator" }
