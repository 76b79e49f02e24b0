import CivilDates
import Immunization
import Model
import Vault
import Web

/// Every pass of the account.
struct PassListPage: Page {
    /// A pass and how many vaccinations it holds.
    struct Row: Sendable {
        let pass: PassRecord
        let vaccinations: Int
    }

    let rows: [Row]
    let catalogue: Catalogue
    let today: CalendarDate
    static let template = "Passes/list"
    let section = Section.family

    func title(_ words: Localizer) -> String { words[.`passes.title`] }

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { page in
            let passes = page.rows.map(\.pass)
            return page.rows.map { row in
                PassRow(
                    row: row, catalogue: page.catalogue,
                    face: Face(row.pass, among: passes, page.catalogue, on: page.today))
            }
        }
    ]
}

/// A pass of the list.
struct PassRow: TemplateModel {
    let row: PassListPage.Row
    let catalogue: Catalogue
    let face: Face

    static let fields: [TemplateField<Self>] =
        [
            .text("link") { Links.pass($0.row.pass.id) }, .text("edit") { Links.editPass($0.row.pass.id) },
            .text("delete") { Links.deletePass($0.row.pass.id) },
            .text("kind") { row, words in
                row.catalogue.species(row.row.pass.kind)?.names[words.code] ?? row.row.pass.kind
            },
            .text("name") { $0.row.pass.name }, .text("born") { row, words in row.row.pass.born(words) },
            .count("vaccinations") { $0.row.vaccinations },
        ] + TemplateField.all { row, _ in row.face }
}

extension EntryPage {
    /// The form of a new or an existing pass.
    ///
    /// - Parameter pass: the one that is edited; nil for a new one.
    static func pass(_ form: FormView, _ pass: PassRecord?, _ catalogue: Catalogue, _ words: Localizer) -> Self {
        EntryPage(
            words[pass == nil ? .`passes.new.title` : .`passes.edit.title`],
            section: pass == nil ? .family : .vaccinations, form: form,
            asks: form.passControls(catalogue, words).map { .control($0) },
            submit: [PageButton(words[.`passes.save`])],
            action: pass.map { Links.editPass($0.id) } ?? Links.newPass(),
            cancel: NamedLink(words[.`shared.cancel`], pass.map { Links.pass($0.id) } ?? Links.passes()),
            after: pass.map { [.danger(NamedLink(words[.`passes.delete.link`], Links.deletePass($0.id)))] } ?? [])
    }
}

/// The form of an account's first pass.
struct WelcomePage: FormPage {
    let form: FormView
    let catalogue: Catalogue
    static let template = "Passes/welcome"
    let section = Section.family

    func title(_ words: Localizer) -> String { words[.`passes.welcome.title`] }

    static let fields: [TemplateField<Self>] = [
        .rows("fields") { page, words in page.form.passControls(page.catalogue, words) }
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
