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

    /// Every dose after a trip asks whether a course was begun for it: the first one's answer holds for all.
    @Test("is for which dose a course was begun, looked for once a day that is judged")
    func isBegunOnce() throws {
        let release = try ShippedCatalogue.load()
        let engine = try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: release)
        let (first, day) = (try #require(CalendarDate("2024-01-01")), try #require(CalendarDate("2026-06-01")))
        var patient = Patient(
            species: "person", birthDate: try #require(CalendarDate("1990-01-01")), home: ["DE"],
            trips: (0..<50).map { number in
                let departure = first.adding(days: 8 * number)
                return Trip(to: ["IN"], departure: departure, returning: departure.adding(days: 5))
            })
        patient.doses = (0..<800).map { number in
            AdministeredDose(id: "\(number)", vaccine: "havrix-1440", date: PartialDate(first.adding(days: number)))
        }
        let judge = engine.judge(of: patient)
        let judges = try #require(Mirror(reflecting: judge).descendant("judges") as? [ScheduleJudge])
        let history = PatientHistory(of: patient, on: day, vaccines: VaccineTable(release))
        var asked = 0
        for one in judges {
            let context = one.found(patient, on: day, history).context
            for row in one.rules.rows.flatMap(\.self) {
                let isRelevant = context.isRelevant(row, on: day)
                guard let known = context.begun[row.series.id], known.dose == first else { continue }
                asked += 1
                #expect(isRelevant, "\(row.series.id)")
                // What is remembered is believed, and not looked for again.
                context.begun[row.series.id] = (dose: nil, change: known.change)
                #expect(!context.isRelevant(row, on: day), "\(row.series.id)")
            }
        }
        #expect(asked > 0, "a course that is finished later was asked about")
        // And all trips that follow each other are one stay.
        #expect(patient.stays.days.count == 50 && patient.stays.tours.count == 1)
    }

    /// Many rows are recommended with one vaccine: what the first one finds holds for all, and changes on the same day.
    @Test("is how long a vaccine keeps its distance, looked for once a day that is judged")
    func isBlockedOnce() throws {
        let release = try ShippedCatalogue.load()
        let engine = try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: release)
        let day = try #require(CalendarDate("2026-06-01"))
        var patient = Patient(species: "person", birthDate: try #require(CalendarDate("2025-05-01")), home: ["DE"])
        patient.doses = [AdministeredDose(id: "live", vaccine: "priorix", date: PartialDate(day.adding(days: -14)))]
        let judge = engine.judge(of: patient)
        let judges = try #require(Mirror(reflecting: judge).descendant("judges") as? [ScheduleJudge])
        let table = VaccineTable(release)
        let history = PatientHistory(of: patient, on: day, vaccines: table)
        var blocked = 0
        for one in judges {
            let context = one.found(patient, on: day, history).context
            for (place, known) in context.conflictEnds {
                guard let end = known.end else { continue }
                blocked += 1
                context.nextChange = .last
                #expect(context.conflictEnd(of: table.all[place])?.day == end.day)
                #expect(day < context.nextChange && context.nextChange == known.change)
                // What is remembered is believed, and not looked for again.
                context.conflictEnds[place] = (end: nil, change: known.change)
                #expect(context.conflictEnd(of: table.all[place]) == nil)
            }
        }
        #expect(blocked > 0, "a live vaccine keeps others waiting")
    }
}
