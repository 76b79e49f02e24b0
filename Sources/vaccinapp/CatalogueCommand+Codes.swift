import ArgumentParser
import Foundation
import Immunization
import Lists
import Operators

extension CatalogueCommand {
    /// Says what each code of a system means.
    struct Codes: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "codes", abstract: "Print what every code of a system that the catalogue knows stands for.",
            discussion: """
                A line for each code, with tabs between its columns: the code, the vaccine or kind that it stands for, the \
                diseases that it is against, why it gives no dose, and what the system calls it. What is empty is '-'.
                """)

        @Argument(help: "The system's name in the catalogue, such as cvx or atc.") var system: String
        @OptionGroup var place: Place

        func run() throws {
            try CatalogueCommand.naming(resources: place.resources) {
                let catalogue = try place.store().release().catalogue
                for line in Codes.lines(CodeSystem(rawValue: system), catalogue) { print(line) }
            }
        }

        private static func lines(_ system: CodeSystem, _ catalogue: Catalogue) -> [String] {
            let index = catalogue.codeIndex
            let meanings = catalogue.meanings.filter { $0.observation == nil }
            let names = meanings.flatMap { meaning in meaning.codes.map { ($0, meaning.name ?? "-") } }
            let named = Dictionary(names) { first, _ in first }
            let all = (catalogue.vaccines + catalogue.kinds).flatMap(\.codes) + named.keys
            return Set(all.filter { $0.system == system }).map { code in
                let meant = index.vaccine(code)
                let cells = [
                    meant?.vaccine ?? "", (meant?.targets ?? []).joined(separator: " "),
                    index.refusal(code)?.rawValue ?? "", named[code] ?? "",
                ]
                return ([code.value] + cells.map { $0.isEmpty ? "-" : $0 }).joined(separator: "\t")
            }.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        }
    }
}
