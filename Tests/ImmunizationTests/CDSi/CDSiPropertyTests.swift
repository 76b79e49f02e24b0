import CDSiConverter
import CivilDates
import Foundation
import Immunization
import Seeded
import Testing

/// What has to hold for any schedule, tried on CDSi's with the patients of every case.
///
/// `VACCINAPP_PROPERTIES=1` adds a dose to every best series of every case, not only to those of the group that the case
/// asks for and, in a sample, to all others.
@Suite("Properties of the engine", .enabled(if: CDSiData.isPresent), .timeLimit(.minutes(LongForm.minutes)))
struct CDSiPropertyTests {
    private static let isLong = ProcessInfo.processInfo.environment["VACCINAPP_PROPERTIES"] == "1"

    @Test("the order in which doses are told doesn't matter, in every case", arguments: CDSiData.files)
    func orderDoesNotMatter(file: String) throws {
        let engine = try CDSiData.run().engine
        var random = SeededGenerator(seed: 42)
        for one in try CDSiData.cases(file) {
            let (patient, day) = try one.patient()
            guard patient.doses.count > 1 else { continue }
            var shuffled = patient
            shuffled.doses.shuffle(using: &random)
            #expect(engine.assess(patient, on: day) == engine.assess(shuffled, on: day), "\(one.id)")
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

    @Test("the forecast never goes back when a valid dose is added, in every case", arguments: CDSiData.files)
    func forecastNeverGoesBack(file: String) throws {
        let run = try CDSiData.run()
        var random = SeededGenerator(seed: 7)
        var added = 0
        for one in try CDSiData.cases(file) {
            let (patient, day) = try one.patient()
            let assessment = run.engine.assess(patient, on: day)[0]
            let wanted = run.engine.schedules[0].groups.first { $0.id == run.group(named: one.vaccineGroup) }
            let isWhole = Self.isLong || Int.random(in: 0..<20, using: &random) == 0
            for series in assessment.series where series.isBest {
                guard isWhole || wanted?.antigens.contains(series.key.antigen) ?? false else { continue }
                if try goesOn(series, patient, day, run.engine, "\(one.id) \(series.key)") { added += 1 }
            }
        }
        #expect(added > 40, "\(added) doses were added")
    }

    /// Gives the next dose of a series when it is recommended; whether it counted.
    private func goesOn(
        _ series: SeriesAssessment, _ patient: Patient, _ day: CalendarDate, _ engine: ImmunizationEngine,
        _ name: String
    ) throws -> Bool {
        guard let next = series.forecast.recommended.map({ max($0, day) }), next < day.adding(CalendarPeriod(years: 3)),
            let vaccine = vaccine(series, engine.schedules[0], patient, next)
        else { return false }
        var later = patient
        later.doses.append(AdministeredDose(id: "added", vaccine: vaccine, date: PartialDate(next)))
        let after = engine.assess(later, on: next)[0].series.first { $0.key == series.key }
        guard let after, after.doses.last?.status == .valid else { return false }
        #expect(after.validCount > series.validCount, "\(name)")
        #expect(after.forecast.earliest ?? .last >= next, "\(name)")
        return true
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
