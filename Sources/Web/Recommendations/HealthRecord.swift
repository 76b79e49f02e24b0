package import CivilDates
package import Immunization
import Model
package import Vault

/// All that an account tells of the holder of a pass, read in one go: what recommendations are made from.
package struct HealthRecord: Sendable {
    package let pass: PassRecord
    /// The newest first.
    package let vaccinations: [VaccinationRecord]
    package let facts: PassFacts
    package let places: Places

    package init(
        pass: PassRecord, vaccinations: [VaccinationRecord], facts: PassFacts = PassFacts(), places: Places = Places()
    ) {
        (self.pass, self.vaccinations, self.facts, self.places) = (pass, vaccinations, facts, places)
    }

    /// Reads the record of a pass.
    package init(_ pass: PassRecord, in records: Records) throws {
        self.init(
            pass: pass, vaccinations: try records.vaccinations(of: pass.id),
            facts: PassFacts(try records.facts(of: pass.id)), places: Places(settings: try records.settings()))
    }

    /// The day of birth that rules go by: of one that is known in part the last possible day, so that no dose is recommended
    /// too early; nobody is born after today.
    package func birth(on today: CalendarDate) -> CalendarDate {
        pass.birthDate.map { max($0.earliest, min($0.latest, today)) } ?? today
    }

    /// The holder with the history, as the engine takes them.
    ///
    /// A dose of where it is tomorrow already was given today.
    ///
    /// - Returns: One born today where nothing is known of the day: every rule asks for the age.
    package func patient(_ release: CatalogueRelease, on today: CalendarDate) -> Patient {
        let known = Set(release.catalogue.observations.map(\.id))
        var patient = Patient(
            species: pass.kind, birthDate: birth(on: today), sex: sex,
            doses: vaccinations.compactMap { AdministeredDose($0, catalogue: release.catalogue, on: today) },
            observations: facts.observations.filter { known.contains($0.key) }.sorted { $0.key < $1.key }.map {
                id, degree in
                var observation = PatientObservation(id, on: facts.spans[id]?.from)
                observation.until = facts.spans[id]?.to
                observation.degree = degree.isEmpty ? nil : degree
                return observation
            },
            home: places.codes(in: release.catalogue, otherwise: home(release)), trips: trips)
        patient.gestationWeeks = facts.gestationWeeks
        patient.pregnancyStart = facts.pregnancyStart(on: today)
        return patient
    }

    /// The country by whose schedule is judged: the chosen one, else the first that has one.
    package func home(_ release: CatalogueRelease) -> String? { places.home ?? release.countries(for: pass.kind).first }

    /// The latest journeys, as many as somebody may enter, and where it goes often.
    private var trips: [Trip] {
        let journeys = facts.journeys.map(\.trip)
        let isMore = journeys.count > PassFacts.mostJourneys
        let latest = isMore ? journeys.sorted { $0.departure ?? .last > $1.departure ?? .last } : journeys
        return latest.prefix(PassFacts.mostJourneys) + places.travel.map { Trip(to: [$0], departure: nil) }
    }

    private var sex: Immunization.Sex {
        switch pass.sex {
        case .female: .female
        case .male: .male
        case .diverse, .unknown: .unknown
        }
    }
}

extension AdministeredDose {
    /// A recorded vaccination; nil where neither its vaccine nor its target is in the catalogue.
    fileprivate init?(_ record: VaccinationRecord, catalogue: Catalogue, on today: CalendarDate) {
        let id = record.id.description
        let isAbroad = today < record.date.earliest && record.date.earliest <= today.adding(days: Self.mostAhead)
        let date = isAbroad ? PartialDate(today) : record.date
        if let vaccine = record.vaccine, catalogue.vaccine(vaccine) != nil {
            self.init(id: id, vaccine: vaccine, date: date)
        } else {
            let known = record.content.targets.filter { catalogue.target($0) != nil }
            guard !known.isEmpty else { return nil }
            self.init(id: id, antigens: known, date: date)
        }
        validUntil = record.validUntil?.exact
        isReduced = record.content.reduced != nil
        // Before the first day that it can have been given, not even the last day of its batch was still to come.
        isSubstandard = record.content.batchExpiry.map { $0.latest < date.earliest } ?? false
    }

    /// By how many days it can be later elsewhere: at 10:30 in London it is yesterday in the far west, tomorrow in the far east.
    private static let mostAhead = 2
}

extension CatalogueRelease {
    /// The countries that have a schedule, for a species or for any: first those of default schedules, then by code.
    package func countries(for species: String? = nil) -> [String] {
        let national = schedules.filter { $0.country != nil && (species == nil || $0.species == species) }
        let first = Set(national.filter(\.isDefault).compactMap(\.country))
        let others = Set(national.compactMap(\.country)).subtracting(first)
        return first.sorted() + others.sorted()
    }
}
