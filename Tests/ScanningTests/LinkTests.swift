import Scanning
import Testing

@Suite("Links", .timeLimit(.minutes(3)))
struct LinkTests {
    private func field(_ value: String?, _ confidence: Double = 1, _ candidates: [String] = []) -> ScanField {
        ScanField(text: value ?? "", value: value, confidence: confidence, candidates: candidates)
    }

    /// What the only link of a form says of values in the order of its regions.
    private func judge(_ kind: ScanLink.Kind, _ type: RegionType, _ fields: [ScanField?]) throws -> Bool? {
        let regions = try fields.indices.map { number in
            ScanRegion(
                name: "r\(number)", type: type,
                box: try #require(RegionBox(left: 0.1, top: Double(number) / 10, width: 0.1, height: 0.1)))
        }
        let template = try ScanTemplate(
            id: nil, names: [:], pages: [ScanPage(aspect: 1, regions: regions)],
            links: [ScanLink(kind, regions.map(\.name))])
        var values: [FieldKey: ScanField] = [:]
        for (number, field) in fields.enumerated() { values[FieldKey(page: 0, name: "r\(number)")] = field }
        let judge = LinkJudge(template, lexicon: ScanSamples.settings.lexicon, holder: "Emilia Weber")
        let verdicts = judge.links(of: values)
        #expect(verdicts.count == 1)
        return verdicts.first?.holds
    }

    @Test func equalValuesHaveToBeTheSame() throws {
        #expect(try judge(.equal, .points, [field("3.5"), field("3.5")]) == true)
        #expect(try judge(.equal, .points, [field("3.5"), field("4.5")]) == false)
    }

    @Test func whatIsUnsureOrUnreadBreaksNothing() throws {
        #expect(try judge(.equal, .points, [field("3.5"), nil]) == nil)
        #expect(try judge(.equal, .points, [field("3.5"), field(nil)]) == nil)
        #expect(try judge(.equal, .points, [field("3.5"), field("4.5", 0.5)]) == nil)
        #expect(try judge(.equal, .points, [field("3.5"), field("4.5", 0.85, ["4.5", "3.5"])]) == nil)
        #expect(try judge(.equal, .points, [field("3.5"), field("4.5", 0.85, ["4.5", "9.5"])]) == false)
        #expect(try judge(.sum, .points, [field("9"), field("4", 0.85, ["4", "5"]), field("4")]) == nil)
        #expect(try judge(.sum, .points, [field("9"), field("4", 0.85, ["4", "6"]), field("4")]) == false)
        #expect(try judge(.order, .date, [field("2020-01-02"), field("2020-01-01", 0.7)]) == nil)
        #expect(try judge(.within, .date, [field("2020-02-01", 0.7), field("2020-01")]) == nil)
    }

    @Test func sumsAreExact() throws {
        #expect(try judge(.sum, .points, [field("0.3"), field("0.1"), field("0.2")]) == true)
        #expect(try judge(.sum, .points, [field("0.3"), field("0.1"), field("0.1999")]) == false)
        #expect(try judge(.sum, .points, [field("5"), field("5"), nil]) == nil)
        let many = [field("1")] + Array(repeating: field("0.1"), count: 9) + [field("0.2")]
        #expect(try judge(.sum, .points, Array(many.prefix(10))) == false)
    }

    @Test func endlessChoicesSayNothing() throws {
        let doubtful = (0..<9).map { number in
            field("1", 0.7, (0..<8).map { String($0 * (number * number * 37 + 1)) })
        }
        #expect(try judge(.sum, .points, [field("0.5")] + doubtful) == nil)
    }

    /// Whoever asked may have gone.
    @Test func whatNobodyWaitsForIsNotJudged() async throws {
        let region = ScanRegion(
            name: "r", type: .date, box: try #require(RegionBox(left: 0.1, top: 0.1, width: 0.1, height: 0.1)))
        let template = try ScanTemplate(
            id: nil, names: [:], pages: [ScanPage(aspect: 1, regions: [region])],
            links: [ScanLink(.equal, ["r", "r"])])
        let judge = LinkJudge(template, lexicon: ScanSamples.settings.lexicon)
        #expect(judge.links(of: [:]).count == 1)
        let asking = Task {
            while !Task.isCancelled { await Task.yield() }
            return judge.links(of: [:]).count
        }
        asking.cancel()
        #expect(await asking.value == 0)
    }

    @Test func datesAscend() throws {
        #expect(try judge(.order, .date, [field("2020-01-01"), field("2020-01-01"), field("2020-02")]) == true)
        #expect(try judge(.order, .date, [field("2020-01-01"), nil, field("2019-12-31")]) == false)
        #expect(try judge(.order, .date, [field("2020-01-15"), field("2020-01")]) == true)
    }

    @Test func nothingIsGivenAfterItsExpiry() throws {
        #expect(try judge(.within, .date, [field("2020-01-31"), field("2020-01")]) == true)
        #expect(try judge(.within, .date, [field("2020-02-01"), field("2020-01")]) == false)
    }

    @Test func theNameIsTheHolders() throws {
        #expect(try judge(.holder, .name, [field("Weber, Emilia")]) == true)
        #expect(try judge(.holder, .name, [field("Jonas Weber")]) == false)
        #expect(try judge(.holder, .name, [nil]) == nil)
    }

    private func rows(_ fields: [(Int, String, String)]) throws -> [JudgedLink] {
        var values: [FieldKey: ScanField] = [:]
        for (row, name, value) in fields { values[FieldKey(page: 0, row: row, name: name)] = field(value) }
        return LinkJudge(try ScanSamples.booklet(), lexicon: ScanSamples.settings.lexicon).links(of: values)
    }

    @Test func crossesAreTheVaccinesDiseases() throws {
        func agrees(_ vaccine: String, _ polio: String, _ tdap: String) throws -> Bool? {
            try rows([(1, "vaccine", vaccine), (1, "polio", polio), (1, "tdap", tdap)]).first?.holds
        }
        #expect(try agrees("boostrix-polio", "true", "true") == true)
        #expect(try agrees("boostrix", "true", "true") == false)
        #expect(try agrees("boostrix-polio", "false", "true") == false)
        #expect(try agrees("boostrix", "false", "false") == nil)
        #expect(try agrees("priorix", "true", "false") == false)
        #expect(try agrees("unknown", "true", "false") == nil)
    }

    @Test func tablesOfBookletsImplyTheirLinks() throws {
        let verdicts = try rows([
            (1, "date", "2020-01-01"), (1, "expiry", "2019-12"), (2, "date", "2019-01-01"), (2, "expiry", "2020-01"),
        ])
        #expect(verdicts.map(\.link.kind) == [.within, .within, .order])
        #expect(verdicts.map(\.holds) == [false, true, false])
        #expect(verdicts[2].link.regions == ["date-1", "date-2"])
    }

    @Test func otherTablesImplyNothing() throws {
        let text = ScanSamples.bookletText.replacing(
            "\"sticker\",\"type\":\"sticker\"", with: "\"note\",\"type\":\"text\"")
        let values = [
            FieldKey(page: 0, row: 1, name: "date"): field("2020-01-01"),
            FieldKey(page: 0, row: 2, name: "date"): field("2019-01-01"),
        ]
        let template = try ScanTemplate(parsing: Array(text.utf8))
        #expect(LinkJudge(template, lexicon: ScanSamples.settings.lexicon).links(of: values).isEmpty)
    }

    @Test func aColumnsLinkIsJudgedRowByRow() throws {
        let text = ScanSamples.bookletText.replacing(
            #""links":[]"#,
            with: #""links":[{"kind":"order","regions":["date"]},{"kind":"agrees","regions":["sticker","polio"]}]"#)
        let template = try ScanTemplate(parsing: Array(text.utf8))
        let values = [
            FieldKey(page: 0, row: 1, name: "date"): field("2020-01-01"),
            FieldKey(page: 0, row: 3, name: "date"): field("2019-01-01"),
        ]
        let verdicts = LinkJudge(template, lexicon: ScanSamples.settings.lexicon).links(of: values)
        #expect(verdicts[0].fields.count == 3 && verdicts[0].holds == false)
        #expect(verdicts.count { $0.link.kind == .agrees } == 3)
    }
}
