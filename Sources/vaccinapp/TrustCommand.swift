import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate

/// `vaccinapp trust`: whom this server trusts.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Say whose certificates are trusted.",
        discussion: """
            Trust lists are kept in the data directory, each as it was published together with its signer's key, and \
            are verified again whenever they are loaded.
            """,
        subcommands: [Import.self, Revoke.self, List.self, Remove.self]
    )

    /// Where lists are kept, and what the new one is called.
    struct Destination: ParsableArguments {
        @OptionGroup var folder: DataFolder

        @Option(help: "The list's name; without it, the file's. A list of the same name is replaced.")
        var name: String?

        func name(for file: String) -> String { TrustDirectory.name(forFile: name ?? file) }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trust the signers of a list.",
            discussion: """
                Known formats: Germany's signed JSON, the EU gateway's array, Sweden's token, the Dutch and the Swiss \
                lists, JSON Web Keys, certificates in PEM or DER. A list that carries a signature needs its signer's \
                key; one that is refused changes nothing.
                """)

        @Argument(help: "The list as it was published.") var file: String
        @Option(
            help: ArgumentHelp(
                "A PEM file with the public key, or a certificate, that the list is signed with.", valueName: "PEM file"
            ))
        var key: String?
        @Option(
            help: ArgumentHelp(
                "A PEM file of authorities (CSCA); signers that none of them certified are left out.",
                valueName: "PEM file"))
        var authorities: String?
        @Flag(help: "Accept a list in JSON that carries no signature.") var allowUnsigned = false
        @OptionGroup var destination: Destination

        func run() throws {
            let entry = TrustDirectory.Entry(
                kind: .signers, imported: Timestamp(Date()).text, key: try key.map(InputFile.readText),
                authorities: try authorities.map(InputFile.readText), list: Data(try InputFile.read(file)))
            let list = try entry.trustList()
            guard list.isSigned || allowUnsigned || [.pem, .der].contains(list.format) else {
                throw ValidationError("the list carries no signature: --allow-unsigned accepts it nevertheless")
            }
            for refusal in list.refusals {
                StandardError.write("note: entry \(refusal.index) is not used: \(refusal.reason)")
            }
            guard !list.signers.isEmpty else { throw ValidationError("no signer of the list can be used") }
            let name = destination.name(for: file)
            defer { FolderOwner.keep(destination.folder.data) }
            try TrustDirectory(dataDirectory: destination.folder.data).save(entry, as: name)
            let verified = list.isSigned ? "signature verified" : "not signed"
            print(
                "\(name): \(list.signers.count) of \(list.count) signers, format \(list.format.rawValue), \(verified)")
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trust no certificate that a list names.",
            discussion: """
                Known forms: the EU gateway's batches, Switzerland's list, and identifiers or hashes of them as JSON \
                or one a line.
                """)

        @Argument(help: "The list as it was published.") var file: String
        @Option(help: ArgumentHelp("A PEM file with the key that the list is signed with.", valueName: "PEM file"))
        var key: String?
        @OptionGroup var destination: Destination

        func run() throws {
            let entry = TrustDirectory.Entry(
                kind: .revocations, imported: Timestamp(Date()).text, key: try key.map(InputFile.readText),
                authorities: nil, list: Data(try InputFile.read(file)))
            let list = try entry.revocationList()
            let name = destination.name(for: file)
            defer { FolderOwner.keep(destination.folder.data) }
            try TrustDirectory(dataDirectory: destination.folder.data).save(entry, as: name)
            print("\(name): \(list.count) revoked")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List what is trusted.")

        @OptionGroup var folder: DataFolder

        func run() throws {
            let directory = TrustDirectory(dataDirectory: folder.data)
            for name in try directory.names() {
                let entry = try directory.entry(name)
                let state: String
                do {
                    switch entry.kind {
                    case .signers: state = "\(try entry.trustList().signers.count) signers"
                    case .revocations: state = "\(try entry.revocationList().count) revoked"
                    }
                } catch {
                    state = "refused: \(error)"
                }
                print("\(name): \(state), imported \(entry.imported)")
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Trust a list no longer.")

        @Argument(help: "The list's name, as 'trust list' shows it.") var name: String
        @OptionGroup var folder: DataFolder

        func run() throws {
            let directory = TrustDirectory(dataDirectory: folder.data)
            guard try directory.names().contains(name) else { throw ValidationError("no list is called \"\(name)\"") }
            try directory.remove(name)
            FolderOwner.keep(folder.data)
        }
    }
}
