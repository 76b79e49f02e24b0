import CivilDates
import Testing

@testable import Scanning

@Suite("Dates as they stand in booklets", .timeLimit(.minutes(3)))
struct DateParserTests {
    private func read(_ text: String, birth: String? = nil, ahead: Bool = false) -> Candidate? {
        let settings = ScanSettings(
            today: ScanSamples.day("2026-11-25"), birthDate: birth.map(ScanSamples.day),
            lexicon: ScanSamples.settings.lexicon)
        return DateParser(settings, mayBeAhead: ahead).candidates(text, confidence: 0.9).first
    }

    @Test(arguments: [
        ("3.5.19", "2019-05-03"), ("03.05.2019", "2019-05-03"), ("03/05/2019", "2019-05-03"),
        ("03-05-2019", "2019-05-03"),
        ("2019-05-03", "2019-05-03"), ("3. Mai 2019", "2019-05-03"), ("3 May 2019", "2019-05-03"),
        ("3 mai 2019", "2019-05-03"), ("14 août 2019", "2019-08-14"), ("03. 05. 2019", "2019-05-03"),
        ("O3.O5.2Ol9", "2019-05-03"), ("|03.05.2019|", "2019-05-03"), ("1S.lo.20I6", "2016-10-15"),
        ("05.2019", "2019-05"),
        ("Mai 2019", "2019-05"), ("0305.2019", "2019-05-03"), ("03.05 2019", "2019-05-03"), ("03052019", "2019-05-03"),
        ("03.05,2019", "2019-05-03"),
    ])
    func everySpellingIsRead(text: String, date: String) {
        #expect(read(text)?.value == date)
    }

    @Test(arguments: ["", "x", "Handelsname", "0"])
    func whatIsNoDateIsNone(text: String) {
        #expect(read(text) == nil)
    }

    @Test(
        arguments: [
            ("11.08.1004", "2004-08-11"), ("31.02.2019", nil), ("1.1.2027", nil), ("14.04.2101", nil),
            ("99.99.9999", nil),
            ("\\6.1.1071", nil), ("N.N.2009", "2009-11-11"),
        ] as [(String, String?)])
    func whatCannotBeIsRepairedAndDoubted(text: String, date: String?) {
        let found = read(text)
        #expect(found.map { $0.isDoubtful && $0.confidence < 0.6 } ?? true)
        if let date { #expect(found?.value == date) }
    }

    @Test(arguments: [
        ("(6.01.2017", "2017-01-16"), ("/4.10.2006", "2006-10-14"), ("23.5.20}|", "2011-05-23"),
        ("13.5.201]", "2011-05-13"), ("W.11.2016", "2016-11-11"),
    ])
    func slantedStrokesAreOnesAndNeverCertain(text: String, date: String) throws {
        let found = try #require(read(text))
        #expect(found.value == date && found.isDoubtful && found.confidence < 0.9)
    }

    @Test(arguments: [("|16.01.2017|", "2017-01-16"), ("(16.01.2017)", "2017-01-16"), ("16.01.17|", "2017-01-16")])
    func bordersAreNone(text: String, date: String) {
        #expect(read(text)?.value == date)
    }

    @Test(arguments: [("13.0897", "1997-08-13"), ("1308.97", "1997-08-13"), ("14.1004", "2004-10-14")])
    func aStopMayLackBeforeAYearOfTwoDigits(text: String, date: String) {
        #expect(read(text)?.value == date)
    }

    @Test func threeRunsAreNeverTwo() {
        // A year that there can't be is repaired; 10.10.04 isn't made of what is left of it.
        #expect(read("14.10.1004")?.value == "2004-10-14")
    }

    @Test(arguments: [("ss |", true), ("00 \\", true), ("3.5.19", false), ("0305", false)])
    func strokesOfADittoMarkMayBeDigits(text: String, isOne: Bool) {
        #expect(DittoReading.mayBeOne(ScanSamples.reading(text)) == isOne)
    }

    @Test func lettersTakenForDigitsCostConfidence() throws {
        let (plain, corrected) = (try #require(read("03.05.2019")), try #require(read("O3.O5.2019")))
        #expect(plain.confidence == 0.9 && corrected.confidence < 0.85)
    }

    @Test func monthFirstIsMarked() throws {
        let date = try #require(read("12/31/2021"))
        #expect(date.value == "2021-12-31" && date.isDoubtful)
        #expect(read("12/11/2021")?.value == "2021-11-12")
    }

    @Test func twoDigitsAreTheLatestYearThatCanBe() throws {
        #expect(read("1.2.26")?.value == "2026-02-01")
        #expect(read("1.2.27")?.value == "1927-02-01")
        #expect(read("1.2.87", birth: "1986-01-01")?.value == "1987-02-01")
        #expect(read("1.2.87", birth: "1988-01-01")?.value != "1987-02-01")
        #expect(read("1.2.27", ahead: true)?.value == "2027-02-01")
    }

    @Test func twoPossibleCenturiesAreBothTold() throws {
        let old = try #require(read("1.2.24", birth: "1920-01-01"))
        #expect(old.value == "2024-02-01" && old.isDoubtful && old.alternatives == ["1924-02-01"])
        #expect(read("1.2.24", birth: "1930-01-01")?.isDoubtful == false)
    }

    @Test func aDayBeforeBirthIsDoubted() throws {
        let date = try #require(read("3.5.2019", birth: "2020-01-01"))
        #expect(date.isDoubtful && date.confidence < 0.5)
    }

    @Test func aMonthAloneIsDoubted() {
        #expect(read("05.2019")?.isDoubtful == true)
    }

    @Test(arguments: ["\"", "\u{201E}", "''", "-\"-", "\u{201D}"])
    func dittoMarksAreKnown(text: String) {
        #expect(DittoReading.isOne(ScanSamples.reading(text)))
        #expect(!DittoReading.isOne(ScanSamples.reading("3.5.19")))
        #expect(!DittoReading.isOne(ScanSamples.reading("")))
    }

    @Test(arguments: [
        ("03.2007", "2007-03"), ("08/25", "2025-08"), ("2023-08", "2023-08"), ("Aug 2023", "2023-08"),
        ("30.09.2023", "2023-09"), ("05/10", "2010-05"), ("O8/1995", "1995-08"), ("12 2028", "2028-12"),
        ("11/98", "1998-11"),
    ])
    func expiriesAreMonths(text: String, month: String) {
        #expect(MonthParser(ScanSamples.settings).candidates(text, confidence: 0.9).first?.value == month)
    }

    @Test(arguments: ["13/2020", "03.2099", "Lot", "0.5 ml"])
    func whatIsNoMonthIsNone(text: String) {
        #expect(MonthParser(ScanSamples.settings).candidates(text, confidence: 0.9).isEmpty)
    }
}
