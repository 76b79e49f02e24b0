import Answers
import CivilDates
import Immunization
import ImmunizationCases
import Seeded
import Testing

/// What has to hold of anybody's plan: tried with records that are made up at random and with the project's cases.
@Suite("Properties of plans", .timeLimit(.minutes(LongForm.minutes)))
struct PlanPropertyTests {
    private let properties = AnswerPropertyTests()

    private func forEach(_ check: (Answer, String) throws -> Void) throws {
        try properties.forEach { _, _, answer, name in try check(answer, name) }
        try properties.forEachCase { file, answer in try check(answer, file.name) }
    }

    @Test("what a plan gives is neither complete nor called not recommended")
    func told() throws {
        try forEach { answer, name in
            for visit in answer.visits + answer.outlook {
                for line in visit.injections.flatMap(\.antigens).compactMap({ answer.line(of: $0) }) {
                    let isIdle = line.state == .complete || line.state == .notRecommended
                    #expect(!isIdle, "\(name) \(line.id) \(line.state) \(visit.day)")
                }
            }
        }
    }

    @Test("nobody is given the same antigen twice in one visit")
    func twice() throws {
        let catalogue = try Records.release.get().catalogue
        try forEach { answer, name in
            for visit in answer.visits {
                let given = visit.injections.map { injection in
                    Set(injection.antigens).union(injection.vaccine.flatMap(catalogue.vaccine)?.targets ?? [])
                }
                let all = given.flatMap(\.self)
                #expect(Set(all).count == all.count, "\(name) \(visit.day) \(visit.injections.map(\.vaccine))")
            }
        }
    }

    @Test("what is entered as diseases only isn't called needless while its course is to begin")
    func diseases() throws {
        let release = try Records.release.get()
        try properties.forEachCase { file, _ in
            var dossier = file.dossier
            for place in dossier.patient.doses.indices {
                let dose = dossier.patient.doses[place]
                guard let vaccine = dose.vaccine.flatMap(release.catalogue.vaccine), !vaccine.isPassive else {
                    continue
                }
                dossier.patient.doses[place] = AdministeredDose(
                    id: dose.id, antigens: vaccine.targets, date: dose.date, validUntil: dose.validUntil)
            }
            let answer = Answer(of: dossier, by: release.engine, catalogue: release.catalogue, on: file.day)
            for line in answer.lines where line.isForNow && line.dose == 1 {
                let own = answer.doses.filter { line.antigens.contains($0.antigen) }
                #expect(!own.contains { $0.verdict == .notNeeded }, "\(file.name) \(line.id)")
            }
        }
    }
}
