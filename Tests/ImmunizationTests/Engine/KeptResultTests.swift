import CivilDates
import Testing

@testable import Immunization

@Suite("What a judge keeps", .timeLimit(.minutes(1)))
struct KeptResultTests {
    /// The results kept of each antigen, or of each group.
    private static func kept(_ judge: PatientJudge, _ part: String) throws -> [Int] {
        let judges = try #require(Mirror(reflecting: judge).descendant("judges") as? [ScheduleJudge])
        return judges.flatMap { one -> [Int] in
            guard let parts = Mirror(reflecting: one).descendant(part) else { return [] }
            return Mirror(reflecting: parts).children.map { Mirror(reflecting: $0.value).children.count }
        }
    }

    /// Each treatment that begins or ends is another day: of hundreds no more results are kept than of a few.
    @Test("is so many results of each antigen, however many days are judged")
    func isBounded() throws {
        let engine = try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: ShippedCatalogue.load())
        let first = try #require(CalendarDate("2026-01-01"))
        var patient = Patient(species: "person", birthDate: try #require(CalendarDate("1990-01-01")), home: ["DE"])
        patient.observations = (0..<60).map { number in
            var observation = PatientObservation("immunodeficiency", on: first.adding(days: 4 * number))
            observation.until = first.adding(days: 4 * number + 1)
            return observation
        }
        let judge = engine.judge(of: patient)
        for number in 0..<60 { _ = judge.assess(patient, on: first.adding(days: 4 * number)) }
        let (antigens, groups) = (try Self.kept(judge, "antigens"), try Self.kept(judge, "groups"))
        #expect(antigens.max() == 20, "\(antigens)")
        #expect(!groups.isEmpty && groups.allSatisfy { $0 <= 20 })
    }

    /// Every dose asks whether a course was begun for a trip: the first one's answer holds for all.
    @Test("is for which dose a course was begun, looked for once a day that is judged")
    func isBegunOnce() throws {
        let release = try ShippedCatalogue.load()
        let engine = try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: release)
        let day = try #require(CalendarDate("2026-06-01"))
        var patient = Patient(
            species: "person", birthDate: try #require(CalendarDate("1990-01-01")), home: ["DE"],
            trips: (0..<50).map { number in
                Trip(to: ["IN"], departure: day.adding(days: 8 * number), returning: day.adding(days: 8 * number + 5))
            })
        patient.doses = (0..<900).map { number in
            AdministeredDose(id: "\(number)", vaccine: "rabipur", date: PartialDate(day.adding(days: number - 900)))
        }
        let judge = engine.judge(of: patient)
        _ = judge.assess(patient, on: day)
        let judges = try #require(Mirror(reflecting: judge).descendant("judges") as? [ScheduleJudge])
        let history = PatientHistory(
            of: patient, on: day, vaccines: VaccineTable(release))
        var asked = 0
        for one in judges {
            let context = one.found(patient, on: day, history).context
            for row in one.rules.rows.flatMap(\.self) {
                _ = context.isRelevant(row, on: day)
                guard let known = context.begun[row.series.id] else { continue }
                asked += 1
                // What is remembered is believed, and not looked for again.
                context.begun[row.series.id] = (dose: nil, change: known.change)
                _ = context.isRelevant(row, on: day)
                #expect(context.begun[row.series.id]?.dose == nil, "\(row.series.id)")
            }
        }
        #expect(asked > 0, "a course that is finished later was asked about")
        // And all trips that follow each other are one stay.
        #expect(patient.stays.days.count == 50 && patient.stays.tours.count == 1)
    }
}
