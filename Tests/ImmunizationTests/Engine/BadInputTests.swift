import CivilDates
import Immunization
import Seeded
import Testing

@Suite("Bad input to the engine", .timeLimit(.minutes(3)))
struct BadInputTests {
    private func issues(_ doses: [String], on day: String = "2026-03-01") throws -> [HistoryIssue] {
        let patient = try ExampleSchedule.person("2020-01-01", doses)
        return try ExampleSchedule.engine().assess(patient, on: try ExampleSchedule.day(day))[0].issues
    }

    @Test("a dose before birth, after the day, for another species, of an unknown vaccine: a word each")
    func impossibleDoses() throws {
        let found = try issues([
            "green-dead 2019-12-31", "green-dead 2026-03-02", "dog-green 2024-01-01", "nothing 2024-01-01",
        ])
        #expect(
            Set(found) == [
                HistoryIssue(dose: "1", kind: .beforeBirth), HistoryIssue(dose: "2", kind: .inFuture),
                HistoryIssue(dose: "3", kind: .otherSpecies), HistoryIssue(dose: "4", kind: .unknownVaccine),
            ])
    }

    @Test("two doses on a day are told, and only one counts")
    func sameDay() throws {
        let patient = try ExampleSchedule.person("2020-01-01", ["green-dead 2024-01-01", "green-dead 2024-01-01"])
        let assessment = try ExampleSchedule.engine().assess(patient, on: try ExampleSchedule.day("2026-03-01"))[0]
        #expect(assessment.issues == [HistoryIssue(dose: "2", kind: .sameDay)])
        let doses = try #require(assessment.groups.first { $0.group == "green" }?.doses)
        #expect(doses.map(\.status) == [.valid, .notValid])
    }

    @Test("a vaccine and an antibody on a day, as after a bite, are no duplicate")
    func antibodyOnTheDay() throws {
        let release = try ShippedCatalogue.load()
        let engine = try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: release)
        var patient = Patient(species: "person", birthDate: try ExampleSchedule.day("1990-01-01"), home: ["DE"])
        patient.doses = ["rabipur", "rabies-immunoglobulin", "rabipur"].enumerated().map { number, vaccine in
            AdministeredDose(
                id: "\(number)", vaccine: vaccine, date: PartialDate(CalendarDate(clampingDayNumber: 20_000)))
        }
        let issues = engine.assess(patient, on: try ExampleSchedule.day("2026-03-01")).flatMap(\.issues)
        #expect(Set(issues.map(\.dose)) == ["2"])
    }

    @Test("a year alone counts at its last day, and what is lost with time at its first")
    func uncertainDate() throws {
        let patient = try ExampleSchedule.person("1980-01-01", ["green-dead 2009"])
        let assessment = try ExampleSchedule.engine().assess(patient, on: try ExampleSchedule.day("2012-03-01"))[0]
        #expect(assessment.issues == [HistoryIssue(dose: "1", kind: .uncertainDate)])
        let forecast = try #require(assessment.groups.first { $0.group == "green" })
        #expect(forecast.doses[0].status == .valid)
        #expect(forecast.doses[0].date.description == "2009-12-31")
        #expect(forecast.earliest?.description == "2014-12-31")
        #expect(forecast.recommended?.description == "2019-01-01")
    }

    @Test("an antigen without a brand counts where any vaccine does")
    func unknownBrand() throws {
        var patient = try ExampleSchedule.person("1980-01-01")
        patient.doses = [
            AdministeredDose(id: "a", antigens: ["green"], date: PartialDate(try ExampleSchedule.day("2000-01-01"))),
            AdministeredDose(id: "b", antigens: [], date: PartialDate(try ExampleSchedule.day("2000-01-01"))),
        ]
        let assessment = try ExampleSchedule.engine().assess(patient, on: try ExampleSchedule.day("2012-03-01"))[0]
        #expect(assessment.issues == [HistoryIssue(dose: "b", kind: .unknownVaccine)])
        #expect(assessment.groups.first { $0.group == "green" }?.doses.map(\.status) == [.valid])
    }

    @Test("time grows in step with the number of doses")
    func longHistory() throws {
        let engine = try ExampleSchedule.engine()
        func time(_ count: Int) throws -> Double {
            var patient = try ExampleSchedule.person("1900-01-01")
            patient.doses = (0..<count).map { number in
                AdministeredDose(
                    id: String(number), vaccine: number % 2 == 0 ? "green-dead" : "grey-dead",
                    date: PartialDate(patient.birthDate.adding(days: 100 + number * 8)))
            }
            patient.observations = [PatientObservation("asthma")]
            let day = try ExampleSchedule.day("2026-03-01")
            // What else runs only ever adds, since it takes the processor's caches: the fastest round is what it takes.
            return (0..<3).map { _ in ProcessorTime.of { _ = engine.assess(patient, on: day) } }.min() ?? 0
        }
        let (short, long) = (try time(1250), try time(5000))
        // Four times the doses: quadratic growth would take sixteen times as long.
        #expect(long < short * 10)
        #expect(long < 10)
    }

    @Test("thousands of live doses on one day are told apart quickly, and only one counts")
    func crowdedDay() throws {
        var patient = try ExampleSchedule.person("2020-01-01")
        let day = PartialDate(try ExampleSchedule.day("2021-01-01"))
        patient.doses = (0..<5_000).map { AdministeredDose(id: String($0), vaccine: "pair-live", date: day) }
        let engine = try ExampleSchedule.engine()
        let today = try ExampleSchedule.day("2021-02-01")
        var assessments: [Assessment] = []
        // Each against each would be 12 million comparisons for each series.
        #expect(ProcessorTime.of { assessments = engine.assess(patient, on: today) } < 5)
        #expect(assessments[0].issues.count == 4_999)
        #expect(assessments[0].antigens.first { $0.antigen == "red" }?.doses.count { $0.status == .valid } == 1)
    }

    @Test("no schedule for the species: nothing is said")
    func noSchedule() throws {
        let cat = Patient(species: "cat", birthDate: try ExampleSchedule.day("2024-01-01"))
        #expect(try ExampleSchedule.engine().assess(cat, on: try ExampleSchedule.day("2026-03-01")).isEmpty)
    }
}
