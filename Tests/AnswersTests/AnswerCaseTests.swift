import Answers
import Foundation
import Immunization
import ImmunizationCases
import Testing

@Suite("Cases of what a person has to be told", .timeLimit(.minutes(3)))
struct AnswerCaseTests {
    /// What waits for something that isn't built yet.
    static let waiting: Set<String> = []

    /// The cases that are here, by name.
    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: Records.cases.path))?
        .filter { $0.hasSuffix(".json") }.sorted() ?? []

    private func differences(_ name: String) throws -> [String] {
        let check = AnswerCheck(try Records.release.get())
        let bytes = [UInt8](try Data(contentsOf: Records.cases.appending(path: name)))
        let file = try check.read(bytes, name: name)
        return try #require(check.differences(check.answer(file), from: file))
    }

    @Test(arguments: names.filter { !waiting.contains(String($0.dropLast(5))) })
    func isAnsweredAsExpected(_ name: String) throws {
        for difference in try differences(name) { Issue.record("\(name): \(difference)") }
    }

    @Test(
        "what waits is no longer than it has to be",
        arguments: names.filter { waiting.contains(String($0.dropLast(5))) })
    func waits(_ name: String) throws {
        #expect(try !differences(name).isEmpty, "\(name) waits for nothing")
    }

    @Test("a key that nobody knows is a fault, wherever it stands")
    func unknownKeys() throws {
        let check = AnswerCheck(try Records.release.get())
        let head = #"{"patient": {"species": "person", "born": "1990-01-01"#
        let whole = head + #""}, "given": [], "day": "2026-11-28", "expect": {"td": {"state": "now"}}}"#
        _ = try check.read([UInt8](whole.utf8), name: "whole")
        for (old, new) in [
            (#""given""#, #""gifts": [], "given""#), (#""born""#, #""name": "x", "born""#),
            (#""state""#, #""status": "x", "state""#),
        ] {
            #expect(throws: DataFault.self) {
                try check.read([UInt8](whole.replacing(old, with: new).utf8), name: "with \(new)")
            }
        }
    }

    @Test("a case of one schedule is answered for its country, and not compared")
    func casesOfSchedules() throws {
        let check = AnswerCheck(try Records.release.get())
        let text = """
            {"title": "A title", "source": "A text", "schedule": "at-impfplan", "patient": {"species": "person", "born": "1990-01-01"},
             "given": [], "day": "2026-11-28", "expect": {"mmr": {"status": "due"}}}
            """
        let file = try check.read([UInt8](text.utf8), name: "austria")
        let answer = check.answer(file)
        #expect(!file.isCompared && check.differences(answer, from: file) == nil)
        #expect(answer.lines.contains { $0.id == "basic" && $0.places == ["AT"] })
    }
}
