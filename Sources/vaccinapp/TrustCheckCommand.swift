import ArgumentParser
import BoundedJSON
import Foundation
import HealthCertificate

extension TrustCommand {
    /// `vaccinapp trust check`: whether a folder of the WHO's trust network is whole, without importing it.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Verify the WHO's trust list, document by document; nothing is imported.",
            discussion: """
                FOLDER holds DID documents (*.json) as the WHO's Global Digital Health Certification Network publishes \
                them. Exit status: 0 every document carries the key's signature; 1 one doesn't, or can't be read.
                """)

        @Argument(help: "The folder with the documents, or one of them.") var folder: String
        @Option(help: ArgumentHelp("The DID document of the key that signs them.", valueName: "DID.json"))
        var key: String
        @Flag(help: "Print JSON instead of lines.") var json = false

        func run() throws {
            let key = try TrustNetworkFolder.key(key)
            let list = try TrustNetworkList(TrustNetworkFolder.files(folder), key: key)
            print(json ? Self.json(list) : Self.lines(list, key))
            if !list.refused.isEmpty { throw ExitCode(1) }
        }

        private static func json(_ list: TrustNetworkList) -> String {
            let report: JSONValue = [
                "documents": .integer(Int64(list.documents)), "verified": .integer(Int64(list.verified)),
                "keys": .integer(Int64(list.keys)),
                "refused": .array(
                    list.refused.map { ["file": .string($0.file), "reason": .string($0.reason)] }),
                "leftOut": .array(
                    list.leftOut.map {
                        ["file": .string($0.file), "kid": .string($0.kid), "reason": .string($0.reason)]
                    }),
            ]
            return report.compactText
        }

        private static func lines(_ list: TrustNetworkList, _ key: TrustNetworkKey) -> String {
            let refused = list.refused.map { "\($0.file): refused: \($0.reason)" }
            let leftOut = list.leftOut.map {
                "\($0.file): key \(TerminalText.printable($0.kid)) left out: \($0.reason)"
            }
            let total = """
                \(list.verified) of \(list.documents) documents verified by the key \(key.thumbprint); \
                \(list.keys) keys, \(list.signers.count) of them sign certificates
                """
            return (refused + leftOut + [total]).joined(separator: "\n")
        }
    }
}
