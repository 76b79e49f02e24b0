import BoundedJSON
import Testing

@Suite("JSON is read strictly and within limits", .timeLimit(.minutes(3)))
struct JSONReaderTests {
    @Test(
        "Values of every kind are read",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)),
            ("0", .integer(0)), ("-7", .integer(-7)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("1.0", .number(1)), ("-0.5e-2", .decimal("-0.5e-2")),
            ("1E3", .decimal("1E3")), ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([:])),
            (" [1 , \"a\" ]\n", .array([.integer(1), .string("a")])),
            ("{\"a\":{\"b\":[null]}}", .object(["a": .object(["b": .array([.null])])])),
            ("99999999999999999999", .decimal("99999999999999999999")), ("1.50", .decimal("1.50")),
            ("\u{FEFF}true", .bool(true)),
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
            ("1e400", .numberOutOfRange, 0), (String(repeating: "9", count: 401), .numberOutOfRange, 0),
            ("\"\\x\"", .invalidEscape, 1), ("\"\\ud800\"", .invalidEscape, 1), ("\"\\udc00\"", .invalidEscape, 1),
            ("\"\\u12g4\"", .invalidEscape, 1), ("\"a\nb\"", .controlCharacter, 2), ("\"a", .unexpectedEnd, 2),
            ("{\"a\":1,\"a\":2}", .duplicateName, 7), ("\"\\u+123\"", .invalidEscape, 1),
            ("\"\\ud800\\u0041\"", .invalidEscape, 1), ("'a'", .unexpectedCharacter, 0),
            ("// x\n1", .unexpectedCharacter, 0),
        ])
    func refuses(text: String, code: JSONError.Code, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.code == code && error?.offset == offset)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: JSONError(.invalidUTF8, at: 1)) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        }
    }

    /// More than any word has would take for ever to be compared.
    @Test func dividesManyMarks() throws {
        for mark in ["\u{301}", "\\u0301"] {
            let value = try JSONValue(parsing: "\"a\(String(repeating: mark, count: 31))\"")
            #expect(value.text?.unicodeScalars.count == 33)
        }
    }

    @Test(
        "A fault names the value that it stands in",
        arguments: [
            ("[1,]", "[1]"), (#"{"a":[{"b":nul}]}"#, "a[0].b"), (#"{"a":{"b":1,"b":2}}"#, "a.b"),
            ("[[1],[x]]", "[1][0]"),
            ("1 2", ""),
        ])
    func namesThePath(text: String, path: String) {
        #expect(#expect(throws: JSONError.self) { try JSONValue(parsing: text) }?.path == path)
    }

    @Test func tellsWhereEachValueBegins() throws {
        let (value, offsets) = try JSONValue.withOffsets(parsing: Array(#"{"a": [1, "x"], "b": null}"#.utf8))
        #expect(value == ["a": [1, "x"], "b": .null])
        #expect(offsets == [0, 6, 7, 10, 21])
    }

    @Test func limitsAreKept() throws {
        let limits = JSONLimits(bytes: 20, values: 4, depth: 2)
        #expect(throws: JSONError(.tooLarge, at: 20)) {
            try JSONValue(parsing: String(repeating: " ", count: 21), limits: limits)
        }
        #expect(throws: JSONError(.tooManyValues, at: 7, path: "[3]")) {
            try JSONValue(parsing: "[1,2,3,4]", limits: limits)
        }
        #expect(throws: JSONError(.tooDeep, at: 2, path: "[0][0]")) { try JSONValue(parsing: "[[[]]]", limits: limits) }
        #expect(try JSONValue(parsing: "[[1]]", limits: limits) == .array([.array([.integer(1)])]))
    }

    @Test func depthBombIsRefusedAndTheLastNameCountsWhereThatIsAllowed() throws {
        let bomb = String(repeating: "[", count: 1_000_000)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bomb) }
        #expect(error?.code == .tooDeep && error?.offset == 128)
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

    @Test func whatIsWrittenReadablyReadsBackTheSameInItsOrder() throws {
        for code in 0...127 {
            let value: JSONValue = [
                "z": ["é😀", .null, true, .decimal("1.50"), -3], "b": [], "a": [:],
                "d": .string(String(Unicode.Scalar(UInt8(code)))),
            ]
            let read = try JSONValue(parsing: JSONWriter.text(value))
            #expect(read == value)
            #expect(read.members?.map(\.name) == ["z", "b", "a", "d"])
        }
    }

    /// So many values, or an empty list and object more, are counted before any is read.
    @Test(arguments: [
        ("1", 1), (#"{"a,[{":[1,"b\",[",{"c":{"d":null}}],"e":2}"#, 8), (#"["\\",1]"#, 3), ("[[],{}]", 5), ("[1,2", 3),
    ])
    func valuesAreCountedFromWithout(text: String, count: Int) {
        #expect(JSONValue.mostValues(in: Array(text.utf8)) == count)
    }

    @Test func anObjectHasNoMoreNamesThanItMay() throws {
        let limits = JSONLimits(names: 2)
        _ = try JSONValue(parsing: #"{"a":1,"b":{"a":1,"b":2}}"#, limits: limits)
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: #"[{"a":1,"b":2,"c":3}]"#, limits: limits)
        }
        #expect(error?.code == .tooManyNames && error?.offset == 14)
    }

    /// A long text is let go as soon as nobody waits for it.
    @Test(arguments: [
        "[" + String(repeating: "1,", count: 20_000) + "1]", #"""# + String(repeating: #"\n"#, count: 200_000) + #"""#,
    ])
    func readingEndsWithItsTask(text: String) async {
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        }.value
        #expect(error?.code == .cancelled && error?.offset ?? .max < text.utf8.count)
    }

    @Test func onOneLineNothingIsBlankAndMembersKeepTheirOrder() throws {
        let value: JSONValue = ["z": ["é 1", .null, ["b": true, "a": [:]]], "c": [], "a": -3]
        var text: [UInt8] = []
        JSONWriter.writeOnOneLine(value, into: &text)
        #expect(String(decoding: text, as: UTF8.self) == #"{"z":["é 1",null,{"b":true,"a":{}}],"c":[],"a":-3}"#)
    }

    @Test func anObjectIsItsMembersInAnyOrder() {
        var object: JSONObject = ["a": 1, "b": 2]
        #expect(object == ["b": 2, "a": 1])
        #expect(object.hashValue == (["b": 2, "a": 1] as JSONObject).hashValue)
        #expect(object != ["a": 1, "b": 2, "c": 3] && object != ["a": 1, "c": 2])
        object["a"] = nil
        object["c"] = "x"
        #expect(object == ["b": 2, "c": "x"])
    }
}
