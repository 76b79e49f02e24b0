package import CivilDates
package import Immunization
import Seeded

/// Makes up people, dogs and cats, with histories as wild as booklets are.
package struct RandomPatients {
    private let catalogue: Catalogue
    private var random: SeededGenerator

    /// A maker whose whole run follows from its seed.
    package init(catalogue: Catalogue, seed: UInt64) {
        (self.catalogue, random) = (catalogue, SeededGenerator(seed: seed))
    }

    /// A patient, and the day to judge at.
    package mutating func next() -> (Patient, CalendarDate) {
        let species = ["person", "person", "person", "dog", "cat"][Int.random(in: 0..<5, using: &random)]
        let day = CalendarDate(clampingDayNumber: Int.random(in: 20_089...20_819, using: &random))
        let years =
            species == "person" ? Int.random(in: 0...95, using: &random) : Int.random(in: 0...15, using: &random)
        let age = Bool.random(using: &random) ? years * 365 : years * 30
        let birth = day.adding(days: -age - Int.random(in: 0..<365, using: &random))
        var patient = Patient(species: species, birthDate: birth)
        patient.sex = [.female, .male, .diverse, .unknown][Int.random(in: 0..<4, using: &random)]
        patient.home = [["DE"], ["DE", "DE-SN"], ["AT"], []][Int.random(in: 0..<4, using: &random)]
        if one(in: 6) { patient.gestationWeeks = Int.random(in: 24...42, using: &random) }
        for observation in catalogue.observations(for: species) where one(in: 12) {
            patient.observations.append(PatientObservation(observation.id, on: one(in: 2) ? birth : nil))
        }
        if patient.sex == .female, one(in: 5) {
            patient.pregnancyStart = day.adding(days: -Int.random(in: 0...270, using: &random))
        }
        for country in ["BR", "TH", "KE", "AT", "SA"] where one(in: 5) {
            let departure = day.adding(days: Int.random(in: -20...200, using: &random))
            var trip = Trip(to: [country], departure: departure, returning: departure.adding(days: 20))
            // Most people who are asked say how they travel.
            trip.style = one(in: 12) ? nil : Trip.Style.allCases.randomElement(using: &random)
            trip.isWithAnimals = one(in: 6)
            patient.trips.append(trip)
        }
        let vaccines =
            catalogue.vaccines.filter { $0.species == species } + catalogue.kinds.filter { $0.species == species }
        let lived = birth.days(until: day)
        patient.doses = (0..<Int.random(in: 0...25, using: &random)).compactMap { number in
            let date = birth.adding(days: Int.random(in: -3...(lived + 3), using: &random))
            return dose(String(number), vaccines.randomElement(using: &random), date, before: day)
        }
        return (patient, day)
    }

    private mutating func dose(_ id: String, _ vaccine: Vaccine?, _ date: CalendarDate, before day: CalendarDate)
        -> AdministeredDose?
    {
        guard let vaccine else { return nil }
        let text = date.description
        let known = [text, text, text, String(text.prefix(7)), String(text.prefix(4))]
        guard var date = known.randomElement(using: &random).flatMap({ PartialDate($0) }) else { return nil }
        // 'This year' means another day a month later: it can't be held to what was said of it.
        if date.latest > day, let exact = PartialDate(text) { date = exact }
        if one(in: 10) { return AdministeredDose(id: id, antigens: vaccine.targets, date: date) }
        return AdministeredDose(id: id, vaccine: vaccine.id, date: date, isSubstandard: one(in: 30))
    }

    private mutating func one(in number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }
}
