import CivilDates
import Testing

@Suite("Dates are as exact as people know them", .timeLimit(.minutes(3)))
struct RecordDateTests {
    @Test("what is a date", arguments: ["2021", "2021-03", "2021-03-09", "2024-02-29", "2000-02-29", "1800-01-01"])
    func valid(text: String) { #expect(PartialDate(ofRecord: text)?.description == text) }

    @Test(
        "what is none",
        arguments: [
            "", "21", "02021", "2021-", "2021-3", "2021-13", "2021-00", "2021-02-29", "1900-02-29", "2021-04-31",
            "2021-01-00",
            "2021-01-01-01", "2021/01/01", " 2021", "+021", "1799", "3000", "２０２１", "2021-01-0a",
        ])
    func invalid(text: String) { #expect(PartialDate(ofRecord: text) == nil) }

    @Test("less exact dates can be the same, others can't")
    func compatible() throws {
        let day = try #require(PartialDate(ofRecord: "2021-03-09"))
        #expect(day.isCompatible(with: try #require(PartialDate(ofRecord: "2021-03"))))
        #expect(try #require(PartialDate(ofRecord: "2021")).isCompatible(with: day))
        #expect(!day.isCompatible(with: try #require(PartialDate(ofRecord: "2021-04"))))
    }
}
