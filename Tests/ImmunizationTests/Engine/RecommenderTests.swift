import CivilDates
import Immunization
import Testing

@Suite("What to do, and when", .timeLimit(.minutes(3)))
struct RecommenderTests {
    let recommender: Recommender

    init() throws {
        recommender = Recommender(try ExampleSchedule.engine())
    }

    @Test("overdue comes first, and each says how far it is and where it comes from")
    func sortsByUrgency() throws {
        let patient = try ExampleSchedule.person("2025-01-01", ["green-dead 2025-03-01"])
        let all = recommender.recommendations(for: patient, on: try ExampleSchedule.day("2025-12-10"))
        #expect(all.map(\.group) == ["green", "pair"])
        #expect(all.map(\.state) == [.overdue, .due])
        #expect(all[0].progress.map { [$0.given, $0.planned] } == [[1, 2]])
        #expect(all[0].progress[0].nextFrom?.description == "2025-04-26")
        #expect(all[0].overdueFrom?.description == "2025-05-24")
        #expect(all[0].vaccines == ["green-dead"])
        #expect(all[1].sources.map(\.title) == ["A source"])
        #expect(all[1].confidence == .high)
        #expect(all[1].review == .draft)
    }

    @Test("eight weeks ahead is soon, the first day of being overdue is the day after the last in time")
    func states() throws {
        let patient = try ExampleSchedule.person("2025-01-01")
        func state(_ day: String) throws -> Recommendation.State? {
            recommender.recommendations(for: patient, on: try ExampleSchedule.day(day)).first { $0.group == "pair" }?
                .state
        }
        #expect(try state("2025-10-05") == .planned)
        #expect(try state("2025-10-06") == .dueSoon)
        #expect(try state("2025-12-01") == .due)
        #expect(try state("2026-03-31") == .due)
        #expect(try state("2026-04-01") == .overdue)
    }

    @Test("doses for a trip that is over still count, but nothing more is needed")
    func pastTrip() throws {
        var patient = try ExampleSchedule.person("2000-01-01", ["gold-live 2026-05-01"])
        patient.trips = [
            Trip(
                to: ["BR"], departure: try ExampleSchedule.day("2026-06-20"),
                returning: try ExampleSchedule.day("2026-07-01"))
        ]
        let after = recommender.recommendations(for: patient, on: try ExampleSchedule.day("2026-08-01"))
        let gold = try #require(after.first { $0.group == "gold" })
        #expect(gold.state == .complete)
        #expect(gold.doses.map(\.status) == [.valid])
        patient.doses = try ExampleSchedule.person("2000-01-01", ["grey-dead 2026-05-01"]).doses
        let grey = recommender.recommendations(for: patient, on: try ExampleSchedule.day("2026-08-01"))
            .first { $0.group == "grey" }
        #expect(grey?.state == .notRecommended)
        #expect(grey?.reason == .noIndication)
    }

    @Test("visits bundle what is close together and keep the distances")
    func plansVisits() throws {
        let patient = try ExampleSchedule.person("2025-01-01")
        let plan = recommender.plan(for: patient, from: try ExampleSchedule.day("2025-02-01"))
        #expect(plan.visits.map(\.date.description) == ["2025-03-01", "2025-04-26", "2025-12-01", "2026-04-01"])
        #expect(plan.visits.map { $0.doses.map(\.group) } == [["green"], ["green"], ["pair"], ["pair"]])
    }

    @Test("what a visit has no room for comes a week later, and waits for nothing else")
    func plansWithRoom() throws {
        let patient = try ExampleSchedule.person("2024-01-01")
        let day = try ExampleSchedule.day("2026-02-01")
        #expect(recommender.plan(for: patient, from: day).visits.first?.doses.count == 2)
        let plan = recommender.plan(for: patient, from: day, choosing: { visit, _ in Array(visit.doses.prefix(1)) })
        #expect(plan.visits.prefix(2).map(\.date.description) == ["2026-02-01", "2026-02-08"])
        #expect(plan.visits.allSatisfy { $0.doses.count == 1 })
        let chosen = Set(plan.visits.prefix(2).flatMap(\.doses).map(\.group))
        #expect(chosen == ["green", "pair"])
    }

    @Test("what is left out has no visit, and what remains keeps its days")
    func plansWithoutSome() throws {
        let patient = try ExampleSchedule.person("2025-01-01")
        let plan = recommender.plan(for: patient, from: try ExampleSchedule.day("2025-02-01")) { $0.group == "green" }
        #expect(plan.visits.map(\.date.description) == ["2025-12-01", "2026-04-01"])
        #expect(plan.visits.map { $0.doses.map(\.group) } == [["pair"], ["pair"]])
        #expect(!plan.remaining.contains { $0.group == "green" })
    }

    @Test("a reason has the rule's own figures")
    func reasons() throws {
        func reason(_ group: String, _ patient: Patient, _ day: String) throws -> SeriesForecast.Reason? {
            recommender.recommendations(for: patient, on: try ExampleSchedule.day(day)).first { $0.group == group }?
                .reason
        }
        let newborn = try ExampleSchedule.person("2025-01-01")
        #expect(try reason("green", newborn, "2025-01-02") == .age(CalendarPeriod(months: 2)))
        let begun = try ExampleSchedule.person("2025-01-01", ["green-dead 2025-03-01"])
        let gap = SeriesForecast.Gap(CalendarPeriod(weeks: 8), after: "1")
        #expect(try reason("green", begun, "2025-03-02") == .interval(gap))
        let live = try ExampleSchedule.person("2025-01-01", ["gold-live 2025-11-20"])
        let conflict = SeriesForecast.Gap(CalendarPeriod(days: 28), after: "1")
        #expect(try reason("pair", live, "2025-12-05") == .conflict(conflict))
        // Once that is over, the age of the rule is the reason again.
        #expect(try reason("pair", live, "2026-01-05") == .age(CalendarPeriod(months: 11)))
        var asthmatic = newborn
        asthmatic.observations = [PatientObservation("asthma")]
        let (first, last) = (try ExampleSchedule.day("2026-10-01"), try ExampleSchedule.day("2027-03-31"))
        #expect(try reason("grey", asthmatic, "2026-07-01") == .season(first: first, last: last))
    }

    @Test("a country's schedule speaks only at home, one without a country everywhere")
    func countries() throws {
        var here = try Schedule(json: Array(ExampleSchedule.text.utf8), file: "here.json")
        var there = here
        (here.id, here.country, there.id, there.country) = ("here", "DE", "there", "AT")
        var anywhere = here
        (anywhere.id, anywhere.country) = ("anywhere", nil)
        let engine = try ImmunizationEngine(schedules: [here, there, anywhere], vaccines: ExampleSchedule.vaccines)
        var patient = try ExampleSchedule.person("2000-01-01")
        let day = try ExampleSchedule.day("2026-01-01")
        #expect(engine.assess(patient, on: day).map(\.schedule) == ["here", "there", "anywhere"])
        patient.home = ["AT", "AT-7"]
        #expect(engine.assess(patient, on: day).map(\.schedule) == ["there", "anywhere"])
    }
}
