import ArgumentParser
import Foundation
import HealthCertificate
import Seeded

/// `conformance network`: every document of the WHO's trust network, as it is and with one bit changed.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network",
        abstract: "Verify the documents of the WHO's trust network; each with one bit changed has to be refused.",
        discussion: "A folder of documents (*.json), as `vaccinapp trust check` takes it."
    )

    @OptionGroup var data: DataFolder
    @Option(help: "The DID document of the key that they are signed with.") var key: String
    @Option(help: "How many times each document is read with another bit changed.") var changed = 1
    @Option(help: "What the changes follow from.") var seed: UInt64 = 1
    @OptionGroup var report: ConformanceReport

    func run() throws {
        let signingKey = try TrustNetworkKey(parsing: Array(Data(contentsOf: URL(fileURLWithPath: key))))
        var generator = SeededGenerator(seed: seed)
        var outcomes: [CaseOutcome] = []
        for name in try data.files(endingWith: ".json") {
            let bytes = try data.bytes(of: name)
            outcomes.append(try Self.outcome(name, bytes, signingKey, isWhole: true))
            for _ in 0..<changed where !bytes.isEmpty {
                let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
                var damaged = bytes
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                outcomes.append(try Self.outcome("\(name) bit \(bit)", damaged, signingKey, isWhole: false))
            }
        }
        try report.print(outcomes)
    }

    private static func outcome(
        _ name: String, _ bytes: [UInt8], _ key: TrustNetworkKey, isWhole: Bool
    ) throws -> CaseOutcome {
        let list = try TrustNetworkList([.init(name: name, bytes: bytes)], key: key)
        let said = list.refused.first?.reason ?? "verified, \(list.keys) keys"
        let leftOut = list.leftOut.map { "left out \($0.kid): \($0.reason)" }
        return CaseOutcome(
            name: name, state: list.refused.isEmpty == isWhole ? .agrees : .disagrees, details: [said] + leftOut)
    }
}
