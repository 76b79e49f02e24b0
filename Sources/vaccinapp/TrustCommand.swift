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
        subcommands: [Import.self, Check.self, Revoke.self, List.self, Remove.self]
    )

    /// Where lists are kept, and what the new one is called.
    struct Destination: ParsableArguments {
        @OptionGroup var folder: DataFolder

        @Option(help: "The list's name; without it, the file's. A list of the same name is replaced.")
        var name: String?

        /// The name that was given, or one that is made of the file's.
        func name(for file: String) -> String { TrustDirectory.name(forFile: name ?? file) }

        func save(_ entry: TrustDirectory.Entry, as name: String) throws {
            defer { FolderOwner.keep(folder.data) }
            try TrustDirectory(dataDirectory: folder.data).save(entry, as: name)
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Trust no certificate that a list names.",
            discussion: """
                Known forms: the EU gateway's batches, Switzerland's list, the list of an issuer of SMART Health Cards \
                (/.well-known/crl/KID.json), and identifiers or hashes of them as JSON or one a line.
                """)

        @Argument(help: "The list as it was published.") var file: String
        @Option(help: ArgumentHelp("A PEM file with the key that the list is signed with.", valueName: "PEM file"))
        var key: String?
        @OptionGroup var destination: Destination

        func run() throws {
            try Self.save(try InputFile.read(file), key: key, as: destination.name(for: file), in: destination)
        }

        /// Keeps a list of what was revoked, and says how much that is.
        static func save(_ bytes: [UInt8], key: String?, as name: String, in destination: Destination) throws {
            let entry = TrustDirectory.Entry(
                kind: .revocations, imported: Timestamp(Date()).text, key: try key.map(InputFile.readText),
                authorities: nil, list: Data(bytes))
            let list = try entry.revocationList()
            try destination.save(entry, as: name)
            print("\(name): \(list.count) revoked")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List what is trusted.")

        @OptionGroup var folder: DataFolder

        func run() throws {
            let directory = TrustDirectory(dataDirectory: folder.data)
            for name in try directory.names() {
                guard let entry = try? directory.entry(name) else {
                    print(
                        "\(name): refused: the file is none of ours, or is damaged; 'vaccinapp trust remove \(name)' takes it away"
                    )
                    continue
                }
                let state: String
                do {
                    switch entry.kind {
                    case .signers: state = "\(try entry.trustList().signers.count) signers"
                    case .network: state = TrustListAge.text(try entry.networkList(), at: Date())
                    case .rules: state = RulesAge.text(try entry.publishedRules())
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
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Trust a list no longer.")

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
