import CDSiConverter
import Immunization
import Seeded
import Testing

/// What has to hold for any schedule, tried on CDSi's with the patients of its cases.
@Suite("Properties of the engine", .enabled(if: CDSiData.isPresent))
struct CDSiPropertyTests {
    private static let step = 3

    private func patients() throws -> [(id: String, patient: Patient, day: CalendarDate)] {
        try CDSiData.files.flatMap { file in
            let cases = try CDSiData.cases(file)
            return try stride(from: 0, to: cases.count, by: Self.step).map { number in
                let (patient, day) = try cases[number].patient()
                return (cases[number].id, patient, day)
            }
        }
    }

    @Test("the order in which doses are told doesn't matter")
    func orderDoesNotMatter() throws {
        let engine = try CDSiData.run().engine
        var random = SeededGenerator(seed: 42)
        for (id, patient, day) in try patients() where patient.doses.count > 1 {
            var shuffled = patient
            shuffled.doses.shuffle(using: &random)
            #expect(engine.assess(patient, on: day) == engine.assess(shuffled, on: day), "\(id)")
        }
    }

    @Test("a valid dose stays valid when it is judged later, in every case", arguments: CDSiData.files)
    func validStaysValid(file: String) throws {
        let engine = try CDSiData.run().engine
        for one in try CDSiData.cases(file) {
            let (patient, day) = try one.patient()
            let now = validDoses(engine.assess(patient, on: day))
            for years in [1, 5, 20] where !now.isEmpty {
                let then = engine.assess(patient, on: day.adding(CalendarPeriod(years: years)))
                let lost = now.subtracting(validDoses(then))
                #expect(lost.isEmpty, "\(one.id) after \(years) years: \(lost)")
            }
        }
    }

    /// Doses that count, by vaccine group and by antigen.
    private func validDoses(_ assessments: [Assessment]) -> Set<[String]> {
        let groups = assessments.flatMap(\.groups).map { ($0.group, $0.doses) }
        let antigens = assessments.flatMap(\.antigens).map { ($0.antigen, $0.doses) }
        return Set(
            (groups + antigens).flatMap { name, doses in
                doses.filter { $0.status == .valid }.map { [$0.dose, name] }
            })
    }

    @Test("the forecast never goes back when a valid dose is added")
    func forecastNeverGoesBack() throws {
        let engine = try CDSiData.run().engine
        var added = 0
        for (id, patient, day) in try patients() {
            for series in engine.assess(patient, on: day)[0].series where series.isBest {
                guard let next = series.forecast.recommended, next < day.adding(CalendarPeriod(years: 3)),
                    let vaccine = vaccine(series, engine.schedules[0], patient, max(next, day))
                else { continue }
                var later = patient
                later.doses.append(
                    AdministeredDose(id: "added", vaccine: vaccine, date: PartialDate(max(next, day))))
                let after = engine.assess(later, on: max(next, day))[0].series.first { $0.key == series.key }
                guard let after, after.doses.last?.status == .valid else { continue }
                added += 1
                #expect(after.validCount > series.validCount, "\(id) \(series.key)")
                #expect(after.forecast.earliest ?? .last >= next, "\(id) \(series.key)")
            }
        }
        #expect(added > 30)
    }

    /// A vaccine that the next dose is recommended with at the age reached on a day.
    private func vaccine(
        _ series: SeriesAssessment, _ schedule: Schedule, _ patient: Patient, _ day: CalendarDate
    ) -> String? {
        guard let number = series.forecast.seriesDose,
            let rule = schedule.series.first(where: { $0.id == series.key.series })?.doses[number - 1]
        else { return nil }
        for entry in rule.preferableVaccines {
            guard case .named(let name) = entry.vaccine,
                entry.beginAge.map({ patient.birthDate.adding($0) <= day }) ?? true,
                entry.endAge.map({ patient.birthDate.adding($0) > day }) ?? true
            else { continue }
            return name
        }
        return nil
    }
}
