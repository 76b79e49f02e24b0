import Answers
import CivilDates
import Immunization
import Testing

/// What an answer takes, counted in what is asked for, not in seconds.
@Suite("The work of an answer is bounded", .timeLimit(.minutes(3)))
struct BoundTests {
    /// How often recommendations are looked at while visits are planned for somebody of 40.
    private static func looks(
        _ change: (inout Patient) -> Void, ending number: Int = .max
    ) throws -> (looks: Int, visits: Int) {
        var patient = try Records.person("1986-06-12").patient
        change(&patient)
        let recommender = Recommender(try Records.release.get().engine)
        var looks = 0
        let plan = recommender.plan(
            for: patient, from: Records.date(Records.today),
            leavingOut: { _ in
                looks += 1
                if looks == number { withUnsafeCurrentTask { $0?.cancel() } }
                return false
            })
        return (looks, plan.visits.count)
    }

    /// One that goes on, so that what is due is the same, and some that end from day to day.
    private static func treatments(ending count: Int) -> [PatientObservation] {
        let endless = PatientObservation("immunodeficiency", on: Records.date("2026-01-01"))
        return [endless]
            + (0..<count).map { number in
                var observation = endless
                observation.until = Records.date(Records.today).adding(days: 2 + number)
                return observation
            }
    }

    /// Each end is one more day to judge: after twelve no further ones are looked at.
    @Test("so many ends of treatments are planned for, however many there are")
    func ends() throws {
        let looks = try [0, 3, 12, 700].map { count in
            try Self.looks { $0.observations = Self.treatments(ending: count) }.looks
        }
        #expect(looks[0] < looks[1] && looks[1] < looks[2], "each of a few ends is looked at: \(looks)")
        #expect(looks[2] == looks[3], "\(looks)")
    }

    @Test("nothing is planned any more once nobody waits for it")
    func cancelled() async throws {
        let whole = try Self.looks { _ in }
        let task = Task { try Self.looks({ _ in }, ending: 1) }
        let ended = try await task.value
        #expect(whole.visits > 1 && ended.visits <= 1, "\(whole), \(ended)")
        #expect(ended.looks < whole.looks)
    }

    /// Whatever is found until then: nothing breaks, and nothing is judged.
    @Test("an answer that nobody waits for judges nothing, of any history")
    func answers() async throws {
        let release = try Records.release.get()
        let histories = [
            try Records.person("1986-06-12"), try Records.person("2025-01-01", .female, ["2025-03-01 hexyon"]),
            try Records.person("2020-01-01", species: "dog"),
        ]
        for var dossier in histories {
            dossier.patient.trips = [Trip(to: ["EG"], departure: Records.date("2026-12-20"))]
            let task = Task { [dossier] in
                withUnsafeCurrentTask { $0?.cancel() }
                return Answer(
                    of: dossier, by: release.engine, catalogue: release.catalogue, on: Records.date(Records.today))
            }
            let answer = await task.value
            #expect(answer.visits.isEmpty && answer.doses.isEmpty && answer.trips.isEmpty)
        }
    }
}
