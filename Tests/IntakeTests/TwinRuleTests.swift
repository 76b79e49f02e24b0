import CivilDates
import Foundation
import Immunization
import Model
import Testing

@testable import Intake

/// The catalogue as the repository ships it.
enum ShippedRule {
    private static let rule = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Catalogue").resolvingSymlinksInPath()
        var files: [String: [UInt8]] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            files[url.lastPathComponent] = [UInt8](try Data(contentsOf: url))
        }
        return TwinRule(try Catalogue(files: files))
    }

    static func load() throws -> TwinRule { try rule.get() }
}

/// A dose as a test writes it: `"priorix 2020-05-02"`, with `/` before a disease instead of a vaccine.
func dose(_ text: String, _ change: (inout Vaccination) -> Void = { _ in }) throws -> Vaccination {
    let parts = text.split(separator: " ")
    let date = try #require(PartialDate(ofRecord: String(parts[1])))
    let catalogue = try ShippedRule.load().catalogue
    var dose = Vaccination(target: String(parts[0].dropFirst()), date: date)
    if parts[0].first != "/" {
        let vaccine = try #require(catalogue.vaccine(String(parts[0])))
        dose = Vaccination(target: vaccine.targets[0], vaccine: vaccine.id, date: date)
    }
    change(&dose)
    return dose
}

@Suite("Two doses are one, may be one, or are two", .timeLimit(.minutes(1)))
struct TwinRuleTests {
    typealias Relation = TwinRule.Relation

    /// Of two doses, either way round.
    private static func relation(_ one: Vaccination, _ other: Vaccination) throws -> Relation {
        let rule = try ShippedRule.load()
        let relation = rule.relation(one, other)
        #expect(rule.relation(other, one) == relation, "\(one.vaccine ?? "-") \(other.vaccine ?? "-")")
        return relation
    }

    @Test(arguments: [
        // A vaccine of the day with itself, its kind, its diseases.
        ("infanrix-hexa 2020-01-08", "infanrix-hexa 2020-01-08", Relation.same),
        ("infanrix-hexa 2020-01-08", "/tetanus 2020-01-08", .same),
        ("infanrix-hexa 2020-01-08", "tetanus 2020-01-08", .same),
        ("infanrix-hexa 2020-01-08", "dtap-ipv-hib-hepb 2020-01-08", .same),
        ("/tetanus 2020-01-08", "/tetanus 2020-01-08", .same),
        // Another of its kind, or a kind that is less.
        ("infanrix-hexa 2020-01-08", "hexyon 2020-01-08", .perhaps),
        ("infanrix-hexa 2020-01-08", "tdap 2020-01-08", .perhaps),
        ("infanrix-hexa 2020-01-08", "polio-ipv 2020-01-08", .perhaps),
        ("vaxigrip-tetra 2020-01-08", "influenza-hd 2020-01-08", .perhaps),
        ("infanrix-hexa 2020-01-08", "/measles 2020-01-08", .different),
        // An antibody, and a live vaccine beside one that isn't.
        ("engerix-b-kinder 2026-02-01", "hepatitis-b-immunglobulin-p-behring 2026-02-01", .different),
        ("/hepatitis-b 2026-02-01", "hepatitis-b-immunglobulin-p-behring 2026-02-01", .perhaps),
        ("infanrix-hexa 2000-01-08", "polio-opv 2000-01-08", .different),
        ("/polio 2000-01-08", "polio-opv 2000-01-08", .same), ("polio 2000-01-08", "polio-opv 2000-01-08", .same),
        ("polio 2000-01-08", "infanrix-hexa 2000-01-08", .same),
        // Of a dog's combination only a part is live.
        ("dog-shppi-l4 2024-01-08", "dog-l4 2024-01-08", .perhaps),
        // Days that may be one.
        ("priorix 2020-05", "priorix 2020-05-02", .perhaps), ("priorix 2020", "priorix 2020-05", .perhaps),
        ("priorix 2020", "priorix 2020", .perhaps), ("priorix 2020", "priorix 2021", .different),
        ("priorix 2020-05", "/tetanus 2020-05-02", .different),
        // A few days later, sooner than any course goes on.
        ("priorix 2020-05-02", "priorix 2020-05-03", .perhaps), ("priorix 2020-05-02", "priorix 2020-05-05", .perhaps),
        ("priorix 2020-05-02", "priorix 2020-05-06", .different),
        ("priorix 2020-05-02", "m-m-rvaxpro 2020-05-03", .perhaps),
        ("priorix 2020-05-02", "/measles 2020-05-03", .different),
        ("rabipur 2020-05-20", "rabipur 2020-05-23", .different),
    ])
    func isToldByVaccineAndDay(one: String, other: String, relation: Relation) throws {
        #expect(try Self.relation(dose(one), dose(other)) == relation)
    }

    @Test func batchesAndDoseNumbersTellApart() throws {
        let revaxis = "revaxis 2026-02-01"
        let (a, b) = (try dose(revaxis) { $0.batch = "21A" }, try dose(revaxis) { $0.batch = "34C" })
        #expect(try Self.relation(a, b) == .perhaps, "a misread letter is likelier than two doses")
        #expect(try Self.relation(a, dose(revaxis)) == .same)
        #expect(try Self.relation(a, dose(revaxis) { $0.batch = "21a" }) == .same)
        #expect(try Self.relation(dose("revaxis 2026") { $0.batch = "34C" }, a) == .different)
        #expect(try Self.relation(dose("revaxis 2026-02-02") { $0.batch = "34C" }, a) == .different)
        let ofOneProduct = try dose("/measles 2026") { $0.batch = "21A" }
        #expect(try Self.relation(ofOneProduct, a) == .perhaps)
        let second = try dose(revaxis) { $0.doseNumber = 2 }
        #expect(try Self.relation(second, dose(revaxis) { $0.doseNumber = 3 }) == .perhaps)
        #expect(try Self.relation(second, a) == .same)
        // Whatever else contradicts is asked for, so that nothing that was said is lost.
        let note = try dose(revaxis) { $0.note = "one" }
        #expect(try Self.relation(note, dose(revaxis) { $0.note = "two" }) == .perhaps)
        #expect(try Self.relation(note, a) == .same)
    }

    @Test func namesOfTheirOwnCount() throws {
        let day = "/tetanus 2020-01-08"
        let named = try dose(day) { $0.vaccineName = "Tetanol" }
        #expect(try Self.relation(named, dose(day) { $0.vaccineName = "TETANOL" }) == .same)
        #expect(try Self.relation(named, dose(day) { $0.vaccineName = "Tetavax" }) == .perhaps)
        #expect(try Self.relation(named, dose(day)) == .same)
        #expect(try Self.relation(named, dose("infanrix-hexa 2020-01-08")) == .perhaps)
    }

    @Test func onlyWhatIsEmptyIsFilled() throws {
        let rule = try ShippedRule.load()
        let kept = try dose("boostrix 2010-11-08") { $0.note = "left arm" }
        let told = try dose("boostrix 2010-11-08") { ($0.batch, $0.note) = ("X9", nil) }
        #expect(rule.relation(kept, told) == .same)
        var expected = kept
        expected.batch = "X9"
        #expect(rule.filled(kept, by: told) == expected)
        #expect(rule.filled(kept, by: kept) == kept)
        // A disease of the vaccine says nothing new; the vaccine does, of a dose that had only a disease or a kind.
        let (hexa, tetanus) = (try dose("infanrix-hexa 2020-01-08"), try dose("/tetanus 2020-01-08"))
        #expect(rule.filled(hexa, by: tetanus) == hexa)
        #expect(rule.filled(tetanus, by: hexa).vaccine == "infanrix-hexa")
        #expect(rule.filled(tetanus, by: hexa).target == "tetanus")
        #expect(try rule.filled(dose("dtap-ipv-hib-hepb 2020-01-08"), by: hexa).vaccine == "infanrix-hexa")
        let both = try dose("/polio 2020-01-08") { $0.targets = ["polio", "tetanus"] }
        #expect(rule.filled(tetanus, by: both).targets == ["tetanus", "polio"])
    }

    @Test func aStatementProvesWhatItSaysItself() throws {
        let rule = try ShippedRule.load()
        let told = try dose("priorix 2019-05") { ($0.batch, $0.country) = ("A69CB", "DE") }
        for text in ["priorix 2019-05", "/mumps 2019-05", "mmr 2019-05"] {
            #expect(try rule.proves(told, dose(text) { ($0.batch, $0.note) = ("A69CB", "mine") }), "\(text)")
        }
        for text in ["priorix 2019-05-03", "priorix 2019", "m-m-rvaxpro 2019-05", "/varicella 2019-05"] {
            #expect(try !rule.proves(told, dose(text)), "\(text)")
        }
        #expect(try !rule.proves(told, dose("priorix 2019-05") { $0.batch = "B" }))
        #expect(try !rule.proves(told, dose("priorix 2019-05") { $0.administeredBy = "Dr. Test" }))
        #expect(try !rule.proves(dose("mmr 2019-05"), dose("priorix 2019-05")), "the brand is more than its kind")
    }
}
