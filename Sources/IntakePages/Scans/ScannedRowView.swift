import CivilDates
import Immunization
import Intake
import Model
import Scanning
import Vault
import Web

/// What a row of a picture is shown with.
struct ScannedRow: Sendable {
    let row: CheckedScan.Row
    /// What doesn't fit together, in words.
    var broken: [String] = []
    /// What the vaccine's words were taken for, where that is to be checked.
    var told: String?
    /// The row cut from its page; nil for none.
    let picture: FieldPicture?
}

/// A row that was read: its picture, its fields with what else they may be, and whether it is stored.
struct ScannedRowView: TemplateModel {
    let row: Review.Row
    let read: ScannedRow
    let setting: RowSetting
    /// Whether something has to be said of it.
    let isOpen: Bool
    /// The dose of an earlier row that it may be.
    var earlier: Vaccination?
    /// What it adds to a dose that is there.
    var added: String?

    private var words: Localizer { setting.words }
    private var proposal: Proposal { row.proposal }
    private var isLeftOut: Bool { proposal.decision == .leaveOut }

    /// The vaccine as its field shows it.
    private var vaccine: String {
        let current = proposal[Vaccination.vaccine]
        return setting.names.catalogue.vaccine(current).map { setting.names.name(.vaccine($0)) } ?? current
    }

    private var fields: [ScannedFieldView] {
        [CheckedScan.Role.vaccine, .date, .batch, .expiry, .until].compactMap { role in
            guard let cell = proposal.cells[role.field.name] else { return nil }
            // Few stickers that can't be read say when they expire, and nobody has to type it.
            if role == .expiry, cell.value == nil, cell.current.isEmpty { return nil }
            return ScannedFieldView(
                role: role, cell: cell, row: row, setting: setting, told: read.told,
                value: role == .vaccine ? vaccine : cell.current)
        }
    }

    /// Whether it is stored; nil where that follows from what it is to the dose that it may be.
    private var taking: FormControl? {
        guard !row.isTwinAsked else { return nil }
        let isUnsure = row.questions.contains { $0.question == .unsure }
        var control = FormControl(
            name: proposal.name("row"), error: isUnsure ? words[.`scans.row.unsure`] : nil, hasHint: false)
        control.options = [("keep", Message.`scans.row.keep`), ("skip", .`scans.row.skip`)].map { value, text in
            FormControl.Option(
                value: value, text: words[text],
                isSelected: value == "skip" ? isLeftOut : !isLeftOut && (!isOpen || proposal.decision == .accept),
                id: value == "keep" ? control.name : "\(control.name)-\(value)")
        }
        return control
    }

    private var line: String {
        var parts = [row.date.map(words.date) ?? proposal[Vaccination.date], proposal[Vaccination.batch]]
        if row.isSame { parts.append(added ?? words[.`scans.nothing-new`]) }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// What was asked of its product, answered by saying that the row is right.
    private var right: NamedValue? {
        var value = proposal.answers.first { $0.hasPrefix(Question.age) }
        for case (_, .age(let vaccine, _, let day)) in row.questions { value = Question.age(of: vaccine, on: day) }
        return value.map { NamedValue(name: proposal.name("right"), value: $0) }
    }

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.proposal.id) }, .one("strip") { $0.read.picture },
        .text("name") { $0.vaccine }, .text("line") { $0.line },
        .text("sign") { $0.isLeftOut || $0.row.isSame ? "later" : "done" },
        .flag("isWrong") { !$0.row.questions.isEmpty },
        .lines("broken") { view, _ in view.read.broken }, .rows("fields") { $0.fields },
        .one("right") { $0.right },
        .flag("asks") { $0.row.twin != nil },
        .one("questions") { view in
            RowQuestionsView(row: view.row, setting: view.setting, earlier: view.earlier, isAgeElsewhere: true)
        },
        .one("taking") { $0.taking },
    ]
}

/// A field of a row that was read, how well it was read, and what else it may be.
struct ScannedFieldView: TemplateModel {
    let role: CheckedScan.Role
    let cell: Cell
    let row: Review.Row
    let setting: RowSetting
    /// What the vaccine's words were taken for.
    let told: String?
    /// As the field shows it.
    let value: String

    /// The most values that are offered.
    private static let mostChips = 4

    private var words: Localizer { setting.words }
    /// Whether nothing that counts was read of it.
    private var isUnread: Bool { cell.typed == nil && cell.entered.isEmpty }
    /// Whether a day is to be added to what was read.
    private var asksDay: Bool {
        role == .date && cell.isUnsure && row.date.map { !$0.isExact } ?? false
    }
    private var isUnclear: Bool { cell.isUnsure || isUnread && [.date, .vaccine].contains(role) }

    private var said: String? {
        if asksDay { return words[.`scans.no-day`] }
        if cell.isUnsure { return words(ScanField.Band.check) }
        guard isUnread else { return nil }
        return isUnclear ? words(ScanField.Band.type) : words[.`scans.unread`]
    }

    private var control: FormControl {
        let question = row.questions.first { $0.field == role.field.name }?.question
        var control = FormControl(
            name: row.proposal.name(role.field),
            error: question.map { setting.names.text($0, in: row, of: setting.pass, setting.dates) },
            hasHint: hint != nil, value: value.withoutNUL)
        control.label =
            switch role {
            case .date: words[.`vaccinations.typing.day`]
            case .batch: words[.`vaccinations.typing.batch`]
            case .vaccine, .expiry, .until: words.label(role.field)
            }
        control.hintText = hint
        return control
    }

    private var hint: String? {
        switch role {
        case .vaccine:
            if let told { return told }
            guard case .one(let found, _) = row.meaning, setting.names.name(found) != value else { return nil }
            return row.told(setting) ?? setting.names.sentence(found)
        case .date: return cell.isUnsure || cell.typed != nil ? row.date.map(words.date) : nil
        case .expiry, .until:
            return cell.isUnsure || cell.typed != nil ? role.field[row.details]?.date.map(words.date) : nil
        case .batch: return nil
        }
    }

    /// What else it may be: readings, the vaccines that its text may mean, and the one of its brand for the age.
    private var chips: [FormControl.Option] {
        var values = cell.isUnsure || isUnread ? [cell.entered] + cell.others : []
        if role == .vaccine {
            if case .choice(let suggestions, _) = row.meaning { values += suggestions.map(VaccineFinder.id) }
            for case (_, .age(let vaccine, let sibling?, _)) in row.questions { values += [sibling.id, vaccine.id] }
            if told != nil { values = [cell.current] + cell.others }
        }
        var seen: Set<String> = []
        let offered = values.filter { $0.isLegible && seen.insert($0).inserted }.prefix(Self.mostChips)
        guard offered.contains(where: { $0 != cell.current }) else { return [] }
        return offered.map { value in
            FormControl.Option(
                value: value, text: role == .vaccine ? setting.names.vaccine(id: value) : value)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .one("control") { $0.control }, .rows("chips") { $0.chips }, .flag("hasChips") { !$0.chips.isEmpty },
        .text("said") { $0.said }, .flag("isUnclear") { $0.isUnclear },
        .flag("isVaccine") { $0.role == .vaccine }, .flag("isBatch") { $0.role == .batch },
        .text("pick") { "pick-\($0.row.proposal.name($0.role.field))" },
    ]
}

extension String {
    /// Whether it has a letter or two digits side by side: what has neither is dirt on the page.
    fileprivate var isLegible: Bool {
        contains(where: \.isLetter) || zip(self, dropFirst()).contains { $0.isNumber && $1.isNumber }
    }
}

extension VaccinationNames {
    /// A vaccine's name, or its id where the catalogue doesn't have it.
    package func vaccine(id: String) -> String { catalogue.vaccine(id).map { name(.vaccine($0)) } ?? id }
}
