import CivilDates
import Immunization
import Model
import Vault
import Web

/// What a person says of a vaccination: a vaccine by any of its names, or disease and vaccine, and the date; the rest
/// as they like.
struct VaccinationForm: Sendable {
    /// The form's fields, in its order.
    static let fields = [Vaccination.target, Vaccination.vaccine, Vaccination.date] + Vaccination.details
    /// What the names of the fields begin with that tell of one more disease; its id follows.
    static let otherTarget = "also-"
    /// The name of a button that says which vaccine it was instead: its id counts, not what was typed or chosen.
    static let instead = "found-vaccine"
    /// The vaccine field's value for 'I don't know it'.
    static let unknownVaccine = "unknown"

    /// What was typed, as far as it can be kept.
    private(set) var vaccination = Vaccination.empty
    var errors = FormErrors()
    /// What the text that was searched for may mean, where somebody has to choose.
    private(set) var found: [VaccineSearch.Suggestion] = []

    /// - Parameter old: The record that is edited; what the form doesn't show of it is kept.
    init(
        _ fields: FormFields, pass: PassRecord, replacing old: Vaccination? = nil, finder: VaccineFinder,
        today: CalendarDate, words: Localizer
    ) {
        let catalogue = finder.catalogue
        var reader = FormReader(fields, words)
        vaccination = old ?? .empty
        if let text = reader.text(Self.instead) ?? reader.text("search") {
            var dates = reader
            readSearch(text, &reader, finder, pass.who(on: Self.date(&dates, pass, today)))
        } else {
            vaccination.target = Self.target(&reader, pass, catalogue, old)
            vaccination.vaccine = Self.vaccine(&reader, vaccination.target, pass, catalogue, old)
            let others = Self.otherTargets(reader.fields, vaccination, pass, catalogue, old)
            vaccination.targets = [vaccination.target] + others
            // A dose that has more already keeps them.
            let most = max(Vaccination.mostTargets, old?.targets.count ?? 0)
            if vaccination.targets.count > most {
                reader.fail("target", words(.`error.target.many`, ["most": String(Vaccination.mostTargets)]))
            }
        }
        if let date = Self.date(&reader, pass, today) { vaccination.date = date }
        for field in Vaccination.details(of: pass.kind, in: old) {
            reader.read(field, into: &vaccination, today: today, isOptional: true)
        }
        if reader.errors.isEmpty, let fault = reader.words.endFault(vaccination) {
            reader.fail(Vaccination.validUntil.formName, fault.text, parts: fault.parts)
        }
        errors = reader.errors
        // A name that the catalogue doesn't have belongs to the product that it was told for; words of which nobody knew
        // the vaccine stay beside what is chosen.
        if let product = old?.vaccine, product != vaccination.vaccine || old?.target != vaccination.target {
            vaccination.vaccineName = nil
        }
    }

    /// What the form shows for a vaccination that exists.
    static func values(_ vaccination: VaccinationRecord) -> [String: String] {
        let others = vaccination.content.targets.dropFirst().map { (otherTarget + $0, "yes") }
        return vaccination.content.formValues(fields).merging(["vaccine": vaccination.vaccine ?? unknownVaccine]) { $1 }
            .merging(others) { $1 }
    }
}

extension VaccinationForm {
    /// What the lists show for something that was picked from what a search found; `search` shows the vaccine's name.
    static func values(picked: VaccineSearch.Suggestion, _ names: VaccinationNames) -> [String: String] {
        let target = picked.targets.first ?? ""
        guard let vaccine = picked.vaccine else { return ["target": target, "vaccine": "", "search": ""] }
        return ["target": target, "vaccine": vaccine.id, "search": names.name(picked)]
    }

    /// Takes what a text names; where it may mean several, what is chosen in the lists decides if it is one of them.
    private mutating func readSearch(
        _ text: String, _ reader: inout FormReader, _ finder: VaccineFinder, _ who: VaccineFinder.Who
    ) {
        switch finder.find(text, for: who) {
        case .one(let found, _): take(found)
        case .choice(let suggestions, _):
            let chosen = reader.fields["vaccine"] ?? ""
            if let suggestion = suggestions.first(where: { $0.vaccine != nil && VaccineFinder.id($0) == chosen }) {
                return take(suggestion)
            }
            let meant = finder.suggestions(for: text, species: who.species)
            found = meant.isEmpty ? suggestions : meant
            reader.fail("search", finder.catalogue.names(reader.words).question(found))
        default: reader.fail("search", .`vaccinations.search.nothing`)
        }
    }

    private mutating func take(_ found: VaccineSearch.Suggestion) {
        vaccination.targets = [found.targets.first ?? ""]
        vaccination.vaccine = found.vaccine?.id
    }

    /// What an imported dose says stays, even where the catalogue doesn't have it.
    private static func target(
        _ reader: inout FormReader, _ pass: PassRecord, _ catalogue: Catalogue, _ old: Vaccination?
    ) -> String {
        let id = reader.fields["target"] ?? ""
        if id.isEmpty {
            reader.fail("target", .`error.target.empty`)
        } else if let species = catalogue.target(id)?.species, species != pass.kind {
            reader.fail("target", otherSpecies(species, pass, catalogue, reader.words))
        } else if catalogue.target(id) == nil, id != old?.target {
            reader.fail("target", .`error.target.unknown`)
        }
        return id
    }

    private static func vaccine(
        _ reader: inout FormReader, _ target: String, _ pass: PassRecord, _ catalogue: Catalogue, _ old: Vaccination?
    ) -> String? {
        let id = reader.fields["vaccine"] ?? ""
        if id == unknownVaccine { return nil }
        if id == old?.vaccine, target == old?.target { return id }
        if id.isEmpty {
            reader.fail("vaccine", .`error.vaccine.empty`)
        } else if let species = catalogue.vaccine(id)?.species, species != pass.kind {
            reader.fail("vaccine", otherSpecies(species, pass, catalogue, reader.words))
        } else if reader.errors["target"] == nil, catalogue.vaccine(id)?.targets.contains(target) != true {
            reader.fail("vaccine", .`error.vaccine.unknown`)
        }
        return id
    }

    /// What a dose was against besides, where no product says so; ids that this species doesn't have count for nothing.
    private static func otherTargets(
        _ fields: FormFields, _ vaccination: Vaccination, _ pass: PassRecord, _ catalogue: Catalogue,
        _ old: Vaccination?
    ) -> [String] {
        guard vaccination.vaccine == nil else { return [] }
        // The form has no box for those that the catalogue doesn't have.
        let unlisted = old?.target == vaccination.target ? old?.targets.filter { catalogue.target($0) == nil } : nil
        return catalogue.targets.map(\.id).filter { id in
            fields[otherTarget + id] != nil && catalogue.target(id)?.species == pass.kind && id != vaccination.target
        } + (unlisted ?? [])
    }

    /// That something is meant for another species than the pass's.
    private static func otherSpecies(
        _ species: String, _ pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer
    ) -> String {
        func name(_ id: String) -> String { catalogue.species(id)?.names[words.code] ?? id }
        return words(.`error.species`, ["species": name(species), "pass": name(pass.kind)])
    }

    private static func date(_ reader: inout FormReader, _ pass: PassRecord, _ today: CalendarDate) -> PartialDate? {
        guard let date = reader.date("date", partial: true, today: today) else { return nil }
        if let birth = pass.birthDate, date.latest < birth.earliest {
            reader.fail("date", reader.words.beforeBirth(date, birth), parts: [.year])
        }
        return date
    }
}
