import Model
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

    /// The form's fields that any text may stand in, by their names.
    private static let texts = [
        ("batch", Vaccination.batch), ("administered-by", Vaccination.administeredBy), ("note", Vaccination.note),
    ]

    /// What was typed, as far as it can be kept.
    private(set) var vaccination = Vaccination.empty
    var errors = FormErrors()

    /// - Parameter old: The record that is edited; what the form doesn't show of it is kept.
    init(
        _ fields: FormFields, pass: PassRecord, replacing old: Vaccination? = nil, catalogue: Catalogue,
        today: CalendarDate, words: Words
    ) {
        vaccination.target = Self.target(fields, pass, catalogue, &errors, words)
        vaccination.vaccine = Self.vaccine(fields, vaccination.target, pass, catalogue, &errors, words)
        if let date = Self.date(fields, pass, today, &errors, words) { vaccination.date = date }
        for (name, field) in Self.texts {
            field.set(TextInput.clean(fields[name]).map(FieldValue.text), in: &vaccination)
            if let issue = field.issue(in: vaccination) { errors.add(name, words.issue(issue)) }
        }
        vaccination.country = TextInput.clean(fields["country"])
        if let country = vaccination.country, !words.isCountry(country) {
            errors.add("country", words[.errorCountryUnknown])
        }
        guard let old else { return }
        (vaccination.doseNumber, vaccination.seriesDoses) = (old.doseNumber, old.seriesDoses)
        let isSameProduct = old.vaccine == vaccination.vaccine && old.target == vaccination.target
        vaccination.vaccineName = isSameProduct ? old.vaccineName : nil
    }

    /// What the form shows for a vaccination that exists.
    static func values(_ vaccination: VaccinationRecord) -> [String: String] {
        [
            "target": vaccination.target,
            "vaccine": vaccination.vaccine ?? unknownVaccine,
            "country": vaccination.country ?? "",
        ].merging(texts.map { ($0, $1[vaccination.content]?.description ?? "") }) { $1 }
            .merging(DateInput.values("date", vaccination.date)) { $1 }
    }
}

extension VaccinationForm {
    private static func target(
        _ fields: FormFields, _ pass: PassRecord, _ catalogue: Catalogue, _ errors: inout FormErrors, _ words: Words
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
        _ fields: FormFields, _ target: String, _ pass: PassRecord, _ catalogue: Catalogue, _ errors: inout FormErrors,
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
    private static func otherSpecies(_ species: String, _ pass: PassRecord, _ catalogue: Catalogue, _ words: Words)
        -> String
    {
        func name(_ id: String) -> String { catalogue.species(id)?.names[words.code] ?? id }
        return words(.errorSpecies, ["species": name(species), "pass": name(pass.kind)])
    }

    private static func date(
        _ fields: FormFields, _ pass: PassRecord, _ today: CalendarDate, _ errors: inout FormErrors, _ words: Words
    ) -> PartialDate? {
        do {
            let date = try DateInput(fields, "date").date(partial: true, today: today)
            if let birth = pass.birthDate, date.latest < birth.earliest {
                let text = words(.errorDateBeforeBirth, ["date": words.date(birth)])
                errors.add("date", text, anchor: "date-day")
            }
            return date
        } catch {
            errors.add("date", words[error.message], anchor: "date-\(error.part)")
            return nil
        }
    }
}
