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
    let template = Template.passList
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
}

/// The form of a new or an existing pass.
struct PassFormPage: FormPage {
    let form: FormView
    let catalogue: Catalogue
    /// The pass that is edited; nil for a new one.
    let pass: PassRecord?
    let template: Template
    let section = Section.settings

    func title(_ words: Localizer) -> String {
        if template == .welcome { return words[.passesWelcomeTitle] }
        return words[pass == nil ? .passesNewTitle : .passesEditTitle]
    }

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
            "cancel": template == .welcome ? false : pass.map { Links.pass($0.id) } ?? Links.passes,
            "delete": pass.map { Links.deletePass($0.id) }.field,
        ]
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
    let template = Template.delete

    func title(_ words: Localizer) -> String { heading }

    func fields(_ words: Localizer) -> TemplateContext {
        let list: TemplateContext = ["items": alsoDeleted.map { ["text": $0] as TemplateContext }]
        return [
            "title": heading, "what": what.field, "alsoDeleted": alsoDeleted.isEmpty ? false : list, "submit": submit,
            "action": action, "cancel": cancel,
        ]
    }
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
