import CivilDates
import Immunization
import Testing

@Suite("Schedule files", .timeLimit(.minutes(3)))
struct ScheduleFileTests {
    /// A file with these doses in its one series, which begins on line 4.
    private func file(doses: String, series: String = "", rest: String = "") -> [UInt8] {
        Array(
            """
            {"format": 1, "id": "t", "species": "person", "authority": "x", "edition": "1",
            \(rest)
            "series": [
            {"id": "one", "antigens": ["red"],
            "doses": [
            \(doses)
            ]}
            \(series)
            ]}
            """.utf8)
    }

    private func fault(_ json: [UInt8]) -> DataFault? {
        do {
            _ = try Schedule(json: json, file: "t.json")
            return nil
        } catch {
            #expect(Set(error.arguments.keys) == error.code.parameters, "\(error)")
            return error
        }
    }

    @Test("the example file reads, and its vaccines are known")
    func readsExample() throws {
        let schedule = try Schedule(json: Array(ExampleSchedule.text.utf8), file: "example.json")
        #expect(schedule.series.count == 4)
        #expect(schedule.series[0].doses[1].intervals[0].absoluteMinimum == CalendarPeriod(weeks: 4, days: -4))
        #expect(schedule.review == .draft)
        try schedule.check(against: ExampleSchedule.vaccines)
    }

    @Test("a negative interval is named with its line")
    func negativeInterval() throws {
        let error = try #require(
            fault(file(doses: #"{"intervals": [{"from": "previous", "minimum": "4 days - 2 weeks"}]}"#)))
        #expect(error.line == 6)
        #expect(error.code == .negativePeriod)
    }

    @Test("how people get an appointment is said in both languages")
    func appointment() throws {
        let said = #""appointment": {"en": "Call.", "de": "Anrufen."},"#
        #expect(try Schedule(json: file(doses: "{}", rest: said), file: "t.json").appointment?["de"] == "Anrufen.")
        let half = try #require(fault(file(doses: "{}", rest: #""appointment": {"en": "Call."},"#)))
        #expect(half.code == .lacksName && half.line == 2)
    }

    @Test("series that wait for each other are a cycle, named with the line of the first")
    func cycle() throws {
        let wait = #"{"skips": [{"sets": [{"all": [{"completed": ["b"]}]}]}]}"#
        let other = """
            , {"id": "two", "antigens": ["red"], "selection": {"group": "b"},
            "doses": [{"skips": [{"sets": [{"all": [{"completed": ["standard"]}]}]}]}]}
            """
        let error = try #require(fault(file(doses: wait, series: other)))
        #expect(error.code == .seriesCycle)
        #expect(error.path == "two")
        #expect(error.line == 8)
        #expect(fault(file(doses: wait)) == nil)
    }

    @Test(
        "a source's address is one that begins with https",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "http://a.example", "//a.example", "data:text/html,x",
            "https://", " https://a.example", "https://a.example\\u0022 onclick=x", "https:/a.example", "HTTPS:a",
        ])
    func address(url: String) throws {
        let rest = #""sources": {"a": {"title": "A", "url": "\#(url)"}},"#
        let error = try #require(fault(file(doses: "{}", rest: rest)))
        #expect(error.line == 2 && error.path == "sources.a.url")
        #expect(error.code == .notAddress)
        let good = rest.replacing(url, with: "https://a.example/b%20c?d=e&f=g#h")
        #expect(fault(file(doses: "{}", rest: good)) == nil)
    }

    @Test(
        "what can't be meant is refused",
        arguments: [
            (#"{"intervals": [{"from": "dose 1", "minimum": "4 weeks"}]}"#, DataFault.Code.doseForward),
            (#"{"ages": [{"minimum": "2 years", "maximum": "1 year"}]}"#, .doseAges),
            (#"{"ages": [{"minimum": "soon"}]}"#, .malformedPeriod),
            (#"{"colour": "red"}"#, .unknownKey),
            (#"{"recurring": "yes"}"#, .notTrueOrFalse),
            (#"{"season": {"from": "13-01", "to": "03-31"}}"#, .notSeason),
            (#"{"skips": [{"sets": []}]}"#, .emptySkip),
            (#"{"intervals": [{"from": "dose x"}]}"#, .notReference),
            (#"{"intervals": [{"from": "previous", "maximum": "1 year"}]}"#, .halfLongestGap),
            (#"{}, {"intervals": [{"from": "previous", "maximum": "900 years", "lateCountsAs": 1}]}"#, .doseLife),
            (
                #"{}, {"intervals": [{"from": "previous", "minimum": "2 years", "maximum": "1 year", "lateCountsAs": 1}]}"#,
                .doseGaps
            ),
            (#"{}, {"intervals": [{"from": "previous", "maximum": "1 year", "lateCountsAs": 2}]}"#, .doseLate),
            (#"{"intervals": [{"from": "previous", "maximum": "1 year", "lateCountsAs": 1}]}"#, .doseLate),
            (#"{"ages": [{"recommendedUntil": "2 years", "maximum": "1 year"}]}"#, .doseAges),
            (#"{"season": {"from": "10-01", "to": "03-31", "overdue": "07-01"}}"#, .overdueOutsideSeason),
            ("", .seriesEmpty),
        ])
    func refuses(doses: String, code: DataFault.Code) throws {
        #expect(try #require(fault(file(doses: doses))).code == code)
    }

    @Test("an unlisted source, a doubled id, an antigen in two groups are refused")
    func refusesDangling() throws {
        #expect(
            fault(file(doses: "{}", series: #", {"id": "two", "antigens": ["red"], "sources": ["S"], "doses": [{}]}"#))?
                .code == .unlistedSource)
        #expect(
            fault(file(doses: "{}", series: #", {"id": "one", "antigens": ["red"], "doses": [{}]}"#))?.code
                == .seriesId)
        let groups = #""groups": [{"id": "a", "antigens": ["red"]}, {"id": "b", "antigens": ["red"]}],"#
        #expect(fault(file(doses: "{}", rest: groups))?.code == .twoGroups)
    }

    @Test("a vaccine or an antigen that the catalogue doesn't have is refused")
    func checksCatalogue() throws {
        let schedule = try Schedule(json: file(doses: #"{"vaccines": ["green-dead", "unheard-of"]}"#), file: "t.json")
        #expect(throws: DataFault.self) { try schedule.check(against: ExampleSchedule.vaccines) }
        #expect(throws: DataFault.self) { try schedule.check(against: VaccineTable([])) }
    }

    @Test(
        "words that say nothing, or too little, are refused where they stand",
        arguments: [
            (#""contraindications": [{"antigens": ["red"]}],"#, DataFault.Code.ruleWithoutGround),
            (#""contraindications": [{"observation": "weak"}],"#, .ruleWithoutSubject),
            (
                #""contraindications": [{"antigens": ["red"], "observation": "weak", "degree": "ask"}],"#,
                .ruleWithoutText
            ),
            (#""contraindications": [{"antigens": ["red"], "observation": "weak", "degree": "maybe"}],"#, .notOneOf),
            (#""places": {"here": ["nowhere"]},"#, .notPlace),
            (#""changes": [{"text": {"en": "x"}}],"#, .lacksKey),
            (#""notCovered": [{"why": {"en": "x"}}],"#, .lacksKey),
        ])
    func refusesWords(rest: String, code: DataFault.Code) throws {
        let error = try #require(fault(file(doses: "{}", rest: rest)))
        #expect(error.line == 2 && error.code == code, "\(error)")
    }

    @Test("a place that is neither a code nor a list of the schedule is refused by name")
    func refusesPlaces() throws {
        let series =
            #", {"id": "two", "antigens": ["red"], "kind": "risk", "indications": [{"residence": ["there"]}], "doses": [{}]}"#
        #expect(try #require(fault(file(doses: "{}", series: series))).code == .unknownPlace)
    }

    @Test("bytes that aren't JSON are refused")
    func refusesOtherBytes() {
        #expect(fault([0xFF, 0x00])?.code == .notJson)
        #expect(fault(Array(#"{"format": 2}"#.utf8))?.code == .unknownFormat)
        #expect(fault(Array(String(repeating: "[", count: 10_000).utf8))?.code == .tooDeep)
    }
}
