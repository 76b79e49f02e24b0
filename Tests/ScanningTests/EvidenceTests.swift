import CivilDates
import Testing

@testable import Scanning

@Suite("What fields say of one another", .timeLimit(.minutes(3)))
struct EvidenceTests {
    private func field(_ value: String, _ confidence: Double, _ candidates: [String] = []) -> ScanField {
        ScanField(text: value, value: value, confidence: confidence, candidates: [value] + candidates)
    }

    /// The days of a table's rows after they were weighed.
    private func days(_ dates: [ScanField], expiries: [Int: ScanField] = [:]) throws -> [ScanField] {
        let rows = dates.enumerated().map { number, date in
            var row = ScannedRow(number: number + 1)
            row.fields = ["date": date]
            row.fields["expiry"] = expiries[number]
            return row
        }
        let roles = RowRoles(try ScanSamples.booklet().pages[0])
        return DateEvidence(roles, today: ScanSamples.day("2026-11-25")).weigh(rows).compactMap { $0.fields["date"] }
    }

    @Test(arguments: [
        ("Encepur", "encepur-kinder"), ("Encepur Erwachsene", "encepur-erwachsene"),
        ("Encepur Erwachsenc", "encepur-erwachsene"),
    ])
    func aBrandAloneMeansWhatWasForTheAge(text: String, wanted: String) {
        let lexicon = VaccineLexicon([
            LexiconEntry(id: "encepur-erwachsene", names: ["Encepur Erwachsene", "Encepur"], targets: ["tbe"]),
            LexiconEntry(id: "encepur-kinder", names: ["Encepur Kinder"], targets: ["tbe"]),
        ])
        func weigh(_ field: ScanField, _ strength: String?) -> ScanField {
            let settings = ScanSettings(
                today: ScanSamples.day("2026-11-25"), lexicon: lexicon, strength: { _, _ in strength })
            return BrandEvidence(settings: settings).weigh(field, on: PartialDate("2018-05-03"))
        }
        var read = field("encepur-erwachsene", 0.89, ["encepur-kinder"])
        read.text = text
        let child = weigh(read, "encepur-kinder")
        #expect(child.value == wanted && child.candidates.contains("encepur-erwachsene") && !child.isSure)
        // Nobody knows, or what is said isn't offered.
        #expect(weigh(read, nil) == read && weigh(read, "other-kinder") == read)
        read.confidence = 0.95
        #expect(weigh(read, "encepur-kinder") == read)
    }

    @Test func aMisreadYearIsRepairedByTheDaysAroundIt() throws {
        let days = try days([field("2001-01-19", 0.95), field("2007-07-23", 0.7), field("2003-09-03", 0.95)])
        #expect(days[1].value == "2001-07-23" && !days[1].isSure)
        #expect(days[1].candidates.contains("2007-07-23"))
    }

    @Test func aMisreadYearIsRepairedByTheExpiry() throws {
        let days = try days([field("2011-08-20", 0.7)], expiries: [0: field("2018-05", 0.96)])
        #expect(days[0].value == "2017-08-20")
    }

    @Test func whatWasReadClearlyIsNotRepairedOnlyDoubted() throws {
        let days = try days([field("2018-06-20", 0.95)], expiries: [0: field("2018-05", 0.96)])
        #expect(days[0].value == "2018-06-20" && !days[0].isSure && days[0].confidence >= LinkRule.nearlySure)
    }

    @Test func anExpiryMakesADaySurerButNeverOneThatHasToBeChecked() throws {
        let expiry = field("2018-05", 0.96)
        #expect(try days([field("2017-08-20", 0.92)], expiries: [0: expiry])[0].confidence > 0.93)
        #expect(try days([field("2017-08-20", 0.88)], expiries: [0: expiry])[0].isSure == false)
    }

    private func solve(_ total: ScanField?, _ own: [ScanField?], _ twins: [ScanField?]) throws -> LinkSolver.Solution {
        var regions: [ScanRegion] = []
        var values: [FieldKey: ScanField] = [:]
        var links = [ScanLink(.sum, ["total"] + own.indices.map { "own-\($0)" })]
        func add(_ name: String, _ field: ScanField?) throws {
            let box = try #require(RegionBox(left: 0.1, top: Double(regions.count) / 20, width: 0.1, height: 0.05))
            regions.append(ScanRegion(name: name, type: .points, box: box))
            values[FieldKey(page: 0, name: name)] = field
        }
        try add("total", total)
        for (place, field) in own.enumerated() { try add("own-\(place)", field) }
        for (place, field) in twins.enumerated() {
            try add("twin-\(place)", field)
            links.append(ScanLink(.equal, ["own-\(place)", "twin-\(place)"]))
        }
        let page = try ScanPage(aspect: 1, regions: regions)
        return LinkSolver(try ScanTemplate(id: nil, names: [:], pages: [page], links: links), values).solve()
    }

    @Test func aMisreadPartIsFoundByItsTwinAndTheSum() throws {
        let outcome = try solve(
            field("12", 0.9), [field("4", 0.9), field("2", 0.5)], [field("4", 0.9), field("8", 0.85)])
        let misread = outcome.fields[FieldKey(page: 0, name: "own-1")]
        #expect(misread?.value == "8" && misread?.isSure == false && misread?.candidates == ["8", "2"])
        #expect(outcome.verdicts.values.allSatisfy { $0 })
    }

    @Test func aTwinThatDiffersFromAPartThatAddsUpIsAContradiction() throws {
        let outcome = try solve(
            field("12", 0.95), [field("4", 0.95), field("8", 0.95)], [field("4", 0.95), field("5", 0.95)])
        let broken = outcome.verdicts.filter { !$0.value }.map(\.key.regions)
        #expect(broken == [["own-1", "twin-1"]])
    }

    @Test func aSumThatDoesNotAddUpIsAContradictionWhereTwinsBearTheParts() throws {
        let outcome = try solve(
            field("15", 0.97), [field("4", 0.97), field("8", 0.97)], [field("4", 0.97), field("8", 0.97)])
        #expect(outcome.verdicts.filter { !$0.value }.map(\.key.kind) == [.sum])
    }

    @Test func whatHandsMisreadIsNoContradiction() throws {
        let outcome = try solve(
            field("12", 0.7), [field("4", 0.7), field("2", 0.7)], [field("4", 0.7), field("2", 0.7)])
        #expect(!outcome.verdicts.values.contains(false))
    }

    @Test func whatIsTypedStaysAsItIs() throws {
        let outcome = try solve(field("12", 1), [field("4", 1), field("2", 1)], [field("4", 1), field("2", 1)])
        #expect(outcome.fields.isEmpty || outcome.fields.values.allSatisfy { $0.confidence == 1 })
        #expect(outcome.fields[FieldKey(page: 0, name: "own-1")]?.value == "2")
    }
}
