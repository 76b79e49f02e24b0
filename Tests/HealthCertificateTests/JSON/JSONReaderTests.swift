import HealthCertificate
import Testing

@Suite("JSON is read strictly and within limits")
struct JSONReaderTests {
    @Test(
        "Values of every kind are read",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)),
            ("0", .integer(0)), ("-7", .integer(-7)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("1.0", .number(1)), ("-0.5e-2", .number(-0.005)),
            ("1E3", .number(1000)), ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([:])),
            (" [1 , \"a\" ]\n", .array([.integer(1), .string("a")])),
            ("{\"a\":{\"b\":[null]}}", .object(["a": .object(["b": .array([.null])])])),
            (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, .string("\"\\/\u{8}\u{C}\n\r\té😀é")),
        ])
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        "What isn't JSON is refused by name and place",
        arguments: [
            ("", JSONError.Code.unexpectedEnd, 0), ("[1", .unexpectedEnd, 2), ("[1,]", .unexpectedCharacter, 3),
            ("{\"a\" 1}", .unexpectedCharacter, 5), ("{a:1}", .unexpectedCharacter, 1), ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedCharacter, 3), ("1 2", .trailingCharacters, 2), ("01", .invalidNumber, 0),
            ("-", .invalidNumber, 0), ("1.", .invalidNumber, 0), (".5", .unexpectedCharacter, 0),
            ("1e", .invalidNumber, 0), ("+1", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0),
            ("9223372036854775808", .numberOutOfRange, 0), ("1e400", .numberOutOfRange, 0),
            ("\"\\x\"", .invalidEscape, 1), ("\"\\ud800\"", .invalidEscape, 1), ("\"\\udc00\"", .invalidEscape, 1),
            ("\"\\u12g4\"", .invalidEscape, 1), ("\"a\nb\"", .controlCharacter, 2), ("\"a", .unexpectedEnd, 2),
            ("{\"a\":1,\"a\":2}", .duplicateName, 7), ("\u{FEFF}1", .byteOrderMark, 0),
        ])
    func refuses(text: String, code: JSONError.Code, offset: Int) {
        #expect(throws: JSONError(code, at: offset)) { try JSONValue(parsing: text) }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect(throws: JSONError(.invalidUTF8, at: 1)) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError(.invalidUTF8, at: 1)) { try JSONValue(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test func limitsAreKept() throws {
        let limits = JSONLimits(bytes: 20, values: 4, depth: 2)
        #expect(throws: JSONError(.tooLarge, at: 20)) {
            try JSONValue(parsing: String(repeating: " ", count: 21), limits: limits)
        }
        #expect(throws: JSONError(.tooManyValues, at: 7)) { try JSONValue(parsing: "[1,2,3,4]", limits: limits) }
        #expect(throws: JSONError(.tooDeep, at: 2)) { try JSONValue(parsing: "[[[]]]", limits: limits) }
        #expect(try JSONValue(parsing: "[[1]]", limits: limits) == .array([.array([.integer(1)])]))
    }

    @Test func depthBombIsRefusedAndTheLastNameCountsWhereThatIsAllowed() throws {
        let bomb = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONError(.tooDeep, at: 128)) { try JSONValue(parsing: bomb) }
        let limits = JSONLimits(refusesDuplicateNames: false)
        #expect(try JSONValue(parsing: "{\"a\":1,\"a\":2}", limits: limits)["a"] == .integer(2))
    }

    @Test func writingIsCompactSortedAndReadsBackTheSame() throws {
        let value = JSONValue.object([
            "b": .array([.null, .bool(true), .integer(-3), .number(2), .number(0.1)]),
            "a": .string("\"\\\n\u{1}é😀"), "": .object([:]),
        ])
        let text = value.compactText
        #expect(text == #"{"":{},"a":"\"\\\n\u0001é😀","b":[null,true,-3,2.0,0.1]}"#)
        #expect(try JSONValue(parsing: text) == value)
    }
}
