import ArgumentParser
import ByteCoding
import CivilDates
import Foundation
import HealthCertificate

/// `conformance trustlist`: every entry of a trust list, and whether it loads.
struct TrustListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trustlist",
        abstract: "Load a trust list, a line for each signer.",
        discussion: "A list that carries a signature is verified with --key; without it, that is said and not done."
    )

    @Argument(help: "The list as it was published.") var file: String
    @Option(help: "A PEM file with the key that the list is signed with.") var key: String?
    @OptionGroup var report: ConformanceReport

    func run() throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        let list: TrustList
        if let key {
            list = try TrustList(reading: bytes, key: TrustListKey(pem: String(contentsOfFile: key, encoding: .utf8)))
        } else {
            list = try TrustList(readingUnverified: bytes)
        }
        let loaded = list.signers.map { signer in
            CaseOutcome(
                name: "\(signer.country ?? "--") \(Base64.encode(signer.keyID))", state: .agrees,
                details: [signer.name ?? "", signer.notAfter.map { "until \(Timestamp($0).text)" } ?? ""])
        }
        let refused = list.refusals.map { refusal in
            CaseOutcome(name: "entry \(refusal.index)", state: .disagrees, details: [refusal.reason])
        }
        let signature = key != nil ? "signature verified" : list.isSigned ? "signature not verified" : "not signed"
        if !report.json { print("\(file): format \(list.format.rawValue), \(signature)") }
        try report.print(loaded + refused)
    }
}
