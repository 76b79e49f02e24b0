import CivilDates
import Immunization
import Testing

/// A course that is licensed and was given on time has to count, whatever else a schedule prefers.
@Suite("Licensed courses", .timeLimit(.minutes(3)))
struct LicensedCourseTests {
    private static let courses = (try? ShippedCatalogue.load().courses) ?? []

    @Test func areKnown() {
        #expect(Self.courses.count >= 50)
    }

    @Test(arguments: courses)
    func countByEveryScheduleOfTheirCountry(_ course: LicensedCourse) throws {
        let catalogue = try ShippedCatalogue.load()
        let species = try #require(catalogue.vaccine(course.vaccine)).species
        for schedule in try ShippedSchedules.load() where schedule.species == species {
            guard schedule.country.map(course.countries.contains) ?? true else { continue }
            let (patient, day) = try Self.patient(course, species, home: schedule.country)
            let engine = try ImmunizationEngine(schedules: [schedule], catalogue: catalogue)
            let assessment = try #require(engine.assess(patient, on: day).first)
            let asked = Set(schedule.series.flatMap(\.antigens))
            for antigen in try Self.antigens(course, catalogue) where asked.contains(antigen) {
                let name = "\(course.id) by \(schedule.id) against \(antigen)"
                let doses = assessment.antigens.first { $0.antigen == antigen }?.doses ?? []
                let wasted = doses.filter { $0.status != .valid }
                #expect(
                    !doses.isEmpty && wasted.isEmpty,
                    "\(name): \(wasted.map { "\($0.dose) \($0.reason.debugDescription)" })")
                let series = assessment.series.filter { $0.key.antigen == antigen && !$0.doses.isEmpty }
                #expect(series.contains(where: Self.isComplete), "\(name): not complete")
            }
        }
    }

    /// Whether nothing but boosters is to come.
    private static func isComplete(_ series: SeriesAssessment) -> Bool {
        [.complete, .immune].contains(series.forecast.status)
            || (series.validCount > 0 && series.givenCount >= series.plannedCount)
    }

    /// What the course is held to: its antigens, or what every vaccine of it counts for.
    private static func antigens(_ course: LicensedCourse, _ catalogue: Catalogue) throws -> [String] {
        course.antigens.isEmpty ? try #require(catalogue.vaccine(course.vaccine)).targets : course.antigens
    }

    /// Somebody to whom the course is given on time, its first dose this autumn, and the day of the last one.
    private static func patient(
        _ course: LicensedCourse, _ species: String, home: String?
    ) throws -> (Patient, CalendarDate) {
        let start = try #require((course.season ?? MonthDay(month: 11, day: 2))?.day(inYear: 2026))
        guard case .age(let age)? = course.doses.first?.moment else {
            throw ExampleSchedule.Unreadable(text: course.id)
        }
        let back = CalendarPeriod(years: -age.years, months: -age.months, weeks: -age.weeks, days: -age.days)
        let birth = start.adding(back)
        var patient = Patient(species: species, birthDate: birth, sex: course.sex ?? .unknown)
        patient.home = Set([home].compactMap { $0 })
        patient.gestationWeeks = course.gestationWeeks
        patient.observations = course.observations.map { PatientObservation($0) }
        patient.trips = course.trips
        var day = birth
        for (number, dose) in course.doses.enumerated() {
            switch dose.moment {
            case .age(let age): day = birth.adding(age)
            case .after(let distance): day = day.adding(distance)
            }
            patient.doses.append(
                AdministeredDose(id: "\(number + 1)", vaccine: dose.vaccine ?? course.vaccine, date: PartialDate(day)))
        }
        return (patient, day)
    }
}
