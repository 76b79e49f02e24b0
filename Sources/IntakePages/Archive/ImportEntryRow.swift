import Model
import PassArchive
import Web

/// An entry of an import, and whether it is new, there, or different.
struct ImportEntryRow: TemplateModel {
    let row: ArchiveImportRow
    let texts: ImportEntryText
    /// The field in which somebody decides about it.
    let name: String
    let choice: ConflictChoice?
    /// What speaks against its belonging to this pass.
    let doubt: Message?
    /// What its words were taken for.
    let told: String?

    static let fields: [TemplateField<Self>] = [
        .text("kind") { $0.texts.kind($0.row.entry) }, .text("text") { $0.texts.text($0.row.entry) },
        .text("state") { $0.state.name }, .text("stateText") { $0.stateText($1) },
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
        case .adds: ("there", .`archive.state.adds`)
        case .repeated: ("there", .`archive.state.repeated`)
        case .doubt(_, let isHere, _): ("new", isHere ? .`archive.state.doubt` : .`archive.state.doubt.file`)
        }
    }

    private func stateText(_ words: Localizer) -> String {
        guard case .adds(_, _, let fields) = row.state else { return words[state.message] }
        let names = fields.compactMap(Vaccination.field).map(words.label)
        return words(state.message, ["fields": names.joined(separator: ", ")])
    }

    private func conflict(_ words: Localizer) -> ImportConflict? {
        guard let (other, entry, fields) = comparison else { return nil }
        let options = choices(words).map { FormControl.Option(value: $0.choice.rawValue, text: $0.text) }
        let chosen = choice ?? row.usualChoice
        var control = FormView(values: [name: chosen.rawValue]).choiceControl(name, options)
        control.label = texts.text(row.entry)
        return ImportConflict(lines: texts.comparison(other, entry, fields), choice: control)
    }

    /// What is shown side by side, with the fields in which they differ.
    private var comparison: (ArchiveImportRow.Entry, ArchiveImportRow.Entry, [String])? {
        switch row.state {
        case .conflict(let other, let fields), .doubt(let other, _, let fields): (other, row.entry, fields)
        case .adds(let filled, let existing, let fields): (existing, filled, fields)
        case .new, .alreadyThere, .repeated: nil
        }
    }

    /// What may be decided, with its words.
    private func choices(_ words: Localizer) -> [(choice: ConflictChoice, text: String)] {
        switch row.state {
        case .adds:
            [
                (.takeIncoming, words[.`archive.adds.take`]), (.keepExisting, words[.`archive.adds.keep`]),
            ]
        case .doubt(_, false, _):
            [
                (.keepExisting, words[.`archive.doubt.once`]), (.keepBoth, words(ConflictChoice.keepBoth)),
            ]
        default: ConflictChoice.allCases.map { ($0, words($0)) }
        }
    }
}

/// What an entry says otherwise than the one that is here, and what is to become of it.
struct ImportConflict: TemplateModel {
    let lines: [ComparisonLine]
    let choice: FormControl

    static let fields: [TemplateField<Self>] = [.rows("lines") { $0.lines }, .one("choice") { $0.choice }]
}
