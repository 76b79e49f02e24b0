import Codes
import Foundation
import HealthCertificate

/// One run over a folder of SMART Health Card test files.
struct SHCRun {
    static let exampleIssuer = "https://spec.smarthealth.cards/examples/issuer"

    let data: DataFiles
    let moment: Date
    /// The example issuer's key set; nil for the one in the folder.
    var keySet: [UInt8]?
    var issuer = exampleIssuer

    /// What comes of each file.
    func outcomes() async throws -> [CaseOutcome] {
        let judge = SHCJudge(trust: try trust(), moment: moment, reader: .patient)
        var outcomes: [CaseOutcome] = []
        for files in try groups() {
            let verdict = await judge.verdict(on: files)
            outcomes += files.map { Self.outcome(of: $0.name, verdict) }
        }
        return outcomes
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

    /// The example issuer's keys, and those of another issuer in the folder.
    private func trust() throws -> TrustStore {
        let own = try keySet ?? data.bytes(of: "good/issuer.jwks.json")
        var store = TrustStore(signers: try HealthCardIssuer(address: issuer, keySet: own, at: moment).signers)
        for path in try data.files(endingWith: ".json") where path.hasPrefix("issuer.jwks") {
            let keys = try data.bytes(of: path)
            let other = try HealthCardIssuer(address: "https://another.example", keySet: keys, at: moment)
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
