import Testing

@testable import Scanning

@Suite("Numbers, choices, codes, names", .timeLimit(.minutes(3)))
struct ValueParserTests {
    private func number(_ text: String, _ kind: NumberParser.Kind = .points, _ rules: RegionRules = RegionRules())
        -> String?
    {
        NumberParser(kind, rules: rules).candidates(in: ScanSamples.reading(text)).first?.value
    }

    @Test(arguments: [
        ("3,5", "3.5"), ("15", "15"), ("7.50", "7.5"), ("l5", "15"), ("O", "0"), ("Z,5", "2.5"), ("1 5", "15"),
    ])
    func pointsHaveACommaOrAPoint(text: String, value: String) {
        #expect(number(text) == value)
    }

    @Test(arguments: [("\\0", "10"), ("(4", "14")])
    func aSlantedStrokeIsAOneAndNeverCertain(text: String, value: String) throws {
        let found = NumberParser(.points).candidates(in: ScanSamples.reading(text))
        #expect(found.first?.value == value && found.allSatisfy(\.isDoubtful))
    }

    @Test(arguments: ["", "x", "1.2.3", "--", "99999999999", "20001"])
    func whatIsNoNumberIsNone(text: String) {
        #expect(number(text) == nil)
    }

    @Test func gradesAreTenthsFromOneToSix() {
        #expect(number("2,7", .grade) == "2.7" && number("6,0", .grade) == "6" && number("27", .grade) == "2.7")
        #expect(number("0,7", .grade) == nil && number("6,1", .grade) == nil && number("2,75", .grade) == nil)
    }

    @Test func rangesAreKept() {
        var rules = RegionRules()
        (rules.least, rules.most) = (ExactDecimal("1"), ExactDecimal("5.5"))
        #expect(number("5,5", .number, rules) == "5.5" && number("5,6", .number, rules) == nil)
        #expect(number("0", .number, rules) == nil)
    }

    @Test func decimalsAreExact() throws {
        let tenth = try #require(ExactDecimal("0.1"))
        #expect((0..<10).reduce(ExactDecimal.zero) { sum, _ in sum + tenth } == ExactDecimal("1"))
        #expect(
            ExactDecimal("1.23456") == nil && ExactDecimal("1e5") == nil && ExactDecimal("-2,50")?.description == "-2.5"
        )
    }

    @Test func choicesAreOneOfTheList() {
        let parser = ChoiceParser(["Ja", "Nein", "Montag", "Dienstag"])
        #expect(parser.candidates(in: ScanSamples.reading("nein")).first?.value == "Nein")
        #expect(parser.candidates(in: ScanSamples.reading("Dienstog")).first?.value == "Dienstag")
        #expect(parser.candidates(in: ScanSamples.reading("Freitag")).isEmpty)
    }

    @Test func codesFitTheirPattern() {
        var rules = RegionRules()
        rules.pattern = "A-9999"
        let parser = CodeParser(rules: rules)
        #expect(parser.candidates(in: ScanSamples.reading("k - 2O26")).first?.value == "K-2026")
        #expect(parser.candidates(in: ScanSamples.reading("5-2026")).isEmpty)
    }

    @Test func aRightCheckDigitIsTheOnlyCertainty() {
        var rules = RegionRules()
        rules.hasCheckDigit = true
        let parser = CodeParser(rules: rules)
        #expect(parser.candidates(in: ScanSamples.reading("4006381333931")).first?.confidence == 1)
        #expect(parser.candidates(in: ScanSamples.reading("4006381333932")).isEmpty)
        let plain = CodeParser(rules: RegionRules()).candidates(in: ScanSamples.reading("4006381333931", confidence: 1))
        #expect(plain.first?.confidence == 0.99)
    }

    @Test func namesLoseTheirTitlesAndAreFoundInTheList() {
        let parser = PersonNameParser(["Emilia Weber", "Jonas Weber"])
        #expect(parser.candidates(in: ScanSamples.reading("Frau Emilla Weber")).first?.value == "Emilia Weber")
        let other = parser.candidates(in: ScanSamples.reading("Dr. med. Anne-Marie O'Neill 7")).first
        #expect(other?.value == "Anne-Marie O'Neill")
    }

    @Test func readingsVote() throws {
        func said(_ value: String, _ confidence: Double) -> [Candidate] {
            [Candidate(value: value, text: value, confidence: confidence)]
        }
        let agreed = try #require(Vote.field([said("a", 0.95), said("a", 0.9), []]))
        #expect(agreed.value == "a" && agreed.isSure && agreed.confidence <= 0.99)
        let split = try #require(Vote.field([said("a", 0.95), said("b", 0.9), said("a", 0.9)]))
        #expect(split.value == "a" && !split.isSure && split.candidates == ["a", "b"])
        let alone = try #require(Vote.field([said("a", 0.94)]))
        #expect(!alone.isSure)
        #expect(Vote.field([[], []]) == nil)
    }
}
