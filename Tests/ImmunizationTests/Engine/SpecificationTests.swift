import CivilDates
import Immunization
import Testing

/// Steps of CDSi's logic specification that no published case at hand looks at.
@Suite("Corners of the logic specification", .timeLimit(.minutes(3)))
struct SpecificationTests {
    private static let vaccines = VaccineTable([
        .init(id: "new", species: "person", antigens: ["tin"], isLive: false),
        .init(id: "other", species: "person", antigens: ["tin"], isLive: false),
        .init(id: "old", species: "person", antigens: ["tin"], isLive: false),
    ])

    private func forecast(
        _ doses: [SeriesDose], _ patient: Patient, forbidding contraindications: [Contraindication] = [], on day: String
    ) throws -> SeriesForecast {
        var series = AntigenSeries(id: "tin", antigens: ["tin"])
        series.selection.isDefault = true
        series.doses = doses
        var schedule = Schedule(id: "corner", species: "person")
        schedule.series = [series]
        schedule.contraindications = contraindications
        let engine = try ImmunizationEngine(schedules: [schedule], vaccines: Self.vaccines)
        return try #require(engine.assess(patient, on: try ExampleSchedule.day(day))[0].series.first).forecast
    }

    private func dose(after weeks: Int? = nil, vaccines: [String] = []) -> SeriesDose {
        var dose = SeriesDose()
        if let weeks {
            var interval = IntervalRule(from: .previousDose)
            interval.minimum = CalendarPeriod(weeks: weeks)
            dose.intervals = [interval]
        }
        dose.preferableVaccines = vaccines.map { name in
            var vaccine = DoseVaccine(.named(name))
            vaccine.isForecast = true
            return vaccine
        }
        return dose
    }

    @Test("no distance is measured from a dose that was never meant for the series (CALCDTINT-8)")
    func inadvertentIsNoReference() throws {
        var first = dose()
        first.inadvertentVaccines = [.named("old")]
        var second = SeriesDose()
        var interval = IntervalRule(from: .mostRecent([.named("old"), .named("other")]))
        interval.minimum = CalendarPeriod(years: 1)
        second.intervals = [interval]
        var given = try ExampleSchedule.person("2020-01-01", ["old 2024-03-01", "new 2024-03-15"])
        #expect(try forecast([first, second], given, on: "2024-04-01").earliest?.description == "2024-03-15")
        // Given for the second dose it is meant, and counts for the distance to the third.
        given = try ExampleSchedule.person("2020-01-01", ["new 2023-03-15", "old 2024-03-01"])
        #expect(
            try forecast([first, dose(), second], given, on: "2024-04-01").earliest?.description == "2025-03-01")
    }

    @Test("a vaccine that is forbidden isn't named (FORECASTRECVAC-1); if all are, so is the dose (table 7-7)")
    func forbiddenVaccines() throws {
        func rule(_ names: [String]) -> Contraindication {
            var rule = Contraindication(antigen: "tin", observation: "weak")
            rule.vaccines = names.map { DoseVaccine(.named($0)) }
            return rule
        }
        var patient = try ExampleSchedule.person("2020-01-01")
        let doses = [dose(vaccines: ["new", "other"])]
        #expect(
            try forecast(doses, patient, forbidding: [rule(["new"])], on: "2024-04-01").vaccines == ["new", "other"])
        patient.observations = [PatientObservation("weak")]
        #expect(try forecast(doses, patient, forbidding: [rule(["new"])], on: "2024-04-01").vaccines == ["other"])
        #expect(
            try forecast(doses, patient, forbidding: [rule(["new", "other"])], on: "2024-04-01").status
                == .contraindicated)
    }

    @Test("a dose that is needless on its earliest day gives way to the next, which is asked anew (section 7.6)")
    func validatedOneByOne() throws {
        func skip(_ from: CalendarPeriod?, _ until: CalendarPeriod?) -> ConditionalSkip {
            ConditionalSkip(.forecast, [.init(.all, [.age(from: from, until: until)])])
        }
        var second = dose(after: 4)
        second.skips = [skip(CalendarPeriod(years: 1), nil)]
        var third = dose(after: 8)
        third.skips = [skip(nil, CalendarPeriod(years: 1))]
        let patient = try ExampleSchedule.person("2023-01-01", ["new 2023-12-10"])
        // The second would come on 7 January, past the birthday; the third isn't asked for before it.
        let next = try forecast([dose(), second, third, dose(after: 12)], patient, on: "2023-12-11")
        #expect(next.seriesDose == 4)
        #expect(next.earliest?.description == "2024-03-03")
        // On the birthday itself the third is.
        #expect(
            try forecast([dose(), second, third, dose(after: 12)], patient, on: "2024-01-01").seriesDose == 3)
    }
}
