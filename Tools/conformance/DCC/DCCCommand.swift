import ArgumentParser
import Codes
import Foundation
import HealthCertificate

/// `conformance dcc`: test certificates in the form of the EU's dgc-testdata repository.
struct DCCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dcc",
        abstract: "Judge the test certificates of a folder as their files expect.",
        discussion: """
            Every JSON file in the folder and below that has EXPECTEDRESULTS is a case; each expectation is checked \
            on the bytes that the file gives for that step, as the README of \
            https://github.com/eu-digital-green-certificates/dgc-testdata describes it.
            """
    )

    @Argument(help: "The folder.") var folder: String
    @OptionGroup var report: ConformanceReport

    func run() async throws {
        let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
        let reader = CodeReader.patient
        var outcomes: [CaseOutcome] = []
        for path in try Self.files(in: root) {
            guard let testCase = DCCTestCase(file: root.appendingPathComponent(path)) else { continue }
            let read = await Self.texts(inPictureOf: testCase, reader: reader)
            outcomes.append(Self.outcome(path, DCCCheck(testCase, pictureTexts: read)))
        }
        guard !outcomes.isEmpty else { throw ValidationError("no test certificate below \(folder)") }
        try report.print(outcomes)
    }

    /// The texts of the codes in a case's picture; `nil` when pictures can't be read here.
    private static func texts(inPictureOf testCase: DCCTestCase, reader: CodeReader) async -> [String]? {
        guard testCase.expectations.contains(where: { $0.step == .pictureDecode }) else { return nil }
        switch await reader.read(testCase.picture ?? []) {
        case .success(let texts): return texts
        case .failure(.unavailable): return nil
        case .failure: return []
        }
    }

    /// The paths of the JSON files below a folder, in the order that people count.
    private static func files(in root: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.lowercased().hasSuffix(".json") }
            .sorted { $0.compare($1, options: [.numeric]) == .orderedAscending }
    }

    private static func outcome(_ path: String, _ check: DCCCheck) -> CaseOutcome {
        var details: [String] = []
        var state = CaseOutcome.State.skipped
        for result in check.results {
            if result.expected == (result.fault == nil) {
                details.append(result.step.rawValue)
                if state == .skipped { state = .agrees }
            } else {
                details.append("\(result.step.rawValue): \(result.fault ?? "expected to fail, but it holds")")
                state = .disagrees
            }
        }
        if !check.unanswerable.isEmpty, state != .disagrees { state = .listed }
        details += check.unanswerable.map { "\($0.rawValue): the file asks for it, but has nothing to do it on" }
        details += check.notAnswered.map { "(\($0.rawValue) not answered here)" }
        return CaseOutcome(name: path, state: state, details: details)
    }
}
