import Scanning
import Web

/// A field of a form that isn't a booklet's.
struct OtherFieldRow: TemplateModel {
    let other: CheckedScan.Other
    let picture: FieldPicture?

    private var isMark: Bool { other.type.isMark }
    /// Where it is read clearly or was typed, nothing has to be said of it.
    private var band: ScanField.Band { other.value?.band ?? .type }

    private func options(_ words: Localizer) -> [FormControl.Option] {
        guard isMark else { return [] }
        return [("true", Message.`scans.marked`), ("false", .`scans.unmarked`)].map { value, text in
            FormControl.Option(value: value, text: words[text], isSelected: value == other.written)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.other.name },
        .text("label") { row, words in
            row.other.key.row.map { "\(row.other.key.name), \(words(.`scans.row`, ["row": String($0)]))" }
                ?? row.other.key.name
        },
        .text("value") { $0.other.written }, .one("picture") { $0.picture },
        .text("band") { $0.band.rawValue }, .text("said") { row, words in words(row.band) },
        .rows("options") { row, words in row.options(words) },
        .flag("isMark") { $0.isMark },
        .text("candidates") { row, words in
            let others = (row.other.value?.candidates ?? []).filter { $0 != row.other.value?.value }
            return row.band == .clear || others.isEmpty || row.isMark
                ? nil : words(.`scans.perhaps`, ["values": words.list(Array(others.prefix(3)))])
        },
    ]
}
