import Foundation
import HealthCertificate
import Testing

@Suite("The scale of evidence", .timeLimit(.minutes(3)))
struct EvidenceTests {
    @Test("every verdict has one place, and only remarks part the two that are valid", arguments: Verdict.allCases)
    func places(verdict: Verdict) {
        let places = Evidence.allCases.filter { $0.verdicts.contains(verdict) }
        #expect(places.count == (verdict == .valid ? 2 : 1))
        #expect(Evidence(verdict, hasWarnings: false) == places.first)
        #expect(Evidence(verdict, hasWarnings: true) == places.last)
    }

    @Test("docs/administration.md has the same table")
    func document() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/administration.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| evidence | verdicts |") })
        let written = lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let table = Evidence.allCases.map { evidence in
            ["`\(evidence.rawValue)`", evidence.verdicts.map { "`\($0.rawValue)`" }.joined(separator: ", ")]
        }
        #expect(written == table)
    }
}
