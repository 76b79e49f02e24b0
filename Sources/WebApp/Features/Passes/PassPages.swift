import Immunization
import Model
import Vault

/// Every pass of the account.
struct PassListPage: TypedPage {
    /// A pass and how many vaccinations it holds.
    struct Row: Sendable {
        let pass: PassRecord
        let vaccinations: Int
    }

    let rows: [Row]
    let catalogue: Catalogue
    static let template = Template.passList
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passesTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "rows": rows.map { row -> TemplateContext in
                [
                    "link": Links.pass(row.pass.id),
                    "edit": Links.editPass(row.pass.id),
                    "delete": Links.deletePass(row.pass.id),
                    "emoji": catalogue.emoji(row.pass.kind),
                    "kind": catalogue.species(row.pass.kind)?.names[words.code] ?? row.pass.kind,
                    "name": row.pass.name,
                    "born": row.pass.born(words).field,
                    "vaccinations": words.count(row.vaccinations),
                ]
            }
        ]
    }

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
struct PassFormPage: FormPage, TypedPage {
    let form: FormView
    let catalogue: Catalogue
    /// The pass that is edited; nil for a new one.
    let pass: PassRecord?
    static let template = Template.passForm
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[pass == nil ? .passesNewTitle : .passesEditTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let kinds = catalogue.species.map { species in
            FormView.Option(value: species.id, text: "\(species.emoji) \(species.names[words.code])")
        }
        return [
            "title": title(words),
            "errors": form.errors.fields,
            "action": pass.map { Links.editPass($0.id) } ?? Links.newPass,
            "fields": PassForm.fields.map { field in
                form.field(field, words, choices: field.name == Pass.kind.name ? kinds : nil)
            },
            "cancel": pass.map { Links.pass($0.id) } ?? Links.passes,
            "delete": pass.map { Links.deletePass($0.id) }.field,
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary },
        .text("action") { $0.pass.map { Links.editPass($0.id) } ?? Links.newPass },
        .rows("fields") { page, words in page.form.passControls(page.catalogue, words) },
        .text("cancel") { $0.pass.map { Links.pass($0.id) } ?? Links.passes },
        .text("delete") { $0.pass.map { Links.deletePass($0.id) } },
    ]
}

/// The form of an account's first pass.
struct WelcomePage: FormPage, TypedPage {
    let form: FormView
    let catalogue: Catalogue
    static let template = Template.welcome
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.passesWelcomeTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        var fields = PassFormPage(form: form, catalogue: catalogue, pass: nil).fields(words)
        fields["title"] = title(words)
        fields["cancel"] = false
        return fields
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("action") { _ in Links.newPass },
        // There is nothing to go back to.
        .text("cancel") { _ in nil },
        .rows("fields") { page, words in page.form.passControls(page.catalogue, words) },
    ]
}

extension FormView {
    /// What a pass is made of.
    fileprivate func passControls(_ catalogue: Catalogue, _ words: Localizer) -> [RecordControl] {
        let kinds = catalogue.species.map { species in
            Option(value: species.id, text: "\(species.emoji) \(species.names[words.code])")
        }
        return PassForm.fields.map { field in
            recordControl(field, words, choices: field.name == Pass.kind.name ? kinds : nil)
        }
    }
}

/// Asks before anything is deleted, and says what alsoDeleted with it.
struct DeletePage: TypedPage {
    let heading: String
    let what: String?
    /// What is deleted along with it, in words.
    let alsoDeleted: [String]
    let submit: String
    let action: String
    let cancel: String
    static let template = Template.delete

    func title(_ words: Localizer) -> String { heading }

    func fields(_ words: Localizer) -> TemplateContext {
        let list: TemplateContext = ["items": alsoDeleted.map { ["text": $0] as TemplateContext }]
        return [
            "title": heading, "what": what.field, "alsoDeleted": alsoDeleted.isEmpty ? false : list, "submit": submit,
            "action": action, "cancel": cancel,
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.what }, .one("alsoDeleted") { $0.alsoDeleted.isEmpty ? nil : DeletedList(texts: $0.alsoDeleted) },
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
        self.birthDate.map { words(.passesBorn, ["date": words.date($0)]) }
    }
}

extension Catalogue {
    /// The emoji of a pass's kind; a neutral one for a kind that the catalogue no longer has.
    func emoji(_ kind: String) -> String { species(kind)?.emoji ?? "📘" }
}
