import AgeEncryption
import ArgumentParser
import Crypto
import Foundation

/// `conformance age`: the age project's test vectors, a file a case.
struct AgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "age",
        abstract: "Open the age project's test vectors, a line for each file.",
        discussion: """
            The format of the files: https://github.com/C2SP/CCTV/tree/main/age. Vectors for X25519 and hybrid keys, \
            which we don't implement, are opened by the file key that they tell; those about unwrapping are skipped.
            """
    )

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    func run() throws {
        let outcomes = try data.files().map { path in
            guard let vector = AgeVector(try data.bytes(of: path)) else {
                return CaseOutcome(name: path, state: .skipped, details: ["not a test vector of a kind we know"])
            }
            return Self.outcome(path, vector)
        }
        try report.print(outcomes)
    }

    private static func outcome(_ path: String, _ vector: AgeVector) -> CaseOutcome {
        guard vector.isAnswerable else {
            return CaseOutcome(name: path, state: .skipped, details: ["about a recipient that we don't implement"])
        }
        var details = ["expected \(vector.expectation)"]
        let found = vector.open()
        var agrees = found.expectation == vector.expectation
        if !agrees { details.append("found \(found.expectation)") }
        if let payloadHash = vector.payloadHash {
            let hash = SHA256.hash(data: found.released).map { String(format: "%02x", $0) }.joined()
            if hash != payloadHash {
                agrees = false
                details.append("another content")
            }
        } else if !found.released.isEmpty {
            agrees = false
            details.append("content of a file that has none")
        }
        return CaseOutcome(name: path, state: agrees ? .agrees : .disagrees, details: details)
    }
}
