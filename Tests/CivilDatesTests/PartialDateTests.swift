import CivilDates
import Testing

@Suite("Partly known days", .timeLimit(.minutes(3)))
struct PartialDateTests {
    @Test(
        "what isn't known spans the year or the month",
        arguments: [
            ("2009", "2009-01-01", "2009-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
            ("2023-02-11", "2023-02-11", "2023-02-11"),
        ])
    func spans(text: String, earliest: String, latest: String) throws {
        let date = try #require(PartialDate(text))
        #expect(date.earliest.description == earliest)
        #expect(date.latest.description == latest)
        #expect(date.description == text)
    }

    @Test("impossible days are refused", arguments: ["2023-13", "2023-02-29", "09", "2009-", "20090", "abcd", "0000"])
    func refuses(text: String) {
        #expect(PartialDate(text) == nil)
    }

    @Test("a day needs its month")
    func dayNeedsMonth() {
        #expect(PartialDate(year: 2020, month: nil, day: 3) == nil)
    }
}
