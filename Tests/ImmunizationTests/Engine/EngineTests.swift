import CivilDates
import Immunization
import Testing

@Suite("Judging and forecasting", .timeLimit(.minutes(3)))
struct EngineTests {
    let engine: ImmunizationEngine

    init() throws {
        engine = try ExampleSchedule.engine()
    }

    private func group(_ id: String, _ patient: Patient, _ day: String) throws -> GroupForecast? {
        let assessments = engine.assess(patient, on: try ExampleSchedule.day(day))
        return assessments.first?.groups.first { $0.group == id }
    }

    @Test("a newborn's first dose has its days by age")
    func newborn() throws {
        let forecast = try #require(try group("green", ExampleSchedule.person("2026-01-31"), "2026-02-01"))
        #expect(forecast.status == .notComplete)
        #expect(forecast.doseNumber == 1)
        #expect(forecast.earliest?.description == "2026-03-14")
        #expect(forecast.recommended?.description == "2026-03-31")
        #expect(forecast.pastDue?.description == "2026-04-30")
        #expect(forecast.latest?.description == "2086-01-30")
    }

    @Test("a dose too young doesn't count and says by how many days")
    func tooYoung() throws {
        let patient = try ExampleSchedule.person("2026-01-01", ["green-dead 2026-02-09"])
        let dose = try #require(try group("green", patient, "2026-03-01")?.doses.first)
        #expect(dose.status == .notValid)
        #expect(dose.reason == .tooYoung(from: try ExampleSchedule.day("2026-02-12"), days: 3))
    }

    @Test("the next dose keeps its distance from one that didn't count")
    func distanceFromInvalid() throws {
        let patient = try ExampleSchedule.person(
            "2025-01-01", ["green-dead 2025-03-01", "green-dead 2025-04-10"])
        let forecast = try #require(try group("green", patient, "2025-04-11"))
        #expect(forecast.doses.map(\.status) == [.valid, .notValid])
        #expect(forecast.doses[1].reason == .tooSoon(from: try ExampleSchedule.day("2025-04-26"), days: 16))
        #expect(forecast.earliest?.description == "2025-06-05")
        #expect(forecast.doseNumber == 2)
    }

    @Test("a dose within the days of grace counts and says so")
    func grace() throws {
        let patient = try ExampleSchedule.person("2024-01-01", ["pair-live 2025-01-01", "pair-live 2025-01-27"])
        let forecast = try #require(try group("pair", patient, "2025-02-01"))
        #expect(forecast.status == .complete)
        #expect(forecast.doses[1].reason == .gracePeriod(days: 2))
    }

    @Test("a dose from the age limit on is extraneous")
    func tooOld() throws {
        let patient = try ExampleSchedule.person("1960-05-05", ["green-dead 2020-05-05"])
        let forecast = try #require(try group("green", patient, "2021-01-01"))
        #expect(forecast.doses[0].status == .extraneous)
        #expect(forecast.doses[0].reason == .tooOld(before: try ExampleSchedule.day("2020-05-05")))
        #expect(forecast.status == .agedOut)
    }

    @Test("a dose more than asked for is extraneous")
    func seriesComplete() throws {
        let patient = try ExampleSchedule.person(
            "2020-01-01", ["pair-live 2021-01-01", "pair-live 2021-05-01", "pair-live 2022-01-01"])
        let forecast = try #require(try group("pair", patient, "2023-01-01"))
        #expect(forecast.status == .complete)
        #expect(forecast.doses[2].status == .extraneous)
        #expect(forecast.doses[2].reason == .seriesComplete)
    }

    @Test("live vaccines keep their distance, on the same day they need none")
    func liveConflict() throws {
        let near = try ExampleSchedule.person("2020-01-01", ["pair-live 2021-01-01", "green-live 2021-01-24"])
        let dose = try #require(try group("green", near, "2021-03-01")?.doses.first)
        #expect(dose.reason == .conflict(with: "1", from: try ExampleSchedule.day("2021-01-25"), days: 1))
        let same = try ExampleSchedule.person("2020-01-01", ["pair-live 2021-01-01", "green-live 2021-01-01"])
        #expect(try group("green", same, "2021-03-01")?.doses.first?.status == .valid)
    }

    @Test("a wrong, an inadvertent and a worthless vaccine don't count")
    func vaccines() throws {
        let old = try ExampleSchedule.person("2020-01-01", ["green-old 2021-01-01"])
        #expect(try group("green", old, "2021-03-01")?.doses.first?.reason == .inadvertent)
        var spoilt = try ExampleSchedule.person("2020-01-01", ["green-dead 2021-01-01"])
        spoilt.doses[0].isSubstandard = true
        let forecast = try group("green", spoilt, "2021-03-01")
        #expect(forecast?.doses.first?.status == .substandard)
        #expect(forecast?.doseNumber == 1)
        var reduced = try ExampleSchedule.person("2020-01-01", ["green-dead 2021-01-01"])
        reduced.doses[0].isReduced = true
        let judged = try group("green", reduced, "2021-03-01")
        #expect(judged?.doses.first?.status == .substandard && judged?.doses.first?.reason == .reduced)
        #expect(judged?.doseNumber == 1)
    }

    @Test("a dose is left out from an age on, the booster comes again and again")
    func skipAndBooster() throws {
        let patient = try ExampleSchedule.person("2010-01-01", ["green-dead 2016-01-01"])
        let forecast = try #require(try group("green", patient, "2016-02-01"))
        #expect(forecast.recommended?.description == "2026-01-01")
        let later = try ExampleSchedule.person(
            "2010-01-01", ["green-dead 2016-01-01", "green-dead 2026-01-01", "green-dead 2036-01-01"])
        #expect(try group("green", later, "2036-02-01")?.recommended?.description == "2046-01-01")
        #expect(try group("green", later, "2036-02-01")?.doses.map(\.status) == [.valid, .valid, .valid])
    }

    @Test("past disease and the year of birth count as immunity")
    func immunity() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.observations = [PatientObservation("had red")]
        let series = engine.assess(patient, on: try ExampleSchedule.day("2020-01-01"))[0].series
        #expect(series.first { $0.key.antigen == "red" }?.forecast.status == .immune)
        #expect(series.first { $0.key.antigen == "blue" }?.forecast.status == .notComplete)
        let old = engine.assess(try ExampleSchedule.person("1949-12-31"), on: try ExampleSchedule.day("2020-01-01"))
        #expect(old[0].series.first { $0.key.antigen == "red" }?.forecast.status == .immune)
    }

    @Test("a pregnancy forbids; one vaccine of several forbidden doesn't")
    func contraindications() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.pregnancyStart = try ExampleSchedule.day("2026-01-01")
        patient.observations = [PatientObservation("weak")]
        let forecast = try #require(try group("pair", patient, "2026-03-01"))
        #expect(forecast.status == .contraindicated)
        #expect(try group("green", patient, "2026-03-01")?.status == .notComplete)
        #expect(try group("pair", patient, "2025-12-31")?.status == .notComplete)
    }

    @Test(
        "a dose is told that was given while a health detail with a day forbade it",
        arguments: [
            ("2026-01-01", true), ("2026-09-10", true), ("2025-12-31", false), ("2026-09-25", false),
        ])
    func dosesAgainstContraindications(day: String, isTold: Bool) throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.doses = [
            AdministeredDose(id: "live", vaccine: "pair-live", date: PartialDate(try ExampleSchedule.day(day))),
            AdministeredDose(id: "dead", vaccine: "green-dead", date: PartialDate(try ExampleSchedule.day(day))),
        ]
        // Without a day nobody knows whether it held.
        patient.observations = [PatientObservation("weak")]
        patient.pregnancyStart = try ExampleSchedule.day("2026-01-01")
        let issues = engine.assess(patient, on: try ExampleSchedule.day("2026-10-01"))[0].issues
        #expect(issues == (isTold ? [HistoryIssue(dose: "live", kind: .contraindicated)] : []))
    }

    @Test("a trip sets the days of the first dose, and is forgotten when it is over")
    func trips() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        #expect(try group("gold", patient, "2026-03-01") == nil)
        patient.trips = [
            Trip(
                to: ["BR-AM"], departure: try ExampleSchedule.day("2026-06-20"),
                returning: try ExampleSchedule.day("2026-07-20"))
        ]
        let forecast = try #require(try group("gold", patient, "2026-03-01"))
        #expect(forecast.recommended?.description == "2026-05-09")
        #expect(forecast.pastDue?.description == "2026-06-10")
        #expect(try group("gold", patient, "2026-07-21") == nil)
    }

    @Test("a risk series needs its condition or the region; a season sets the day")
    func riskAndSeason() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        #expect(try group("grey", patient, "2026-06-01") == nil)
        patient.home = ["DE", "DE-BY"]
        #expect(try group("grey", patient, "2026-06-01")?.recommended?.description == "2026-10-01")
        patient.doses = try ExampleSchedule.person("2000-01-01", ["grey-dead 2025-11-03"]).doses
        #expect(try group("grey", patient, "2026-06-01")?.doseNumber == 1)
    }
}
