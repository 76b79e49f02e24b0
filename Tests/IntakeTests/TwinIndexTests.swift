import CivilDates
import Immunization
import Model
import Seeded
import Testing

@testable import Intake

@Suite("Doses are found by their day", .timeLimit(.minutes(2)))
struct TwinIndexTests {
    /// As by comparing each with each.
    @Test func theSameAreFoundAsByComparingAll() throws {
        let rule = try ShippedRule.load()
        var random = SeededGenerator(seed: 43)
        let vaccines = ["priorix", "mmr", "/mumps", "/tetanus", "infanrix-hexa", "polio-opv", "dog-l4"]
        func any() throws -> Vaccination {
            let day = CalendarDate(clampingDayNumber: 17_895 + Int.random(in: 0..<40, using: &random)).description
            let known = [4, 7, 10, 10, 10].randomElement(using: &random) ?? 10
            return try dose("\(vaccines.randomElement(using: &random) ?? "mmr") \(day.prefix(known))") { dose in
                if Int.random(in: 0..<3, using: &random) == 0 {
                    dose.batch = ["A", "B"].randomElement(using: &random)
                }
            }
        }
        for _ in 0..<40 {
            var kept = try (0..<25).map { _ in try any() }
            var index = TwinIndex(rule, kept)
            for round in 0..<40 {
                if round == 20 {
                    kept[3] = try any()
                    index.replace(3, with: kept[3])
                }
                let asked = try any()
                let found = index.twins(of: asked)
                let all = kept.indices.filter { rule.relation(kept[$0], asked) > .different }
                #expect(Set(found.map(\.number)) == Set(all))
                #expect(found.first?.relation == all.map { rule.relation(kept[$0], asked) }.max())
                #expect(found.allSatisfy { $0.relation == rule.relation(kept[$0.number], asked) })
            }
        }
    }

    @Test func pairsAreOneToOne() throws {
        let rule = try ShippedRule.load()
        let (priorix, next) = (try dose("priorix 2020-05-02"), try dose("priorix 2020-05-03"))
        let pairs = rule.pairs([next, priorix, priorix], with: [priorix])
        #expect(pairs == [nil, Twin(number: 0, relation: .same), nil], "what is the same goes before what may be")
        #expect(rule.pairs([next], with: [priorix, priorix], taken: [0])[0]?.number == 1)
        #expect(rule.pairs([next], with: [priorix]) == [Twin(number: 0, relation: .perhaps)])
    }

    @Test func whatASourceSaysTwiceIsSaidOnce() throws {
        let rule = try ShippedRule.load()
        let first = try dose("covaxis 2012-10-17") { $0.batch = "C45" }
        let again = try dose("covaxis 2012-10-17") { ($0.batch, $0.note) = ("c45", "left arm") }
        let found = rule.repeats(in: [first, again, first])
        #expect(found.twins == [nil, Twin(number: 0, relation: .same), Twin(number: 0, relation: .same)])
        #expect(found.doses[0].note == "left arm" && found.doses[0].batch == "C45")
        #expect(rule.repeats(in: [first, again]) { _, _ in true }.twins == [nil, nil])
        let (a, b) = (
            try dose("revaxis 2026-02-01") { $0.batch = "21A" }, try dose("revaxis 2026-02-01") { $0.batch = "34C" }
        )
        #expect(rule.repeats(in: [a, b]).twins == [nil, Twin(number: 0, relation: .perhaps)], "asked once")
        #expect(rule.repeats(in: [a, b]).doses == [a, b])
    }

    /// Ten thousand doses beside two thousand, also where all are of one day: counted, since a clock depends on the machine.
    @Test(arguments: [1, 40, 20_000])
    func manyAreComparedWithFew(days: Int) throws {
        let rule = try ShippedRule.load()
        let vaccines = ["priorix", "infanrix-hexa", "covaxis", "/tetanus"]
        func doses(_ count: Int, _ letter: String) throws -> [Vaccination] {
            try (0..<count).map { number in
                let day = CalendarDate(clampingDayNumber: number * 7 % days).description
                return try dose("\(vaccines[number % 4]) \(day)") { $0.batch = "\(letter)\(number)" }
            }
        }
        let (incoming, stored) = (try doses(10_000, "A"), try doses(2_000, "B"))
        let index = TwinIndex(rule, stored)
        let compared = incoming.reduce(0) { $0 + index.candidates(for: ToldDose($1, rule.catalogue)).count }
        #expect(compared <= 10_000 * TwinIndex.mostCompared)
        if days > 10_000 { #expect(compared < 20_000) }
        #expect(rule.pairs(incoming, with: stored).count { $0 != nil } <= 2_000)
    }
}
