import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Seeded
import Testing

/// What has to hold for anybody: tried on the schedules we ship with patients that are made up at random.
///
/// `VACCINAPP_PROPERTIES=1` tries fifty times as many.
@Suite("Properties of the schedules we ship, with random histories", .timeLimit(.minutes(3)))
struct RandomHistoryTests {
    private static let count = ProcessInfo.processInfo.environment["VACCINAPP_PROPERTIES"] == "1" ? 2_000 : 40

    private static let maker = Result { try RandomPatients(catalogue: ShippedCatalogue.load(), seed: 2026) }

    private func forEach(_ check: (Patient, CalendarDate, ImmunizationEngine, String) throws -> Void) throws {
        let engine = try CaseFileTests.engine.get()
        var maker = try Self.maker.get()
        for number in 0..<Self.count {
            let (patient, day) = maker.next()
            try check(patient, day, engine, "patient \(number)")
        }
    }

    @Test("the order in which doses are told doesn't matter")
    func order() throws {
        var random = SeededGenerator(seed: 3)
        try forEach { patient, day, engine, name in
            var shuffled = patient
            shuffled.doses.shuffle(using: &random)
            #expect(engine.assess(patient, on: day) == engine.assess(shuffled, on: day), "\(name)")
        }
    }

    @Test("what was kept of another day, or of fewer doses, is as if it had been judged for the first time")
    func kept() throws {
        var random = SeededGenerator(seed: 9)
        try forEach { whole, first, engine, name in
            var (patient, day) = (whole, first)
            let judge = engine.judge(of: patient)
            for step in 0..<8 {
                // A plan looks ahead, and comes back.
                let ahead = day.adding(days: step % 3 == 2 ? Int.random(in: 1...500, using: &random) : 0)
                for day in Set([ahead, day]).sorted(by: >) {
                    #expect(judge.assess(patient, on: day) == engine.assess(patient, on: day), "\(name) on \(day)")
                }
                let open = Recommender(engine).recommendations(for: patient, on: day).filter { $0.state <= .planned }
                if step % 2 == 1, let dose = open.randomElement(using: &random) {
                    patient.doses.append(Self.given(dose, id: "added \(step)", on: day))
                }
                day = day.adding(days: [1, 7, 28, 100, 365].randomElement(using: &random) ?? 1)
            }
        }
    }

    private static func given(_ dose: Recommendation, id: String, on day: CalendarDate) -> AdministeredDose {
        guard let vaccine = dose.vaccines.first else {
            return AdministeredDose(id: id, antigens: dose.antigens, date: PartialDate(day))
        }
        return AdministeredDose(id: id, vaccine: vaccine, date: PartialDate(day))
    }

    @Test("a valid dose stays valid when it is judged later")
    func later() throws {
        try forEach { whole, day, engine, name in
            // What is dated in the future is judged only once that day has come.
            var patient = whole
            patient.doses.removeAll { $0.date.latest > day }
            let now = Self.valid(engine.assess(patient, on: day))
            for years in [1, 5, 20] {
                let then = Self.valid(engine.assess(patient, on: day.adding(CalendarPeriod(years: years))))
                #expect(now.isSubset(of: then), "\(name) after \(years) years: \(now.subtracting(then))")
            }
        }
    }

    @Test("days come in their order, and a reason and a source stand with each recommendation")
    func sense() throws {
        try forEach { patient, day, engine, name in
            for advice in Recommender(engine).recommendations(for: patient, on: day) {
                let name = "\(name) \(advice.id)"
                #expect(!advice.antigens.isEmpty && !advice.sources.isEmpty, "\(name)")
                guard advice.state <= .planned else {
                    #expect(advice.earliest == nil && advice.recommended == nil, "\(name)")
                    continue
                }
                let earliest = try #require(advice.earliest, "\(name)")
                let recommended = try #require(advice.recommended, "\(name)")
                #expect(patient.birthDate <= earliest && earliest <= recommended, "\(name)")
                if let overdue = advice.overdueFrom { #expect(earliest < overdue, "\(name)") }
                #expect((advice.state == .due || advice.state == .overdue) == (recommended <= day), "\(name)")
            }
        }
    }

    @Test("the forecast never goes back when a valid dose is added")
    func forecast() throws {
        var added = 0
        try forEach { patient, day, engine, name in
            for advice in Recommender(engine).recommendations(for: patient, on: day) where advice.state <= .planned {
                guard let next = advice.recommended.map({ max($0, day) }),
                    next < day.adding(CalendarPeriod(years: 3))
                else { continue }
                let dose =
                    advice.vaccines.first.map { AdministeredDose(id: "added", vaccine: $0, date: PartialDate(next)) }
                    ?? AdministeredDose(id: "added", antigens: advice.antigens, date: PartialDate(next))
                var later = patient
                later.doses.append(dose)
                let before = Self.series(engine.assess(patient, on: next), advice)
                let after = Self.series(engine.assess(later, on: next), advice)
                for (key, series) in after {
                    guard let last = series.doses.last, last.dose == "added", last.status == .valid,
                        let old = before[key]
                    else { continue }
                    added += 1
                    #expect(series.validCount > old.validCount, "\(name) \(key)")
                    #expect(series.forecast.earliest ?? .last >= next, "\(name) \(key)")
                }
            }
        }
        #expect(added > Self.count, "\(added) doses were added")
    }

    private static func series(_ assessments: [Assessment], _ advice: Recommendation) -> [SeriesKey: SeriesAssessment] {
        let own = assessments.first { $0.schedule == advice.schedule }?.series ?? []
        let keys = Set(advice.progress.map(\.key))
        return Dictionary(own.filter { keys.contains($0.key) }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The doses that count, each with what for.
    private static func valid(_ assessments: [Assessment]) -> Set<[String]> {
        Set(
            assessments.flatMap(\.antigens).flatMap { antigen in
                antigen.doses.filter { $0.status == .valid }.map { [$0.dose, antigen.antigen] }
            })
    }
}
