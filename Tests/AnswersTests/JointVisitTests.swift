import CivilDates
import Immunization
import Seeded
import Testing

@testable import Answers

@Suite("Visits that serve several", .timeLimit(.minutes(3)))
struct JointVisitTests {
    /// What is given: against a disease, and from when it counts and is recommended.
    private static func injection(_ disease: String, from first: String) -> Answer.Injection {
        Answer.Injection(
            vaccine: nil, antigens: [disease], lines: [disease], isOral: false, dose: 1, total: 1, isBooster: false,
            isYearly: false,
            firstDay: Records.date(first))
    }

    private static func visit(
        _ day: String, _ place: Answer.Visit.Place = .doctor, _ injections: Answer.Injection...
    ) -> Answer.Visit {
        Answer.Visit(
            day: Records.date(day), injections: injections, isMoreLeft: false, place: place, isOnTrip: false, toAsk: [])
    }

    private static func plan(_ patient: String, _ visits: Answer.Visit..., trips: [Trip] = []) -> JointVisit.Plan {
        JointVisit.Plan(patient: patient, visits: visits, trips: trips)
    }

    private static func lines(_ plans: JointVisit.Plan...) -> [String] {
        JointVisit.joining(plans).map { visit in
            let parts = visit.parts.map { part in
                "\(part.patient) \(part.visit.injections.flatMap(\.lines).joined(separator: "+"))"
            }
            return "\(visit.day) \(visit.place): \(parts.joined(separator: ", "))"
        }
    }

    @Test("what falls on one day is one visit to each kind of practice")
    func places() {
        let day = "2027-03-01"
        let lines = Self.lines(
            Self.plan("ada", Self.visit(day, .doctor, Self.injection("red", from: day))),
            Self.plan("bruno", Self.visit(day, .vet, Self.injection("green", from: day))),
            Self.plan(
                "emil",
                Self.visit(day, .doctor, Self.injection("red", from: day), Self.injection("blue", from: day))))
        #expect(lines == ["2027-03-01 doctor: ada red, emil red+blue", "2027-03-01 vet: bruno green"])
    }

    @Test("a visit is brought forward only to a day on which all of it counts and is recommended")
    func broughtForward() {
        func lines(_ first: String) -> [String] {
            Self.lines(
                Self.plan(
                    "emil",
                    Self.visit(
                        "2027-03-20", .doctor, Self.injection("red", from: first),
                        Self.injection("blue", from: "2027-01-01"))),
                Self.plan("ada", Self.visit("2027-03-01", .doctor, Self.injection("blue", from: "2027-03-01"))))
        }
        #expect(lines("2027-03-01") == ["2027-03-01 doctor: ada blue, emil red+blue"])
        #expect(lines("2027-03-02") == ["2027-03-01 doctor: ada blue", "2027-03-20 doctor: emil red+blue"])
    }

    @Test(
        "nobody is sent to a practice on a day of a trip to save a visit",
        arguments: [
            ("2027-02-28", "2027-03-05", false), ("2027-03-01", "2027-03-05", false),
            ("2027-02-20", "2027-03-01", false), ("2027-02-20", "2027-02-28", true),
            ("2027-03-02", "2027-03-05", true),
        ])
    func trips(departure: String, returning: String, isJoined: Bool) {
        let trip = Trip(to: ["KE"], departure: Records.date(departure), returning: Records.date(returning))
        let lines = Self.lines(
            Self.plan(
                "emil", Self.visit("2027-03-20", .doctor, Self.injection("red", from: "2027-01-01")), trips: [trip]),
            Self.plan("ada", Self.visit("2027-03-01", .doctor, Self.injection("blue", from: "2027-03-01"))))
        #expect((lines.count == 1) == isJoined, "\(lines)")
    }

    @Test("whoever has two visits keeps them in order, and a week apart")
    func order() {
        func lines(_ day: String) -> [String] {
            Self.lines(
                Self.plan(
                    "ada", Self.visit("2027-03-01", .doctor, Self.injection("red", from: "2027-01-01")),
                    Self.visit("2027-03-20", .doctor, Self.injection("blue", from: "2027-01-01"))),
                Self.plan("emil", Self.visit(day, .doctor, Self.injection("red", from: day))))
        }
        let first = "2027-03-01 doctor: ada red"
        #expect(lines("2027-03-08") == [first, "2027-03-08 doctor: emil red, ada blue"])
        #expect(lines("2027-03-07") == [first, "2027-03-07 doctor: emil red", "2027-03-20 doctor: ada blue"])
    }

    @Test("plans of random families lose nothing and delay nothing")
    func random() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<12 {
            let plans = try (0..<Int.random(in: 2...3, using: &random)).map { number in
                let birth = Records.date(Records.today).adding(days: -Int.random(in: 0...900, using: &random))
                let answer = try Records.answer(Records.person(birth.description))
                return JointVisit.Plan(patient: "\(number)", visits: answer.visits)
            }
            let joint = JointVisit.joining(plans)
            #expect(joint.map(\.day) == joint.map(\.day).sorted())
            for plan in plans {
                let own = joint.flatMap { visit in
                    visit.parts.filter { $0.patient == plan.patient }.map { (visit.day, $0.visit) }
                }
                #expect(own.map(\.1) == plan.visits)
                for (day, visit) in own {
                    #expect(
                        day <= visit.day && (day == visit.day || visit.injections.allSatisfy { $0.firstDay <= day }))
                }
                #expect(zip(own, own.dropFirst()).allSatisfy { $0.0 < $1.0 })
            }
        }
    }
}
