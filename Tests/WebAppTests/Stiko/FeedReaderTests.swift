import BoundedXML
import Seeded
import Testing

@testable import Lists
@testable import WebApp

@Suite("Feeds, which are a stranger's bytes", .timeLimit(.minutes(3)))
struct FeedReaderTests {
    static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made for tests -->
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
        <title>Epidemiologisches Bulletin</title><link>https://www.example.org/</link>
        <item><title>Epidemiologisches Bulletin 4/2026</title><link>https://www.example.org/04-26?a=1&amp;b=2</link>
        <description><![CDATA[<p>Empfehlungen der <b>Ständigen Impfkommission</b> (STIKO) 2026</p>]]></description>
        <pubDate>Thu, 22 Jan 2026 10:00:00 +0100</pubDate><guid isPermaLink="false">eb-4-2026</guid></item>
        <item><title>Epidemiologisches Bulletin 5/2026</title><link>https://www.example.org/05-26</link>
        <description>Masern in Deutschland &#8211; eine &Uuml;bersicht</description>
        <pubDate>29 Jan 2026 10:00:00 GMT</pubDate></item>
        <item><title>STIKO: Neue Mitglieder berufen</title><link>javascript:alert(1)</link></item>
        </channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>Bulletin</title>
        <entry><id>urn:x:1</id><title type="html">Beschluss der STIKO zur Impfung gegen RSV</title>
        <link rel="enclosure" href="https://www.example.org/a.pdf"/><link href='https://www.example.org/a'/>
        <updated>2026-02-05T09:00:00Z</updated><summary>Die STIKO empfiehlt</summary></entry></feed>
        """

    private func items(_ text: String) throws -> [FeedItem] { try FeedReader.items(Array(text.utf8)) }

    @Test func readsRSS() throws {
        let items = try items(Self.rss)
        #expect(items.map(\.title).first == "Epidemiologisches Bulletin 4/2026" && items.count == 3)
        #expect(items[0].link == "https://www.example.org/04-26?a=1&b=2" && items[0].date == "2026-01-22")
        #expect(items[0].summary == "Empfehlungen der Ständigen Impfkommission (STIKO) 2026")
        #expect(items[1].date == "2026-01-29" && items[1].summary.contains("–"))
        #expect(items[2].link == nil, "an address that is no web address")
        #expect(items.map(\.isRecommendation) == [true, false, false])
    }

    @Test func readsAtom() throws {
        let item = try #require(try items(Self.atom).first)
        #expect(item.link == "https://www.example.org/a" && item.date == "2026-02-05" && item.isRecommendation)
    }

    @Test func readsLatin1WhereTheFeedSaysSo() throws {
        let text = Self.rss.replacing("UTF-8", with: "ISO-8859-1")
        let bytes = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
        #expect(try FeedReader.items(bytes)[0].summary.contains("Ständigen"))
        #expect(throws: XMLError(.encoding, line: 1)) {
            try FeedReader.items(Self.rss.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F })
        }
    }

    @Test(arguments: [
        (#"<!DOCTYPE rss [<!ENTITY a "b">]><rss/>"#, XMLError.Code.documentType),
        (#"<?xml version="1.0"?><!DOCTYPE rss SYSTEM "http://localhost/x.dtd"><rss/>"#, .documentType),
        (#"<rss><!ENTITY x SYSTEM "file:///etc/passwd"></rss>"#, .documentType),
        ("", .notXML), ("<rss>", .notXML), ("<rss></rs>", .notXML), ("<a/><b/>", .notXML), ("text", .notXML),
        ("<a b></a>", .notXML), ("<a b='1' b='2'/>", .notXML), ("<a><!-- </a>", .notXML),
        ("<a><![CDATA[ </a>", .notXML),
        ("<", .notXML), ("</a>", .notXML), ("<a b='<'/>", .notXML),
        (String(repeating: "<a>", count: 100_000), .tooDeep),
    ])
    func refusesWhatNoFeedIs(text: String, code: XMLError.Code) throws {
        let error = #expect(throws: XMLError.self) { try items(text) }
        #expect(error?.code == code)
    }

    @Test func resolvesNoEntityButThoseOfXML() throws {
        let text = "<rss><item><title>&lt;x&gt; &secret; &#65;&#x42; &#x110000; &amp;amp; & b</title></item></rss>"
        #expect(try items(text).first?.title == "&secret; AB &#x110000; & & b")
    }

    @Test func isBoundedInTimeAndSize() throws {
        let pieces = "<rss><item><title>" + String(repeating: "a<b/>", count: 600_000) + "</title></item></rss>"
        let start = ProcessorTime.ofThisThread
        #expect(try items(pieces).first?.title.count == 300)
        #expect(throws: XMLError.self) { try FeedReader.items([UInt8](repeating: 0x20, count: 5 << 20)) }
        let many = "<rss>" + String(repeating: "<item><title>a</title></item>", count: 100_000) + "</rss>"
        #expect(try items(many).count == 2_000)
        #expect(ProcessorTime.ofThisThread - start < 60)
    }

    /// Whatever is cut off or changed: an error or items, never a crash.
    @Test func survivesDamage() {
        let good = Array(Self.rss.utf8)
        for length in stride(from: 0, to: good.count, by: 3) { _ = try? FeedReader.items(Array(good.prefix(length))) }
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<3_000 {
            var bytes = good
            for _ in 0..<4 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? FeedReader.items(bytes)
        }
    }

    @Test(
        arguments: [
            ("Thu, 22 Jan 2026 10:00:00 +0100", "2026-01-22"), ("1 Feb 2026", "2026-02-01"),
            ("2026-03-04", "2026-03-04"),
            ("2026-03-04T05:06:07Z", "2026-03-04"), ("", nil), ("Jan", nil), ("99 Jan 2026", nil), ("2026-13-01", nil),
            ("1 Jan 99999999999999999999", nil),
        ] as [(String, String?)])
    func readsDates(text: String, date: String?) {
        #expect(FeedDate.iso(text) == date)
    }
}
