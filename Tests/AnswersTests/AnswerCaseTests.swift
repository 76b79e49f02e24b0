import Answers
import Foundation
import Immunization
import ImmunizationCases
import Testing

@Suite("Cases of what a person has to be told", .timeLimit(.minutes(3)))
struct AnswerCaseTests {
    /// What waits for something that isn't built yet.
    static let waiting: Set<String> = []

    /// The cases that are here: the repository's, and those of the reference data.
    static let files = [Records.patients, Records.cases].flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
            .filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0) }
    }

    private static func isWaiting(_ file: URL) -> Bool { waiting.contains(String(file.lastPathComponent.dropLast(5))) }

    private func differences(_ file: URL) throws -> [String] {
        let name = file.lastPathComponent
        let check = AnswerCheck(try Records.release.get())
        let bytes = [UInt8](try Data(contentsOf: file))
        let read = try check.read(bytes, name: name)
        return try #require(check.differences(check.answer(read), from: read))
    }

    @Test(arguments: files.filter { !isWaiting($0) })
    func isAnsweredAsExpected(_ file: URL) throws {
        for difference in try differences(file) { Issue.record("\(file.lastPathComponent): \(difference)") }
    }

    @Test("what waits is no longer than it has to be", arguments: files.filter(isWaiting))
    func waits(_ file: URL) throws {
        #expect(try !differences(file).isEmpty, "\(file.lastPathComponent) waits for nothing")
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
