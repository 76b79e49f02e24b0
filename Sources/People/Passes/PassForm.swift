import CivilDates
import Immunization
import Model
import Vault
import Web

/// What a person says of a pass: name and kind, then the details.
struct PassForm: Sendable {
    /// The form's fields, in its order.
    static let fields = [Pass.name, Pass.kind] + Pass.details

    /// What was typed, as far as it can be kept.
    private(set) var pass: Pass
    let errors: FormErrors

    /// - Parameter old: The pass that is edited; what the form doesn't have of it is kept.
    init(
        _ fields: FormFields, replacing old: Pass? = nil, catalogue: Catalogue, today: CalendarDate, words: Localizer
    ) {
        pass = old ?? .empty
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
        if let birth = pass.birthDate, let species = catalogue.species(pass.kind), let oldest = species.oldest,
            birth.latest.adding(oldest) < today
        {
            let names = ["species": species.names[words.code], "age": words.length(oldest)]
            reader.fail("birthdate", words(.`error.birthdate.species`, names), parts: [.year])
        }
        errors = reader.errors
    }
}
