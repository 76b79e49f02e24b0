import CivilDates
import Immunization
import Model
import Vault

/// What a person says of a vaccination: disease first, then vaccine and date; the rest as they like.
struct VaccinationForm: Sendable {
    /// The form's fields, in its order.
    static let fields = [Vaccination.target, Vaccination.vaccine, Vaccination.date] + Vaccination.details
    /// The names of all that stands in the form.
    static let names = fields.flatMap(\.formNames)
    /// The vaccine field's value for 'I don't know it'.
    static let unknownVaccine = "unknown"

    /// What was typed, as far as it can be kept.
    private(set) var vaccination = Vaccination.empty
    var errors = FormErrors()

    /// - Parameter old: The record that is edited; what the form doesn't show of it is kept.
    init(
        _ fields: FormFields, pass: PassRecord, replacing old: Vaccination? = nil, catalogue: Catalogue,
        today: CalendarDate, words: Localizer
    ) {
        var reader = FormReader(fields, words)
        vaccination = old ?? .empty
        vaccination.target = Self.target(&reader, pass, catalogue)
        vaccination.vaccine = Self.vaccine(&reader, vaccination.target, pass, catalogue)
        if let date = Self.date(&reader, pass, today) { vaccination.date = date }
        for field in Vaccination.details {
            reader.read(field, into: &vaccination, today: today, isOptional: true)
        }
        errors = reader.errors
        // A name that the catalogue doesn't have belongs to the product that it was told for.
        if vaccination.vaccine != old?.vaccine || vaccination.target != old?.target { vaccination.vaccineName = nil }
    }

    /// What the form shows for a vaccination that exists.
    static func values(_ vaccination: VaccinationRecord) -> [String: String] {
        vaccination.content.formValues(fields).merging(["vaccine": vaccination.vaccine ?? unknownVaccine]) { $1 }
    }
}

extension VaccinationForm {
    private static func target(_ reader: inout FormReader, _ pass: PassRecord, _ catalogue: Catalogue) -> String {
        let id = reader.fields["target"] ?? ""
        if id.isEmpty {
            reader.fail("target", .errorTargetEmpty)
        } else if let species = catalogue.target(id)?.species, species != pass.kind {
            reader.fail("target", otherSpecies(species, pass, catalogue, reader.words))
        } else if catalogue.target(id) == nil {
            reader.fail("target", .errorTargetUnknown)
        }
        return id
    }

    private static func vaccine(
        _ reader: inout FormReader, _ target: String, _ pass: PassRecord, _ catalogue: Catalogue
    ) -> String? {
        let id = reader.fields["vaccine"] ?? ""
        if id == unknownVaccine { return nil }
        if id.isEmpty {
            reader.fail("vaccine", .errorVaccineEmpty)
        } else if let species = catalogue.vaccine(id)?.species, species != pass.kind {
            reader.fail("vaccine", otherSpecies(species, pass, catalogue, reader.words))
        } else if reader.errors["target"] == nil, catalogue.vaccine(id)?.targets.contains(target) != true {
            reader.fail("vaccine", .errorVaccineUnknown)
        }
        return id
    }

    /// That something is meant for another species than the pass's.
    private static func otherSpecies(
        _ species: String, _ pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer
    ) -> String {
        func name(_ id: String) -> String { catalogue.species(id)?.names[words.code] ?? id }
        return words(.errorSpecies, ["species": name(species), "pass": name(pass.kind)])
    }

    private static func date(_ reader: inout FormReader, _ pass: PassRecord, _ today: CalendarDate) -> PartialDate? {
        guard let date = reader.date("date", partial: true, today: today) else { return nil }
        if let birth = pass.birthDate, date.latest < birth.earliest {
            let text = reader.words(.errorDateBeforeBirth, ["date": reader.words.date(birth)])
            reader.fail("date", text, anchor: "date-day")
        }
        return date
    }
}
