import CivilDates
import Immunization
import Model
import Vault

/// Every pass of the account.
struct PassListPage: Page {
    /// A pass and how many vaccinations it holds.
    struct Row: Sendable {
        let pass: PassRecord
        let vaccinations: Int
    }

    let rows: [Row]
    let catalogue: Catalogue
    static let template = "Passes/list"
    var section: Section { rows.count > 1 ? .vaccinations : .family }

    func title(_ words: Localizer) -> String { words[.`passes.title`] }

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { page in page.rows.map { PassRow(row: $0, catalogue: page.catalogue) } }
    ]
}

/// A pass of the list.
struct PassRow: TemplateModel {
    let row: PassListPage.Row
    let catalogue: Catalogue

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.pass($0.row.pass.id) }, .text("edit") { Links.editPass($0.row.pass.id) },
        .text("delete") { Links.deletePass($0.row.pass.id) },
        .text("emoji") { $0.catalogue.emoji($0.row.pass.kind) },
        .text("kind") { row, words in
            row.catalogue.species(row.row.pass.kind)?.names[words.code] ?? row.row.pass.kind
        },
        .text("name") { $0.row.pass.name }, .text("born") { row, words in row.row.pass.born(words) },
        .count("vaccinations") { $0.row.vaccinations },
    ]
}

/// The form of a new or an existing pass.
struct PassFormPage: FormPage {
    let form: FormView
    let catalogue: Catalogue
    /// The pass that is edited; nil for a new one.
    let pass: PassRecord?
    static let template = "Passes/form"
    var section: Section { pass == nil ? .family : .vaccinations }

    func title(_ words: Localizer) -> String { words[pass == nil ? .`passes.new.title` : .`passes.edit.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary },
        .text("action") { $0.pass.map { Links.editPass($0.id) } ?? Links.newPass() },
        .rows("fields") { page, words in page.form.passControls(page.catalogue, words) },
        .text("cancel") { $0.pass.map { Links.pass($0.id) } ?? Links.passes() },
        .text("delete") { $0.pass.map { Links.deletePass($0.id) } },
    ]
}

/// The form of an account's first pass.
struct WelcomePage: FormPage {
    let form: FormView
    let catalogue: Catalogue
    static let template = "Passes/welcome"
    let section = Section.family

    func title(_ words: Localizer) -> String { words[.`passes.welcome.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("action") { _ in Links.newPass() },
        // There is nothing to go back to.
        .text("cancel") { _ in nil },
        .rows("fields") { page, words in page.form.passControls(page.catalogue, words) },
    ]
}

extension FormView {
    /// What a pass is made of.
    fileprivate func passControls(_ catalogue: Catalogue, _ words: Localizer) -> [RecordControl] {
        let kinds = catalogue.species.map { species in
            FormControl.Option(value: species.id, text: "\(species.emoji) \(species.names[words.code])")
        }
        // An animal is female or male, as far as anybody knows.
        let isAnimal = values["kind"].map { $0 != Pass.person } ?? false
        return PassForm.fields.map { field in
            let choices: [FormControl.Option]? =
                switch field.name {
                case Pass.kind.name: kinds
                case "sex" where isAnimal && values["sex"] != RecordedSex.diverse.rawValue:
                    words.options(field).filter { $0.value != RecordedSex.diverse.rawValue }
                default: nil
                }
            return recordControl(field, words, choices: choices)
        }
    }
}

/// Asks before anything is deleted, and says what alsoDeleted with it.
struct DeletePage: Page {
    let heading: String
    let what: String?
    /// What is deleted along with it, in words.
    let alsoDeleted: [String]
    let submit: String
    let action: String
    let cancel: String
    var section = Section.vaccinations
    /// Whether it can be brought back from the bin.
    var isKept = false
    static let template = "Shared/delete"

    func title(_ words: Localizer) -> String { heading }

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.what }, .flag("isKept") { $0.isKept },
        .one("alsoDeleted") { $0.alsoDeleted.isEmpty ? nil : DeletedList(texts: $0.alsoDeleted) },
        .text("submit") { $0.submit }, .text("action") { $0.action }, .text("cancel") { $0.cancel },
    ]
}

/// What is deleted along with something.
struct DeletedList: TemplateModel {
    let texts: [String]

    static let fields: [TemplateField<Self>] = [.lines("items") { list, _ in list.texts }]
}

extension PassRecord {
    /// 'born 27 March 2012', if the date is known.
    func born(_ words: Localizer) -> String? {
        self.birthDate.map { words(.`passes.born`, ["date": words.date($0)]) }
    }
}

extension [PassRecord] {
    /// What tells a pass from others of the same name: the species, the year or else the day of birth; nil where none has it.
    func difference(of pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer) -> String? {
        let others = filter { $0.name == pass.name && $0.id != pass.id }
        guard !others.isEmpty else { return nil }
        let alike = others.filter { $0.kind == pass.kind }
        let kind = alike.count < others.count ? catalogue.species(pass.kind)?.names[words.code] : nil
        let isYearAlike = alike.contains { $0.birthDate?.year == pass.birthDate?.year }
        let born = alike.isEmpty ? nil : pass.birthDate.map { isYearAlike ? words.date($0) : String($0.year) }
        let parts = [kind, born].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// 'Lina', or 'Lina (2019)' where several have that name.
    func name(of pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer) -> String {
        difference(of: pass, catalogue, words).map { "\(pass.name) (\($0))" } ?? pass.name
    }
}

extension Catalogue {
    /// The emoji of a pass's kind; a neutral one for a kind that the catalogue no longer has.
    func emoji(_ kind: String) -> String { species(kind)?.emoji ?? "📘" }
}
