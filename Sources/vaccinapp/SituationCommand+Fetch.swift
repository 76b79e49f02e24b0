import ArgumentParser
import CivilDates
import Foundation
import Lists
import Situation

extension SituationCommand {
    /// Fetches what is new from the publisher's repositories.
    struct Fetch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fetch", abstract: "Fetch what is new of the tables, from the RKI's public repositories.",
            discussion: """
                Asks raw.githubusercontent.com, and media.githubusercontent.com for large files, and nobody else: no \
                redirect is followed. A file has at most 20 MiB and 30 seconds; one that hasn't changed isn't sent again. \
                deploy/vaccinapp-situation.timer runs it. Exit status 0 when every table was fetched or unchanged, 2 when \
                one wasn't.
                """)

        @Argument(help: "Tables to fetch; all that are known by default. 'vaccinapp situation list' names them.")
        var tables: [String] = []
        @OptionGroup var place: Place

        func run() async throws {
            defer { FolderOwner.keep(place.folder.data) }
            let catalogue = try place.catalogue()
            for name in tables where catalogue.table(name) == nil {
                throw ValidationError("there is no table \"\(name)\": 'vaccinapp situation list' names them")
            }
            var isWhole = true
            for table in catalogue.tables where tables.isEmpty || tables.contains(table.id) {
                guard let set = catalogue.dataSet(of: table) else { continue }
                do {
                    print("\(table.id)  \(try await fetch(table, of: set, catalogue))")
                } catch let error as SituationError {
                    isWhole = false
                    try place.refuse(error, of: table.file, noting: true)
                }
            }
            if !isWhole { throw ExitCode(2) }
        }

        private func fetch(
            _ table: DataTable, of set: DataSet, _ catalogue: SituationCatalogue
        ) async throws -> String {
            let store = place.store
            let address = Self.address(table.file, of: set, host: Self.hosts[0])
            guard
                case .bytes(var bytes, let memory) = try await get(
                    address, store.memory(of: table.id, address: address))
            else { return "unchanged" }
            if DataEdition.isPointer(bytes) {
                let large = Self.address(table.file, of: set, host: Self.hosts[1])
                guard case .bytes(let content, _) = try await get(large, nil) else { return "unchanged" }
                bytes = content
            }
            let issue = try DataEdition(bytes, of: table, in: catalogue)
            let metadata = Self.address("Metadaten/zenodo.json", of: set, host: Self.hosts[0])
            guard case .bytes(let told, _) = try await get(metadata, nil) else { return "unchanged" }
            let version = DataVersions(told).version(of: set) ?? issue.lastDay
            let outcome = try store.take(issue, bytes, version: version, in: catalogue)
            // Only now: a file that couldn't be read or kept is asked for again.
            try store.remember(memory, of: table.id)
            return "\(version)  \(issue.rows) rows  \(outcome.rawValue)"
        }

        private func get(_ address: String, _ memory: FeedMemory?) async throws -> FeedSource.Answer {
            do {
                return try await FeedSource.fetch(address, unless: memory, within: Self.bounds)
            } catch let failure as FeedSource.Failure {
                switch failure {
                case .tooLarge: throw SituationError(.tooLarge)
                case .status(let code): throw SituationError(.unreachable, "\(code)")
                case .unreachable: throw SituationError(.unreachable)
                }
            }
        }

        private static let bounds = FeedSource.Bounds(bytes: DataEdition.mostBytes, accept: "*/*", redirects: 0)
        /// Where files are, and where those are that Git keeps elsewhere.
        private static let hosts = ["raw.githubusercontent.com", "media.githubusercontent.com/media"]

        /// `HEAD` is the repository's main branch, whatever it is called.
        private static func address(_ file: String, of set: DataSet, host: String) -> String {
            "https://\(host)/robert-koch-institut/\(set.repository)/HEAD/\(file)"
        }
    }
}
