import CivilDates
import Immunization
import Model
import Vault

/// What a person says of a pass: name and kind, then the details.
struct PassForm: Sendable {
    /// The form's fields, in its order.
    static let fields = [Pass.name, Pass.kind] + Pass.details

    /// What was typed, as far as it can be kept.
    private(set) var pass = Pass.empty
    let errors: FormErrors

    init(_ fields: FormFields, catalogue: Catalogue, today: CalendarDate, words: Localizer) {
        var reader = FormReader(fields, words)
        pass.name = reader.requiredText("name", limit: Pass.nameLimit, missing: .`error.name.empty`)
        pass.kind = fields["kind"] ?? ""
        if catalogue.species(pass.kind) == nil { reader.fail("kind", .`error.kind`) }
        for field in Pass.details {
            if field.formName == "sex", fields["sex"] == nil {
                reader.fail("sex", .`error.sex`)
            } else {
                reader.read(field, into: &pass, today: today)
            }
        }
        errors = reader.errors
    }
}

/// A pass that is there already, of which the one that was entered may be a second one.
struct PassTwin: TemplateModel {
    /// The form's field, which answers that it is another.
    static let field = "duplicate"
    let pass: PassRecord

    /// The first that may be the same; nil where there is none, or where it was answered that it is another.
    init?(of entered: Pass, among passes: [PassRecord], replacing old: PassRecord? = nil, _ fields: FormFields) {
        let twin = passes.first { pass in
            pass.id != old?.id && pass.content.mayBeSame(as: entered)
                && old?.content.mayBeSame(as: pass.content) != true
        }
        guard let twin, fields[Self.field] != "yes" else { return nil }
        pass = twin
    }

    func text(_ words: Localizer) -> String { words(.`error.pass-twin`, ["name": pass.name]) }

    static let fields: [TemplateField<Self>] = [
        .text("text") { twin, words in twin.text(words) }, .text("link") { Links.pass($0.pass.id) },
    ]
}

extension Pass {
    /// Whether both may be one's: of one kind and name, and born on what may be one day.
    fileprivate func mayBeSame(as other: Pass) -> Bool {
        guard kind == other.kind, name.lowercased() == other.name.lowercased() else { return false }
        guard let one = birthDate, let two = other.birthDate else { return true }
        return one.earliest <= two.latest && two.earliest <= one.latest
    }
}
