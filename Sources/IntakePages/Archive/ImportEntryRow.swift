import Model
import PassArchive
import Web

/// An entry of an import, and whether it is new, there, or different.
struct ImportEntryRow: TemplateModel {
    let row: ArchiveImportRow
    let texts: ImportEntryText
    /// The field in which somebody decides about it.
    let name: String
    let choice: ConflictChoice
    /// What speaks against its belonging to this pass.
    let doubt: Message?
    /// What its words were taken for.
    let told: String?

    static let fields: [TemplateField<Self>] = [
        .text("kind") { $0.texts.kind($0.row.entry) }, .text("text") { $0.texts.text($0.row.entry) },
        .text("state") { $0.state.name }, .text("stateText") { row, words in words[row.state.message] },
        .text("doubt") { row, words in row.doubt.map { words[$0] } },
        .text("told") { $0.told },
        .text("reduced") { row, words in row.isReduced ? words[.`archive.reduced`] : nil },
        .one("conflict") { row, words in row.conflict(words) },
    ]

    private var isReduced: Bool {
        if case .vaccination(let dose) = row.entry { dose.content.reduced != nil } else { false }
    }

    private var state: (name: String, message: Message) {
        switch row.state {
        case .new: ("new", .`archive.state.new`)
        case .alreadyThere: ("there", .`archive.state.there`)
        case .conflict: ("conflict", .`archive.state.conflict`)
        }
    }

    private func conflict(_ words: Localizer) -> ImportConflict? {
        guard case .conflict(let existing, let fields) = row.state else { return nil }
        let options = ConflictChoice.allCases.map { FormControl.Option(value: $0.rawValue, text: words($0)) }
        var control = FormView(values: [name: choice.rawValue]).choiceControl(name, options)
        control.label = texts.text(row.entry)
        return ImportConflict(lines: texts.comparison(existing, row.entry, fields), choice: control)
    }
}

/// What an entry says otherwise than the one that is here, and what is to become of it.
struct ImportConflict: TemplateModel {
    let lines: [ComparisonLine]
    let choice: FormControl

    static let fields: [TemplateField<Self>] = [.rows("lines") { $0.lines }, .one("choice") { $0.choice }]
}
