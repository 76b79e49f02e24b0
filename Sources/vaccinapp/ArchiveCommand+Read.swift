import ArgumentParser
import BoundedJSON
import Foundation
import Immunization
import IntakePages
import Lists

extension ArchiveCommand {
    /// `vaccinapp archive read`: what an import of a file would bring.
    struct Read: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "read",
            abstract: "Show what an import of a file would bring, and what it would leave out; nothing is stored.",
            discussion: """
                Reads what the page "Import a file" reads: an export, with its passphrase; FHIR R4 in JSON or XML (an \
                International Patient Summary, a German MIO Impfpass, US Core, CH VACD); SMART Health Cards; a table, as \
                it seems to be.

                Exit status: 0 read, whatever is left out; 1 refused, with the reason on standard error.
                """)

        @Argument(help: "The file; '-' for standard input.") var file: String
        @Flag(help: "Print JSON instead of lines.") var json = false
        @OptionGroup var secret: PassphraseOptions

        func run() async throws {
            let bytes = try InputFile.read(file)
            let passphrase = ArchiveReading.needsPassphrase(bytes) ? try secret.read(prompt: "Passphrase: ") : ""
            let catalogue = try CatalogueStore.release(in: CatalogueStore.shippedFolder(resources: "")).catalogue
            let reading: ArchiveReading
            do {
                reading = try await ArchiveReading(
                    bytes, passphrase: passphrase, catalogue: catalogue, resources: "", now: Date())
            } catch let refusal as ArchiveReading.Unreadable {
                throw ArchiveCommand.refuse(refusal.reason)
            }
            print(json ? reading.json.compactText : Self.lines(reading.json))
        }

        private static func lines(_ reading: JSONValue) -> String {
            func texts(_ value: JSONValue, _ names: String...) -> String {
                names.compactMap { value[$0]?.text }.filter { !$0.isEmpty }.joined(separator: "  ")
            }
            var lines: [String] = []
            for pass in reading["passes"]?.elements ?? [] {
                lines.append(texts(pass, "name", "birthDate"))
                for dose in pass["vaccinations"]?.elements ?? [] {
                    let targets = (dose["targets"]?.elements ?? []).compactMap(\.text).joined(separator: ", ")
                    lines.append("  \(texts(dose, "date", "name", "batch"))  (\(targets); \(texts(dose, "source")))")
                }
                for fact in pass["facts"]?.elements ?? [] {
                    lines.append("  \(texts(fact, "kind", "value", "from", "to"))")
                }
            }
            let leftOut = reading["leftOut"]?.elements ?? []
            if !leftOut.isEmpty { lines.append("left out, or to be checked:") }
            for one in leftOut { lines.append("  \(texts(one, "what", "why"))") }
            return lines.map(TerminalText.printable).joined(separator: "\n")
        }
    }
}
