import PassArchive
import Web

/// What somebody decided about an import: where each pass goes, and what becomes of each conflict.
package struct ImportChoices: Sendable {
    private let fields: FormFields

    init(_ fields: FormFields = FormFields()) { self.fields = fields }

    static func passField(_ pass: Int) -> String { "pass-\(pass + 1)" }
    static func shownField(_ pass: Int) -> String { "shown-\(pass + 1)" }
    static func holderField(_ pass: Int) -> String { "holder-\(pass + 1)" }
    static func rowField(_ pass: Int, _ row: Int) -> String { "row-\(pass + 1)-\(row + 1)" }
    /// Of the vaccine of a dose.
    static func vaccineField(_ pass: Int, _ dose: Int) -> String { "vaccine-\(pass + 1)-\(dose + 1)" }
    static let settingsField = "settings"
    static let new = "new"
    static let skip = "skip"

    /// Where each of so many passes goes.
    func destinations(_ count: Int) -> [ArchiveImportPlan.Destination] {
        (0..<count).map { pass in
            switch fields[Self.passField(pass)] {
            case nil, "": .automatic
            case Self.new: .new
            case Self.skip: .nowhere
            case let id?: .existing(id)
            }
        }
    }

    /// The first pass that was sent elsewhere after its comparison was shown.
    func changedDestination(_ count: Int) -> Int? {
        (0..<count).first { fields[Self.passField($0)] != fields[Self.shownField($0)] }
    }

    /// What somebody decided about a row; nil where they didn't.
    func choice(_ pass: Int, _ row: Int) -> ConflictChoice? {
        fields[Self.rowField(pass, row)].flatMap(ConflictChoice.init)
    }

    /// What somebody answered of a dose's vaccine: an id, or a text to search for.
    func vaccine(_ field: String) -> String { TextInput.clean(fields[field]) ?? "" }

    func takesHolder(_ pass: Int) -> Bool { fields[Self.holderField(pass)] == "yes" }
    var takesSettings: Bool { fields[Self.settingsField] == "yes" }
    /// Whether only the comparison is asked for.
    var isComparison: Bool { fields["step"] == "compare" }
}

extension ConflictChoice: MessageCode { static let family = "archive.choice" }
