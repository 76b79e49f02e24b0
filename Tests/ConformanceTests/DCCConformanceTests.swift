import Foundation
import HealthCertificate
import Testing

@testable import conformance

private let hasTestdata = SharedFolder.has("dcc/testdata")
private let testdata = URL(fileURLWithPath: SharedFolder.path("dcc/testdata"))

private func names() -> [String] {
    guard hasTestdata, let paths = try? FileManager.default.subpathsOfDirectory(atPath: testdata.path) else {
        return []
    }
    return paths.filter { $0.hasSuffix(".json") }.sorted()
}

@Suite("EU test certificates", .timeLimit(.minutes(3)))
struct DCCConformanceTests {
    // Needs the reference data, which is not part of the project.
    @Test("each published certificate is judged as its file expects", .enabled(if: hasTestdata), arguments: names())
    func published(name: String) throws {
        let testCase = try #require(DCCTestCase(file: testdata.appendingPathComponent(name)))
        let check = DCCCheck(testCase)
        let answered = check.results.count + check.notAnswered.count + check.unanswerable.count
        #expect(answered == testCase.expectations.count)
        for result in check.results {
            #expect((result.fault == nil) == result.expected, "\(result.step.rawValue): \(result.fault ?? "holds")")
        }
    }

    @Test(
        "clocks are read in the formats that test files have",
        arguments: [
            "2021-06-07T10:00:00Z", "2021-06-07T12:00:00+02:00", "2021-06-07T10:00:00.000Z", "2021-06-07 10:00:00",
            "2021-06-07T12:00+02:00[Europe/Vienna]", "2021-06-07T10:00:00.000000000Z", "2021-06-07T12:00:00+0200",
            "2021-06-07 10:00:00 UTC", "1623060000", "1623060000000", "Mon, 07 Jun 2021 10:00:00 GMT",
            "Mon Jun 07 10:00:00 UTC 2021", "07.06.2021 10:00:00", "07/06/2021 10:00", "20210607T100000Z",
        ])
    func clocks(text: String) {
        #expect(ClockText.parse(text) == Date(timeIntervalSince1970: 1_623_060_000))
    }

    @Test("a file with misspelt keys, other cases of hex and a text for a truth is read")
    func tolerance() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let json = #"""
            {"COMPRESED": "78DA 6364", "CBOR": "A0", "TESTCTX": {"VALIDATIONCLOK": 1623060000},
             "EXPECTEDRESULTS": {"EXPECTEDUNPREFX": "true", "EXPECTEDVERIFY": false}}
            """#
        try Data(json.utf8).write(to: file)
        let testCase = try #require(DCCTestCase(file: file))
        #expect(testCase.compressed == [0x78, 0xDA, 0x63, 0x64])
        #expect(testCase.cbor == [0xA0])
        #expect(testCase.clock.flatMap(ClockText.parse) == Date(timeIntervalSince1970: 1_623_060_000))
        #expect(testCase.expectations.map(\.step) == [.unprefix, .verify])
        #expect(testCase.expectations.map(\.expected) == [true, false])
    }
}
