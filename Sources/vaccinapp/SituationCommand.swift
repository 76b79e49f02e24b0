import ArgumentParser
import CivilDates
import Foundation
import Lists
import Operators
import Situation
import VaultStorage

/// `vaccinapp situation`: public numbers on what goes around, as files.
struct SituationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "situation",
        abstract: "Import, fetch and check the public data on what goes around.",
        discussion: """
            The data sets are those of Catalogue/situation/indicators.json, published by the Robert Koch-Institut under \
            CC-BY-4.0. A file is checked against its table's columns and taken wholly or not at all; the server takes up \
            what was imported without a restart. It may run while the server runs.
            """,
        subcommands: [Import.self, Fetch.self, Check.self, List.self]
    )

    /// Where the numbers are, and where the list of indicators is.
    struct Place: ParsableArguments {
        @OptionGroup var folder: DataFolder
        @Option(help: "The folder that holds the program's Catalogue; found by itself.") var resources = ""

        var store: SituationStore {
            SituationStore(dataDirectory: URL(filePath: folder.data, directoryHint: .isDirectory))
        }

        func catalogue() throws -> SituationCatalogue {
            try SituationCatalogue(folder: CatalogueStore.shippedFolder(resources: resources))
        }

        /// Says why a file isn't taken, and notes it for admins.
        func refuse(_ error: SituationError, of file: String, noting: Bool) throws {
            let name = TerminalText.printable(file)
            StandardError.write("\"\(name)\" isn't taken: \(try error.sentence(resources: resources))")
            if noting { try store.note(error, of: URL(filePath: file).lastPathComponent, at: Date()) }
        }
    }

    /// Keeps what can be read of some paths.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import data files, or folders with them.",
            discussion: """
                A file is known by its columns. Its version is the one in a zenodo.json beside it (also in Metadaten/), or \
                among the given paths; else the last day that it speaks of. Exit status 0 when every file was taken or \
                was there, 2 when one wasn't.
                """)

        @Argument(help: "Files, or folders that are looked through for .tsv, .csv and zenodo.json.") var paths: [String]
        @Option(help: "The state of the data, YYYY-MM-DD, where no zenodo.json tells it.") var state: String?
        @OptionGroup var place: Place

        func validate() throws {
            guard state == nil || state.flatMap({ CalendarDate($0) }) != nil else {
                throw ValidationError("--state takes a day such as 2026-08-18")
            }
        }

        func run() throws {
            defer { FolderOwner.keep(place.folder.data) }
            let (catalogue, files) = (try place.catalogue(), try DataFiles(paths))
            let versions = DataVersions(files.metadata)
            var isWhole = true
            for path in files.tables {
                do throws(SituationError) {
                    let (issue, bytes) = try DataFiles.issue(path, in: catalogue)
                    let set = catalogue.dataSet(of: issue.table)
                    let version =
                        versions.version(of: set, beside: path) ?? state.flatMap { CalendarDate($0) } ?? issue.lastDay
                    let outcome = try Self.take(issue, bytes, version, catalogue, place.store)
                    print("\(issue.table.id)  \(version)  \(issue.rows) rows  \(outcome.rawValue)")
                } catch {
                    if error.code == .unknownTable, !paths.contains(path) {
                        print("\"\(TerminalText.printable(path))\" is none of the tables, and left out")
                        continue
                    }
                    isWhole = false
                    try place.refuse(error, of: path, noting: true)
                }
            }
            if !isWhole { throw ExitCode(2) }
        }

        /// Nothing but what is wrong with the file is caught: a disk that is full ends the command.
        private static func take(
            _ issue: DataEdition, _ bytes: [UInt8], _ version: CalendarDate, _ catalogue: SituationCatalogue,
            _ store: SituationStore
        ) throws(SituationError) -> SituationStore.Change {
            do {
                return try store.take(issue, bytes, version: version, in: catalogue)
            } catch let error as SituationError {
                throw error
            } catch {
                StandardError.write("vaccinapp: \(issue.table.file) can't be kept: see that the disk has room.")
                throw SituationError(.unkept)
            }
        }
    }

    /// Says whether files could be imported.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Say whether files could be imported, without keeping them.",
            discussion: "Exit status 0 when they could, 2 when one couldn't: the line and the column are named.")

        @Argument(help: "Files, or folders with them.") var paths: [String]
        @OptionGroup var place: Place

        func run() throws {
            let (catalogue, files) = (try place.catalogue(), try DataFiles(paths))
            var isWhole = true
            for path in files.tables {
                do throws(SituationError) {
                    let (issue, _) = try DataFiles.issue(path, in: catalogue)
                    print("\(issue.table.id)  \(issue.rows) rows  \(issue.series.count) series  to \(issue.lastDay)")
                } catch {
                    if error.code == .unknownTable, !paths.contains(path) { continue }
                    isWhole = false
                    try place.refuse(error, of: path, noting: false)
                }
            }
            if !isWhole { throw ExitCode(2) }
        }
    }

    /// Says what is here.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the tables with the version that is here and when it was imported.")

        @OptionGroup var place: Place

        func run() throws {
            let store = place.store
            for table in try place.catalogue().tables {
                guard let (version, imported) = store.current(table.id) else {
                    print("\(table.id)  not here")
                    continue
                }
                print("\(table.id)  \(version)  imported \(imported.formatted(.iso8601))")
            }
        }
    }
}

/// The files that paths name: a file itself, a folder's files down to a few levels.
struct DataFiles {
    private static let mostFiles = 1_000

    private(set) var tables: [String] = []
    private(set) var metadata: [String] = []

    init(_ paths: [String]) throws {
        for path in paths {
            guard FileManager.default.fileExists(atPath: path) else {
                throw ValidationError("can't read \"\(path)\"")
            }
            if FileManager.default.isFolder(path) { add(folder: path) } else { add(path, isNamed: true) }
        }
        guard tables.count <= Self.mostFiles, metadata.count <= Self.mostFiles else {
            throw ValidationError("there are more than \(Self.mostFiles) files: name the ones that are meant")
        }
    }

    private mutating func add(folder: String) {
        let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        for name in names where name.split(separator: "/").count <= 4 {
            add(URL(filePath: folder).appending(path: name).path, isNamed: false)
        }
    }

    private mutating func add(_ path: String, isNamed: Bool) {
        let name = URL(filePath: path).lastPathComponent
        if name == "zenodo.json" {
            metadata.append(path)
        } else if isNamed || name.hasSuffix(".tsv") || name.hasSuffix(".csv") {
            tables.append(path)
        }
    }

    /// Reads a file by the table that it is of; a large one isn't read into memory.
    static func issue(
        _ path: String, in catalogue: SituationCatalogue
    ) throws(SituationError) -> (DataEdition, [UInt8]) {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw SituationError(.unreadable) }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: DataEdition.mostBytes + 1) else {
            throw SituationError(.unreadable)
        }
        let bytes = [UInt8](data)
        let name = URL(filePath: path).lastPathComponent
        return (try DataEdition.recognise(bytes, named: name, in: catalogue), bytes)
    }
}
