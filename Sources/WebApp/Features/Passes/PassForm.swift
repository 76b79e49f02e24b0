import CivilDates
import Immunization
import Vault

/// What a person says of a pass: name, kind, date of birth, sex.
struct PassForm: Sendable {
    /// The names of the form's fields.
    static let names = ["name", "kind", "birthdate-day", "birthdate-month", "birthdate-year", "sex"]

    let name: String
    let kind: String
    /// ISO 8601, possibly without day or month.
    let birthDate: String
    let sex: RecordedSex
    let errors: FormErrors

    init(_ fields: FormFields, catalogue: Catalogue, today: CalendarDate, words: Words) {
        var errors = FormErrors()
        self.name = Self.name(fields["name"], &errors, words)
        self.kind = fields["kind"] ?? ""
        if catalogue.species(kind) == nil { errors.add("kind", words[.errorKind]) }
        do {
            let date = try DateInput(fields, "birthdate").date(partial: true, today: today)
            self.birthDate = date.description
        } catch {
            errors.add("birthdate", words[error.message], anchor: "birthdate-\(error.part)")
            self.birthDate = ""
        }
        let sex = fields["sex"].flatMap(RecordedSex.init(rawValue:))
        if sex == nil { errors.add("sex", words[.errorSex]) }
        self.sex = sex ?? .unknown
        self.errors = errors
    }

    /// What the form shows for a pass that exists.
    static func values(_ pass: Pass) -> [String: String] {
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
