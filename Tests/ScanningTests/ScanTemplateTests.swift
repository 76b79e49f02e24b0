import BoundedJSON
import Scanning
import Testing

@Suite("Templates", .timeLimit(.minutes(3)))
struct ScanTemplateTests {
    private func template(_ text: String) throws -> ScanTemplate { try ScanTemplate(parsing: Array(text.utf8)) }

    private func refuses(
        _ text: String, _ code: ScanTemplateError.Code, _ subject: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ScanTemplateError.self, sourceLocation: sourceLocation) { try template(text) }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        if let subject { #expect(error?.subject == subject, sourceLocation: sourceLocation) }
    }

    private static func region(
        _ name: String = "a", _ type: String = "text", left: String = "0.1", width: String = "0.2"
    )
        -> String
    {
        #"{"name":"\#(name)","type":"\#(type)","left":\#(left),"top":0.1,"width":\#(width),"height":0.1}"#
    }

    private static func page(_ regions: String..., links: String = "") -> String {
        #"{"aspect":0.7,"regions":[\#(regions.joined(separator: ","))],"links":[\#(links)]}"#
    }

    @Test func rowsBecomeARegionForEachColumn() throws {
        let placed = try ScanSamples.booklet().placed[0]
        #expect(placed.count == 12)
        #expect(placed[5].key == FieldKey(page: 0, row: 2, name: "sticker"))
        #expect(abs(placed[5].box.top - 0.4) < 1e-9 && abs(placed[5].box.height - 0.2) < 1e-9)
        #expect(placed[5].key.label == "sticker-2")
    }

    @Test func writtenAndReadAgainItIsTheSame() throws {
        for text in [
            ScanSamples.bookletText,
            Self.page(Self.region(), Self.region("b", "points"), links: #"{"kind":"compare","regions":["a","b"]}"#),
            #"{"pages":[\#(Self.page(Self.region())),\#(Self.page(Self.region("b")))],"names":{"de":"Bogen","en":"Form"}}"#,
        ] {
            let once = try template(text)
            let again = try ScanTemplate(parsing: JSONWriter.text(once.json))
            #expect(once == again)
            #expect(once.json["format"]?.text == ScanTemplate.format)
        }
    }

    @Test func filesWithoutAFormatAreReadAndUnknownFormatsRefused() throws {
        #expect(try template(Self.page(Self.region())).pages.count == 1)
        refuses(#"{"format":"other/2","aspect":1,"regions":[\#(Self.region())]}"#, .format)
    }

    @Test(arguments: [
        ("0.9", "0.2"), ("-0.1", "0.2"), ("0.5", "0"), ("0.5", "-0.1"), ("1e300", "0.1"), ("0.1", "1e300"),
    ])
    func regionsThatLeaveThePageAreNamed(left: String, width: String) {
        refuses(Self.page(Self.region("far", left: left, width: width)), .outsidePage, "far")
    }

    @Test func aColumnThatLeavesThePageIsNamed() {
        refuses(ScanSamples.bookletText.replacing(#""left":0.65"#, with: #""left":0.97"#), .outsidePage, "tdap")
        refuses(ScanSamples.bookletText.replacing(#""height":0.6"#, with: #""height":0.9"#), .outsidePage)
    }

    @Test func typesNamesAndLinksHaveToBeKnown() {
        refuses(Self.page(Self.region("a", "picture")), .unknownType, "a")
        refuses(Self.page(Self.region("a", "cross:")), .unknownType, "a")
        refuses(Self.page(Self.region(), Self.region()), .duplicateName, "a")
        refuses(Self.page(Self.region(String(repeating: "n", count: 61))), .nameLength)
        refuses(Self.page(Self.region("a\\u202Eb")), .nameCharacters)
        refuses(Self.page(Self.region(), links: #"{"kind":"equal","regions":["a","b"]}"#), .unknownRegion, "b")
        refuses(Self.page(Self.region(), links: #"{"kind":"resembles","regions":["a","a"]}"#), .unknownLink)
        refuses(Self.page(Self.region(), links: #"{"kind":"equal","regions":["a"]}"#), .linkSize)
        refuses(Self.page(), .empty)
        refuses("[]", .shape)
        refuses("{", .json)
    }

    @Test func pagesAndRegionsAreBounded() {
        let pages = Array(repeating: Self.page(Self.region()), count: 21).joined(separator: ",")
        refuses(#"{"pages":[\#(pages)]}"#, .tooManyPages)
        refuses(ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":501"#), .tooManyRegions)
        refuses(
            ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":9223372036854775807"#), .tooManyRegions)
        #expect(throws: Never.self) {
            try template(ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":500"#))
        }
    }

    /// A template's limits by themselves let 60 million fields be joined.
    @Test func whatLinksJoinIsBoundedInAllItsRows() throws {
        func joining(_ links: Int, rows: Int) -> String {
            let link = #"{"kind":"equal","regions":["date","sticker"]}"#
            return ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":\#(rows)"#)
                .replacing(
                    #""links":[]"#, with: #""links":[\#(Array(repeating: link, count: links).joined(separator: ","))]"#)
        }
        refuses(joining(21, rows: 500), .tooManyJoined)
        let largest = try template(joining(20, rows: 500))
        let verdicts = LinkJudge(largest, lexicon: ScanSamples.settings.lexicon).links(of: [:])
        #expect(verdicts.count == 20 * 500 && verdicts.allSatisfy { $0.holds == nil })
        let sums = Array(repeating: #"{"kind":"sum","regions":["a","a"]}"#, count: 51).joined(separator: ",")
        refuses(Self.page(Self.region(), links: sums), .tooManySums)
    }

    @Test(arguments: [
        ("date", ReadingKind.digits), ("sticker", .block), ("vaccine-name", .block), ("vaccine", .block),
        ("batch", .line),
        ("cross:a+b", .ink), ("stamp", .words), ("text", .line), ("number", .digits), ("points", .digits),
        ("grade", .digits), ("code", .line), ("name", .line), ("choice", .line), ("month", .digits), ("mark", .ink),
    ])
    func everyTypeIsKnown(written: String, kind: ReadingKind) throws {
        let type = try #require(RegionType(written))
        #expect(type.readingKind == kind)
        #expect(RegionType(type.written) == type)
    }

    @Test func theReaderIsToldOfTheRegionsInOrder() throws {
        let header = ReaderRequest(corners: .whole, turn: 1, drawnWidth: 800).header(
            for: try ScanSamples.booklet().pages[0])
        let lines = header.split(separator: "\n")
        #expect(lines.prefix(4) == ["vaccinapp-read-text 1", "page 1.400000", "corners whole", "turn 1"])
        #expect(lines[4] == "region 0 digits 0.000000 0.200000 0.200000 0.200000")
        #expect(lines[9].hasPrefix("region 5 block 0.200000 0.400000"))
        #expect(lines.suffix(2) == ["draw 800", "picture"])
        let corners = (0..<4).map { PicturePoint(x: Double($0), y: 1e-7) }
        let given = ReaderRequest(corners: .given(corners)).header(for: try ScanSamples.booklet().pages[0])
        #expect(given.contains("corners 0.000000 0.000000 1.000000"))
        #expect(!given.contains("turn"))
    }
}
