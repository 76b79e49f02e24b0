import CivilDates
import Immunization
import Testing

/// Whole classes of faults that would hurt somebody, tried on the schedules we ship.
@Suite("Properties of the schedules we ship, for safety", .timeLimit(.minutes(3)))
struct SafetyPropertyTests {
    private static let day = CalendarDate(clampingDayNumber: 20_800)
    private static let ages = ["3 months", "16 years", "30 years", "66 years"]

    @Test("an antibody never counts in a series of vaccines")
    func antibodies() throws {
        let (catalogue, engine) = (try ShippedCatalogue.load(), try CaseFileTests.engine.get())
        let rows = Dictionary(
            engine.schedules.flatMap { schedule in schedule.series.map { ("\(schedule.id) \($0.id)", $0) } },
            uniquingKeysWith: { first, _ in first })
        let passive = (catalogue.kinds + catalogue.vaccines).filter(\.isPassive)
        #expect(passive.count > 4)
        var counted = 0
        for antibody in passive {
            for patient in try patients(antibody.species, catalogue) {
                var patient = patient
                for (number, days) in [400, 200, 100, 0].enumerated() {
                    let date = Self.day.adding(days: -days)
                    guard patient.birthDate <= date else { continue }
                    patient.doses.append(
                        AdministeredDose(id: "\(number)", vaccine: antibody.id, date: PartialDate(date)))
                }
                for assessment in engine.assess(patient, on: Self.day) {
                    for series in assessment.series where series.doses.contains(where: { $0.status == .valid }) {
                        counted += 1
                        let row = try #require(rows["\(assessment.schedule) \(series.key.series)"])
                        #expect(isPassive(row, catalogue), "\(antibody.id) counts in \(assessment.schedule) \(row.id)")
                    }
                }
            }
        }
        // Those that are meant do count: the test looks at something.
        #expect(counted > 0)
    }

    @Test("a stronger observation never makes a recommendation vanish without a word")
    func strongerObservations() throws {
        let (catalogue, engine) = (try ShippedCatalogue.load(), try CaseFileTests.engine.get())
        var tried = 0
        for (weak, strong) in pairs(catalogue) {
            guard let species = catalogue.observations.first(where: { $0.id == weak.code })?.species.first else {
                continue
            }
            for patient in try patients(species, catalogue) {
                var (before, after) = (patient, patient)
                before.observations = [weak]
                after.observations = [weak, strong]
                let told = Set(groups(engine.assess(after, on: Self.day)) { $0 != .agedOut && $0 != .notRecommended })
                // What is asked since nobody said how severe it is may be answered by that.
                let isAnswered = weak.code == strong.code && weak.degree == nil
                for group in groups(
                    engine.assess(before, on: Self.day),
                    where: { $0 == .notComplete || $0 == .askDoctor && !isAnswered })
                {
                    tried += 1
                    #expect(
                        told.contains(group),
                        "\(group) vanishes with \(strong.code) \(strong.degree ?? "") at \(patient.birthDate)")
                }
            }
        }
        #expect(tried > 100)
    }

    private func groups(_ assessments: [Assessment], where isMeant: (SeriesForecast.Status) -> Bool) -> [String] {
        assessments.flatMap { one in one.groups.filter { isMeant($0.status) }.map { "\(one.schedule) \($0.group)" } }
    }

    /// Each observation with one that says more: another that implies it, or a higher degree.
    private func pairs(_ catalogue: Catalogue) -> [(PatientObservation, PatientObservation)] {
        func told(_ code: String) -> PatientObservation {
            let parts = code.split(separator: "/").map(String.init)
            return told(parts[0], parts.count > 1 ? parts[1] : nil)
        }
        func told(_ id: String, _ degree: String?) -> PatientObservation {
            var observation = PatientObservation(id)
            observation.degree = degree
            return observation
        }
        return catalogue.observations.flatMap { one in
            let implied = one.implies.map { (told($0), told(one.id, nil)) }
            let byDegree = one.degrees.flatMap { degree in
                degree.implies.map { (told($0), told(one.id, degree.id)) } + [
                    (told(one.id, nil), told(one.id, degree.id))
                ]
            }
            let rising = zip(one.degrees, one.degrees.dropFirst()).map { (told(one.id, $0.id), told(one.id, $1.id)) }
            return implied + byDegree + rising
        }
    }

    /// Whether the vaccines that a series is recommended with are all antibodies.
    private func isPassive(_ series: AntigenSeries, _ catalogue: Catalogue) -> Bool {
        series.doses.allSatisfy { dose in
            !dose.preferableVaccines.isEmpty
                && dose.preferableVaccines.allSatisfy { entry in
                    if case .named(let id) = entry.vaccine { catalogue.vaccine(id)?.isPassive == true } else { false }
                }
        }
    }

    /// People of several ages, or animals, at home in every country, to whom every row for jobs and journeys is open.
    private func patients(_ species: String, _ catalogue: Catalogue) throws -> [Patient] {
        try Self.ages.prefix(species == "person" ? 4 : 2).map { age in
            let period = try #require(CalendarPeriod(age))
            let birth = Self.day.adding(
                CalendarPeriod(years: -period.years, months: -period.months, weeks: 0, days: 0))
            var patient = Patient(species: species, birthDate: birth, sex: .female, home: ["DE", "AT"])
            patient.observations = catalogue.observations(for: species).filter { $0.topic == .work }
                .map { PatientObservation($0.id) }
            patient.trips = [Trip(to: ["IN", "BR"], departure: Self.day.adding(days: 60))]
            return patient
        }
    }
}
