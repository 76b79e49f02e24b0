import PassArchive
import Testing

@Suite("JSON is read strictly")
struct JSONTests {
    private func read(_ text: String) throws(ArchiveError) -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test("every kind of value")
    func values() throws {
        #expect(try read(" {\"a\": [1, -2.5e+3, true, false, null, \"x\"]} ")["a"]?.array?.count == 6)
        #expect(try read("\"\\u00e9\\ud83d\\udc36\\n\\/\\\"\"") == .string("é🐶\n/\""))
        #expect(try read("12")["x"] == nil)
        #expect(try read("12").int == 12)
        #expect(try read("1e2").int == nil)
        #expect(try read("99999999999999999999").int == nil)
        #expect(try read("\u{FEFF}true") == .bool(true))
    }

    @Test(
        "what is not JSON",
        arguments: [
            "", " ", "{", "}", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}",
            "{\"a\":1,\"a\":2}", "01", "1.", ".5", "+1", "-", "1e", "0x1", "NaN", "tru", "nul", "\"", "\"\\x\"",
            "\"\\u12\"",
            "\"\\u+123\"", "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"", "\"\u{1}\"",
            "1 2", "[1] x",
            "'a'", "[1 2]", "// x\n1",
        ])
    func malformed(text: String) {
        #expect(throws: ArchiveError(.malformed, "")) { try read(text) }
    }

    @Test("a text that is not UTF-8")
    func notUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: ArchiveError(.malformed, "")) { try JSONReader.read([0x22] + bytes + [0x22]) }
        }
    }

    @Test("what is written reads back, whatever the text")
    func roundTrip() throws {
        var random = RandomPasses(seed: 3)
        for _ in 0..<500 {
            let value: JSONValue = [
                "a": .array([.string(random.text()), .null, .bool(true), .number("1.50")]), "b": [], "c": [:],
                "d": .string(String(Unicode.Scalar(UInt8(random.number(0...127))))),
            ]
            #expect(try JSONReader.read(JSONWriter.text(value)) == value)
        }
    }
}
