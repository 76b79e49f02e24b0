import BoundedXML
import Testing

@Suite("XML is read within limits, and nothing of it that is dangerous", .timeLimit(.minutes(3)))
struct XMLReaderTests {
    private func events(_ text: String, _ limits: XMLLimits = XMLLimits()) throws -> [XMLEvent] {
        try events(Array(text.utf8), limits)
    }

    private func events(_ bytes: [UInt8], _ limits: XMLLimits = XMLLimits()) throws -> [XMLEvent] {
        var reader = try XMLReader(bytes, limits: limits)
        var events: [XMLEvent] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test func readsElementsAttributesAndText() throws {
        let text =
            "\u{FEFF}<?xml version=\"1.0\"?><!-- a --><a b='1' c = \"&lt;&#x41;&#66;\"> t &amp; u<d/><![CDATA[<&]]></a>\n"
        #expect(
            try events(text) == [
                .start("a", ["b": "1", "c": "<AB"]), .text(" t & u"), .start("d", [:]), .end, .text("<&"), .end,
            ])
    }

    @Test func whiteSpaceInAttributesIsBlanksUnlessWrittenByNumber() throws {
        #expect(try events("<a b='x\n\ty&#10;z'/>").first == .start("a", ["b": "x  y\nz"]))
    }

    @Test(arguments: [
        ("<!DOCTYPE a [<!ENTITY l 'lol'><!ENTITY m '&l;&l;&l;'>]><a>&m;</a>", XMLError.Code.documentType),
        ("<a><!ENTITY x SYSTEM 'file:///etc/passwd'></a>", .documentType),
        ("<a>&l;</a>", .notXML), ("<a b='&l;'/>", .notXML), ("<a>&#0;</a>", .notXML), ("<a>&#xFFFF;</a>", .notXML),
        ("<a>&#-1;</a>", .notXML), ("<a>&#xD800;</a>", .notXML), ("<a>\u{1}</a>", .notXML), ("", .notXML),
        ("<a>", .notXML), ("<a></b>", .notXML), ("<a/><b/>", .notXML), ("x<a/>", .notXML), ("<a/>x", .notXML),
        ("<a b='1'c='2'/>", .notXML), ("<a b='1' b='2'/>", .notXML), ("<a b=1/>", .notXML), ("<a b='<'/>", .notXML),
        ("<a", .notXML), ("<", .notXML), ("<a><!-- </a>", .notXML), ("<a><![CDATA[ </a>", .notXML), ("</a>", .notXML),
        ("<![CDATA[a]]><a/>", .notXML), (String(repeating: "<a>", count: 10_000), .tooDeep),
    ])
    func refuses(text: String, code: XMLError.Code) {
        #expect(throws: XMLError.self) { try events(text) }
        do { _ = try events(text) } catch { #expect((error as? XMLError)?.code == code, "\(text.prefix(40))") }
    }

    /// More than any word has would take for ever to be compared.
    @Test func dividesManyMarks() throws {
        for mark in ["\u{301}", "&#x301;"] {
            let marks = String(repeating: mark, count: 31)
            for content in ["a\(marks)", "<![CDATA[a\(String(repeating: "\u{301}", count: 31))]]>"] {
                let text = try events(Array("<a>\(content)</a>".utf8)).compactMap { event in
                    if case .text(let text) = event { text } else { nil }
                }.joined()
                #expect(text.unicodeScalars.count == 33)
            }
        }
    }

    @Test func readsUTF8Alone() {
        let utf16 = Array("<a/>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let files = [
            [0xFF, 0xFE] + utf16, utf16, utf16.indices.map { utf16[$0 ^ 1] }, Array("<a>".utf8) + [0xE4, 0x3C],
        ]
        for bytes in files {
            #expect(throws: XMLError(.encoding, line: 1)) { try events(bytes) }
        }
    }

    @Test func isBounded() {
        #expect(throws: XMLError(.tooLarge, line: 1)) { try events("<a>      </a>", XMLLimits(bytes: 8)) }
        let many = "<a>" + String(repeating: "<b c='d'/>", count: 50) + "</a>"
        #expect(throws: Never.self) { try events(many, XMLLimits(nodes: 101)) }
        #expect(throws: XMLError(.tooManyNodes, line: 1)) { try events(many, XMLLimits(nodes: 100)) }
        let attributes = (0...50).map { " a\($0)='b'" }.joined()
        #expect(throws: XMLError(.notXML, line: 1)) { try events("<a\(attributes)/>") }
        #expect(throws: XMLError(.notXML, line: 2)) { try events("<a>\n<\(String(repeating: "n", count: 101))/></a>") }
    }

    @Test func keepsReferencesOfOthersWhereThatIsAsked() throws {
        let limits = XMLLimits(keepsUnknownReferences: true)
        #expect(try events("<a>&Uuml; &amp; &</a>", limits) == [.start("a", [:]), .text("&Uuml; & &"), .end])
    }
}
