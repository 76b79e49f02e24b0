import Foundation
import Testing

@testable import conformance

private let hasCards = SharedFolder.has("shc")

@Suite("Published health cards", .timeLimit(.minutes(3)))
struct HealthCardConformanceTests {
    // Needs the reference data, which is not part of the project; the pictures also need the reader's programs.
    @Test("each file gets the verdict that its name says", .enabled(if: hasCards))
    func published() async throws {
        // 2026-01-01T00:00:00Z
        let moment = Date(timeIntervalSince1970: 1_767_225_600)
        let outcomes = try await SHCRun(data: DataFiles(folder: SharedFolder.path("shc")), moment: moment).outcomes()
        #expect(outcomes.count { $0.state == .agrees } > 100)
        for outcome in outcomes where outcome.state == .disagrees {
            Issue.record("\(outcome.name): \(outcome.details.joined(separator: ", "))")
        }
    }

    @Test(
        "names of files say what is to be found",
        arguments: [
            ("test-example-00-d-jws-der-signature-r-neg.txt", ["derSignature"]),
            ("test-example-00-e-file-invalid_issuer_url_http.smart-health-card", ["issuerNotHTTPS"]),
            ("example-02-d-jws.txt", []), ("valid_2_chain.public.json", []), ("wrong_use_key.json", ["keyUseWrong"]),
        ])
    func names(file: String, expected: [String]) {
        #expect(SHCExpectation(fileName: file)?.names == Set(expected))
    }

    @Test("a name that says nothing known is no expectation")
    func unknownNames() {
        #expect(SHCExpectation(fileName: "test-example-00-something-new.txt") == nil)
    }
}
