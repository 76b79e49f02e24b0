import CivilDates
import Immunization
import Vault

/// What a person says of a vaccination: disease first, then vaccine and date; the rest as they like.
struct VaccinationForm: Sendable {
    /// The names of the form's fields.
    static let names = [
        "target", "vaccine", "date-day", "date-month", "date-year", "batch", "administered-by", "country", "note",
    ]
    /// The vaccine field's value for 'I don't know it'.
    static let unknownVaccine = "unknown"

    let target: String
    /// A vaccine of the catalogue; nil where it isn't known.
    let vaccine: String?
    /// ISO 8601, possibly without day or month.
    let date: String
    let batch: String?
    let administeredBy: String?
    let country: String?
    let note: String?
    var errors: FormErrors

    init(_ fields: FormFields, pass: Pass, catalogue: Catalogue, today: CalendarDate, words: Words) {
        var errors = FormErrors()
        self.target = Self.target(fields, pass, catalogue, &errors, words)
        self.vaccine = Self.vaccine(fields, target, pass, catalogue, &errors, words)
        self.date = Self.date(fields, pass, today, &errors, words)
        self.batch = Self.text("batch", fields, maximum: RecordLimits.batch, &errors, words)
        self.administeredBy = Self.text("administered-by", fields, maximum: RecordLimits.administeredBy, &errors, words)
        self.note = Self.text("note", fields, maximum: RecordLimits.note, lines: true, &errors, words)
        let country = TextInput.clean(fields["country"])
        if let country, !words.isCountry(country) { errors.add("country", words[.errorCountryUnknown]) }
        self.country = country
        self.errors = errors
    }

    /// What the form shows for a vaccination that exists.
    static func values(_ vaccination: Vaccination) -> [String: String] {
        [
            "target": vaccination.target,
            "vaccine": vaccination.vaccine ?? unknownVaccine,
            "batch": vaccination.batch ?? "",
            "administered-by": vaccination.administeredBy ?? "",
            "country": vaccination.country ?? "",
            "note": vaccination.note ?? "",
        ].merging(DateInput.values("date", vaccination.date)) { $1 }
    }
}

extension VaccinationForm {
    private static func target(
        _ fields: FormFields, _ pass: Pass, _ catalogue: Catalogue, _ errors: inout FormErrors, _ words: Words
    ) -> String {
        let id = fields["target"] ?? ""
        if id.isEmpty {
            errors.add("target", words[.errorTargetEmpty])
        } else if let species = catalogue.target(id)?.species, species != pass.kind {
            errors.add("target", otherSpecies(species, pass, catalogue, words))
        } else if catalogue.target(id) == nil {
            errors.add("target", words[.errorTargetUnknown])
        }
        return id
    }

    private static func vaccine(
        _ fields: FormFields, _ target: String, _ pass: Pass, _ catalogue: Catalogue, _ errors: inout FormErrors,
        _ words: Words
    ) -> String? {
        let id = fields["vaccine"] ?? ""
        if id == unknownVaccine { return nil }
        if id.isEmpty {
            errors.add("vaccine", words[.errorVaccineEmpty])
        } else if let species = catalogue.vaccine(id)?.species, species != pass.kind {
            errors.add("vaccine", otherSpecies(species, pass, catalogue, words))
        } else if errors["target"] == nil, catalogue.vaccine(id)?.targets.contains(target) != true {
            errors.add("vaccine", words[.errorVaccineUnknown])
        }
        return id
    }

    /// That something is meant for another species than the pass's.
    private static func otherSpecies(_ species: String, _ pass: Pass, _ catalogue: Catalogue, _ words: Words) -> String
    {
        func name(_ id: String) -> String { catalogue.species(id)?.names[words.code] ?? id }
        return words(.errorSpecies, ["species": name(species), "pass": name(pass.kind)])
    }

    private static func date(
        _ fields: FormFields, _ pass: Pass, _ today: CalendarDate, _ errors: inout FormErrors, _ words: Words
    ) -> String {
        do {
            let date = try DateInput(fields, "date").date(partial: true, today: today)
            if let birth = pass.birthDate.flatMap({ PartialDate($0) }), date.latest < birth.earliest {
                let text = words(.errorDateBeforeBirth, ["date": words.date(birth.description)])
                errors.add("date", text, anchor: "date-day")
            }
            return date.description
        } catch {
            errors.add("date", words[error.message], anchor: "date-\(error.part)")
            return ""
        }
    }

    private static func text(
        _ name: String, _ fields: FormFields, maximum: Int, lines: Bool = false, _ errors: inout FormErrors,
        _ words: Words
    ) -> String? {
        guard let text = TextInput.clean(fields[name]) else { return nil }
        if let fault = TextInput.fault(text, maximum: maximum, lines: lines, words) { errors.add(name, fault) }
        return text
    }
}
