import CivilDates
import Immunization
import Model
import Vault

/// What a person says of a pass: name, kind, date of birth, sex.
struct PassForm: Sendable {
    /// The names of the form's fields.
    static let names = ["name", "kind", "birthdate-day", "birthdate-month", "birthdate-year", "sex"]

    /// What was typed, as far as it can be kept.
    private(set) var pass = Pass.empty
    let errors: FormErrors

    init(_ fields: FormFields, catalogue: Catalogue, today: CalendarDate, words: Localizer) {
        var reader = FormReader(fields, words)
        pass.name = reader.requiredText("name", limit: RecordLimits.passName, missing: .errorNameEmpty)
        pass.kind = fields["kind"] ?? ""
        if catalogue.species(pass.kind) == nil { reader.fail("kind", .errorKind) }
        pass.birthDate = reader.date("birthdate", partial: true, today: today)
        let sex = fields["sex"].flatMap(RecordedSex.init(rawValue:))
        if sex == nil { reader.fail("sex", .errorSex) }
        pass.sex = sex ?? .unknown
        errors = reader.errors
    }

    /// What the form shows for a pass that exists.
    static func values(_ pass: PassRecord) -> [String: String] {
        ["name": pass.name, "kind": pass.kind, "sex": pass.sex.rawValue]
            .merging(DateInput.values("birthdate", pass.birthDate)) { $1 }
    }
}
