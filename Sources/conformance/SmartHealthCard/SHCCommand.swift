import ArgumentParser
import Codes
import Foundation
import HealthCertificate

/// Reads SMART Health Card test files, most of them wrong on purpose, and compares what is found with their names.
struct SHCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shc", abstract: "Read SMART Health Card test files and tell what is wrong with them, by name.")

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    @Option(help: "The moment to judge at, such as 2024-06-01T00:00:00Z; now, where none is given.")
    var at: String?

    @Option(help: "The example issuer's key set; 'good/issuer.jwks.json' below the folder, where none is given.")
    var keys: String?

    @Option(help: "The example issuer's address.")
    var issuer = "https://spec.smarthealth.cards/examples/issuer"

    func run() async throws {
        let judge = SHCJudge(trust: try trust(), moment: try moment(), reader: CodeReader())
        var outcomes: [CaseOutcome] = []
        for files in try groups() {
            let verdict = await judge.verdict(on: files)
            outcomes += files.map { Self.outcome(of: $0.name, verdict) }
        }
        try report.print(outcomes)
    }

    private static func outcome(of path: String, _ verdict: SHCJudge.Verdict) -> CaseOutcome {
        switch verdict {
        case .skipped(let reason): return CaseOutcome(name: path, state: .skipped, details: [reason])
        case .names(let names, let isValid):
            let fileName = path.split(separator: "/").last.map(String.init) ?? path
            guard let expected = SHCExpectation(fileName: fileName)?.names else {
                let reason = "the name says nothing that is known; found:"
                return CaseOutcome(
                    name: path, state: .skipped, details: [reason, isValid ? "valid" : "not valid"] + names)
            }
            // What the name speaks of comes first: it is the verdict that is asked for.
            let found = names.filter(expected.contains) + [isValid ? "valid" : "not valid"]
            let others = names.filter { !expected.contains($0) }
            let agrees = expected.isEmpty ? isValid : !expected.isDisjoint(with: names)
            let wanted = expected.isEmpty ? "valid" : expected.sorted().joined(separator: " or ")
            return CaseOutcome(
                name: path, state: agrees ? .agrees : .disagrees,
                details: found + others + (agrees ? [] : ["expected \(wanted)"]))
        }
    }

    private func moment() throws -> Date {
        guard let at else { return Date() }
        guard let date = Timestamp(at).date else { throw ValidationError("'\(at)' is no moment.") }
        return date
    }

    /// The example issuer's keys, and those of another issuer that lie in the folder.
    private func trust() throws -> TrustStore {
        var store = TrustStore()
        let own =
            try keys.map { Array(try Data(contentsOf: URL(filePath: $0))) }
            ?? data.bytes(of: "good/issuer.jwks.json")
        for signer in try HealthCardIssuer(address: issuer, keySet: own, at: moment()).signers { store.insert(signer) }
        for path in try data.files(endingWith: ".json") where path.hasPrefix("issuer.jwks") {
            let other = try HealthCardIssuer(
                address: "https://another.example", keySet: try data.bytes(of: path), at: moment())
            for signer in other.signers { store.insert(signer) }
        }
        return store
    }

    /// The files; the codes of one card, which are numbered in their names, are taken together.
    private func groups() throws -> [[SHCJudge.File]] {
        var groups: [String: [SHCJudge.File]] = [:]
        for path in try data.files() where !path.hasSuffix("README.md") {
            let key = path.replacing(/-(value|code)-\d+/) { "-\($0.output.1)" }
            groups[key, default: []].append(SHCJudge.File(name: path, bytes: try data.bytes(of: path)))
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
