import CivilDates
import Seeded
import Testing

@testable import Immunization

@Suite("Visits that serve several", .timeLimit(.minutes(3)))
struct JointVisitTests {
    /// What is asked for: a disease, from when it counts, and from when it is recommended.
    private static func dose(_ disease: String, _ earliest: String, _ recommended: String) throws -> Recommendation {
        Recommendation(
            schedule: "example", group: disease, kind: .standard, state: .planned, antigens: [disease], doseNumber: 1,
            earliest: try ExampleSchedule.day(earliest), recommended: try ExampleSchedule.day(recommended),
            overdueFrom: nil, latest: nil, reason: .age(CalendarPeriod(years: 1)), why: [], indications: [],
            progress: [], doses: [], vaccines: [], sources: [], confidence: nil, review: .draft, notes: [])
    }

    private static func visit(_ date: String, _ doses: Recommendation...) throws -> VisitPlan.Visit {
        VisitPlan.Visit(date: try ExampleSchedule.day(date), doses: doses)
    }

    private static func plan(
        _ patient: String, _ practice: String = "doctor", _ visits: VisitPlan.Visit...
    ) -> JointVisit.Plan {
        JointVisit.Plan(patient: patient, practice: practice, visits: visits)
    }

    private static func lines(_ visits: [JointVisit]) -> [String] {
        visits.map { visit in
            let parts = visit.parts.map { "\($0.patient) \($0.doses.map(\.group).joined(separator: "+"))" }
            return "\(visit.date) \(visit.practice): \(parts.joined(separator: ", "))"
        }
    }

    @Test func whatFallsOnOneDayIsOneVisitToEachPractice() throws {
        let day = "2027-03-01"
        let visits = JointVisit.joining([
            Self.plan("ada", "doctor", try Self.visit(day, Self.dose("red", day, day))),
            Self.plan("bruno", "vet", try Self.visit(day, Self.dose("green", day, day))),
            Self.plan("emil", "doctor", try Self.visit(day, Self.dose("red", day, day), Self.dose("blue", day, day))),
        ])
        #expect(Self.lines(visits) == ["2027-03-01 doctor: ada red, emil red+blue", "2027-03-01 vet: bruno green"])
    }

    @Test func aVisitIsBroughtForwardToADayOnWhichItsDosesAreRecommended() throws {
        func lines(_ recommended: String) throws -> [String] {
            Self.lines(
                JointVisit.joining([
                    Self.plan(
                        "emil", "doctor", try Self.visit("2027-03-20", Self.dose("red", "2027-01-01", recommended))),
                    Self.plan(
                        "ada", "doctor", try Self.visit("2027-03-01", Self.dose("blue", "2027-01-01", "2027-03-01"))),
                ]))
        }
        #expect(try lines("2027-03-01") == ["2027-03-01 doctor: ada blue, emil red"])
        #expect(try lines("2027-03-02") == ["2027-03-01 doctor: ada blue", "2027-03-20 doctor: emil red"])
    }

    @Test func noDoseIsGivenBeforeItCounts() throws {
        let visits = JointVisit.joining([
            Self.plan("ada", "doctor", try Self.visit("2027-03-01", Self.dose("blue", "2027-01-01", "2027-03-01"))),
            Self.plan(
                "emil", "doctor",
                try Self.visit(
                    "2027-03-10", Self.dose("red", "2027-01-01", "2027-03-10"),
                    Self.dose("blue", "2027-03-02", "2027-03-10"))),
        ])
        #expect(Self.lines(visits) == ["2027-03-01 doctor: ada blue", "2027-03-10 doctor: emil red+blue"])
    }

    @Test func whoHasTwoVisitsKeepsThemInOrder() throws {
        let visits = JointVisit.joining([
            Self.plan(
                "ada", "doctor", try Self.visit("2027-03-01", Self.dose("red", "2027-01-01", "2027-03-01")),
                try Self.visit("2027-03-20", Self.dose("blue", "2027-01-01", "2027-03-20"))),
            Self.plan("emil", "doctor", try Self.visit("2027-03-10", Self.dose("red", "2027-01-01", "2027-03-01"))),
        ])
        // Emil comes along to Ada's first; her second stays a visit of its own.
        #expect(Self.lines(visits) == ["2027-03-01 doctor: ada red, emil red", "2027-03-20 doctor: ada blue"])
    }

    @Test func plansOfRandomFamiliesLoseNothingAndDelayNothing() throws {
        var random = SeededGenerator(seed: 7)
        let recommender = Recommender(try ExampleSchedule.engine())
        let first = try ExampleSchedule.day("2026-01-01")
        for _ in 0..<60 {
            let plans = (0..<Int.random(in: 1...5, using: &random)).map { number in
                let birth = first.adding(days: -Int.random(in: 0...900, using: &random))
                let patient = Patient(species: "person", birthDate: birth)
                return JointVisit.Plan(
                    patient: "\(number)", practice: Bool.random(using: &random) ? "doctor" : "vet",
                    visits: recommender.plan(for: patient, from: first).visits)
            }
            let joint = JointVisit.joining(plans)
            #expect(joint.map(\.date) == joint.map(\.date).sorted())
            for plan in plans {
                let own = joint.filter { $0.parts.contains { $0.patient == plan.patient } }
                #expect(own.count == plan.visits.count && own.allSatisfy { $0.practice == plan.practice })
                for (visit, planned) in zip(own, plan.visits) {
                    #expect(visit.date <= planned.date)
                    #expect(visit.parts.count { $0.patient == plan.patient } == 1)
                    let doses = visit.parts.first { $0.patient == plan.patient }?.doses
                    #expect(doses == planned.doses)
                    #expect(planned.doses.allSatisfy { ($0.earliest ?? .last) <= visit.date })
                }
            }
        }
    }
}
