import AgeEncryption
import ArgumentParser
import Foundation
import Glibc
import Immunization
import PassArchive

/// `vaccinapp archive`: opens and seals exports without a server.
struct ArchiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Open an encrypted export, seal a document, or see what an import would bring.",
        discussion: """
            The passphrase is asked for on the terminal, or read from a file descriptor; it is never an argument, which \
            other users of the machine could see.
            """,
        subcommands: [Open.self, Seal.self, Read.self]
    )

    /// Says why a file was refused, and ends with exit status 1.
    static func refuse(_ reason: String) -> ExitCode {
        StandardError.write(reason)
        return ExitCode(1)
    }

    /// Does what may find that a file or a passphrase isn't right, which is then said.
    static func refusing<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as AgeError {
            throw refuse(error.reason)
        } catch let error as ArchiveError {
            throw refuse(error.reason)
        }
    }
}

extension ArchiveCommand {
    /// `vaccinapp archive open`: prints the document that an export holds.
    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Print the document that an export holds, as it is, as FHIR or as a table.",
            discussion: "Exit status: 0 opened; 1 refused, with the reason on standard error.")

        /// How the document is printed.
        enum Form: String, ExpressibleByArgument, CaseIterable {
            case json
            case fhir
            case csv
        }

        @Argument(help: "The export; '-' for standard input.") var file: String
        @Option(name: .customLong("as"), help: "json: the document; fhir: a FHIR R4 bundle; csv: a table.")
        var form = Form.json
        @Option(help: "Which pass to print as FHIR or as a table, from 1.") var pass = 1
        @Option(help: "The folder of the catalogue, for FHIR's codes.") var catalogue = "Catalogue"
        @OptionGroup var secret: PassphraseOptions

        func run() async throws {
            let sealed = try InputFile.read(file)
            let (document, contents) = try await ArchiveCommand.refusing {
                let passphrase = try AgePassphrase(try secret.read(prompt: "Passphrase: "))
                let document = try await AgeFile.open(
                    sealed, with: passphrase, through: ScryptGate(memoryBytes: 1 << 30))
                return (document, try ArchiveReader.read(document))
            }
            for place in contents.ignored { StandardError.write("not known to this version: \(place)") }
            if let number = StandardFile.write(try output(document, contents), to: STDOUT_FILENO) {
                throw ArchiveCommand.refuse("It can't be written (\(String(cString: strerror(number)))).")
            }
        }

        private func output(_ document: [UInt8], _ contents: ArchiveContents) throws -> [UInt8] {
            guard form != .json else { return document }
            guard pass >= 1, pass <= contents.passes.count else {
                throw ArchiveCommand.refuse("The export holds \(contents.passes.count) passes.")
            }
            let pass = contents.passes[pass - 1]
            guard form == .fhir else { return TableExport.write(pass) }
            var generator = SystemRandomNumberGenerator()
            return PatientSummary.write(pass, codes: try codes(), at: Date(), using: &generator)
        }

        private func codes() throws -> ClinicalCodes {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: catalogue) else { return .none }
            var files: [String: [UInt8]] = [:]
            for name in names where name.hasSuffix(".json") { files[name] = try InputFile.read("\(catalogue)/\(name)") }
            return ClinicalCodes(try Catalogue(files: files))
        }
    }

    /// `vaccinapp archive seal`: makes an export of a document.
    struct Seal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "seal", abstract: "Seal a document as an export, which age opens too.",
            discussion: "Exit status: 0 sealed; 1 refused, with the reason on standard error.")

        @Argument(help: "The document; '-' for standard input.") var file: String
        @Option(name: .shortAndLong, help: "The export to write; it must not exist yet.") var output: String
        @Flag(help: "Write text that survives mail instead of bytes.") var armor = false
        @OptionGroup var secret: PassphraseOptions

        func run() async throws {
            let document = try InputFile.read(file)
            try await ArchiveCommand.refusing {
                _ = try ArchiveReader.read(document)
                let text = try secret.read(prompt: "Passphrase: ")
                guard try secret.isFromDescriptor || secret.read(prompt: "Passphrase again: ") == text else {
                    throw ArchiveCommand.refuse("The two passphrases differ.")
                }
                var generator = SystemRandomNumberGenerator()
                let sealed = try await AgeFile.seal(
                    document, with: AgePassphrase(text), isArmored: armor, through: ScryptGate(), using: &generator)
                try Data(sealed).write(to: URL(filePath: output), options: .withoutOverwriting)
            }
        }
    }
}
