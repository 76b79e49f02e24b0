import Model
import CivilDates
import Immunization
import Vault

/// What a person says of a pass: name, kind, date of birth, sex.
struct PassForm: Sendable {
    /// The names of the form's fields.
    static let names = ["name", "kind", "birthdate-day", "birthdate-month", "birthdate-year", "sex"]

    /// What was typed, as far as it can be kept.
    private(set) var pass = Pass.empty
    private(set) var errors = FormErrors()

    init(_ fields: FormFields, catalogue: Catalogue, today: CalendarDate, words: Words) {
        pass.name = Self.name(fields["name"], &errors, words)
        pass.kind = fields["kind"] ?? ""
        if catalogue.species(pass.kind) == nil { errors.add("kind", words[.errorKind]) }
        do {
            pass.birthDate = try DateInput(fields, "birthdate").date(partial: true, today: today)
        } catch {
            errors.add("birthdate", words[error.message], anchor: "birthdate-\(error.part)")
        }
        let sex = fields["sex"].flatMap(RecordedSex.init(rawValue:))
        if sex == nil { errors.add("sex", words[.errorSex]) }
        pass.sex = sex ?? .unknown
    }

    /// What the form shows for a pass that exists.
    static func values(_ pass: PassRecord) -> [String: String] {
        ["name": pass.name, "kind": pass.kind, "sex": pass.sex.rawValue]
            .merging(DateInput.values("birthdate", pass.birthDate)) { $1 }
    }

    private static func name(_ text: String?, _ errors: inout FormErrors, _ words: Words) -> String {
        guard let name = TextInput.clean(text) else {
            errors.add("name", words[.errorNameEmpty])
            return ""
        }
        if let fault = TextInput.fault(name, maximum: RecordLimits.passName, words) { errors.add("name", fault) }
        return name
    }
}
