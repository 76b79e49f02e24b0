import Immunization
import Testing

@Suite("JSON data files", .timeLimit(.minutes(3)))
struct DataNodeTests {
    private func read(_ text: String, _ limits: DataLimits = DataLimits()) throws(DataFault) -> DataNode {
        try DataNode(json: Array(text.utf8), file: "f.json", limits: limits)
    }

    @Test func everyValueRemembersItsLineAndPath() throws {
        var object = try read("{\n \"a\": [1,\n  {\"b\": \"c\"}]\n}").object()
        let inner = try object.array("a")[1]
        #expect(inner.line == 3 && inner.path == "a[1]")
        var second = try inner.object()
        let text = try second.required("b")
        #expect(text.path == "a[1].b")
        #expect(text.fault(.lacksKey, ["name": "x"]).description == "f.json:3:a[1].b: lacksKey (name 'x')")
    }

    @Test(arguments: [
        (#""\u00e9\n\"\\\/""#, "é\n\"\\/"), (#""\ud83d\ude00""#, "😀"), (#""Röteln""#, "Röteln"), (#""\t""#, "\t"),
    ])
    func escapesAreResolved(json: String, text: String) throws {
        #expect(try read(json).string() == text)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "{a:1}", "nul", "truth", "01", "-", "1.", "1e", ".5", "+1",
        "\"",
        "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u+123\"", "\"a\nb\"", "[1 2]", "'a'", "1 2",
        "[", "NaN", "//", "{\"a\":1,\"a\":2}",
    ])
    func whatIsNotJSONIsRefused(text: String) {
        #expect(throws: DataFault.self) { try read(text) }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        #expect(throws: DataFault.self) { try DataNode(json: [0x22, 0xC3, 0x28, 0x22], file: "f.json") }
        #expect(throws: DataFault.self) { try DataNode(json: [0x22, 0xED, 0xA0, 0x80, 0x22], file: "f.json") }
    }

    @Test func depthAndSizeAreBounded() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: DataFault.self) { try read(deep) }
        #expect(throws: DataFault.self) { try read("[[[[1]]]]", DataLimits(depth: 3)) }
        #expect(throws: Never.self) { try read("[[[[1]]]]", DataLimits(depth: 4)) }
        #expect(throws: DataFault.self) { try read("[1,2,3]", DataLimits(bytes: 6)) }
    }

    @Test(arguments: ["1.5", "1e3", "99999999999999999999", "\"1\"", "true", "null"])
    func onlyWholeNumbersInReachAreIntegers(text: String) {
        #expect(throws: DataFault.self) { try read(text).integer() }
    }

    @Test func aKeyThatNobodyReadIsAFaultAtItsLine() throws {
        var object = try read("{\"$schema\": \"x\",\n\"a\": 1,\n\"b\": 2}").object()
        #expect(try object.integer("a") == 1)
        let fault = #expect(throws: DataFault.self) { try object.finish() }
        #expect(fault?.line == 3)
        #expect(fault?.path == "b")
    }

    @Test func nullCountsAsMissing() throws {
        var object = try read("{\"a\": null}").object()
        #expect(object.optional("a") == nil)
        #expect(throws: DataFault.self) { try object.string("a") }
        #expect(throws: Never.self) { try object.finish() }
    }
}
