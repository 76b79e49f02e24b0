import ArgumentParser
import Foundation
import Immunization
import Lists
import Operators
import VaultStorage

/// `vaccinapp catalogue`: disease targets, vaccines and schedules as data.
struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "Check, compare and replace the catalogue and its schedules.",
        discussion: """
            A release is a folder of JSON files as the project's Catalogue/ holds them. The server keeps every release \
            that was imported and takes a new one without a restart.
            """,
        subcommands: [
            Check.self, Codes.self, Diff.self, Export.self, Import.self, Versions.self, Rollback.self, Key.self,
            Sign.self,
        ]
    )

    /// Where the server keeps its releases, and where the shipped one is.
    struct Place: ParsableArguments {
        @Option(
            help: "The data folder; $VACCINAPP_DATA if left out, else the release that the program ships is looked at.")
        var data: String?

        @Option(help: "The folder that holds the program's Catalogue; found by itself.")
        var resources: String?

        @Option(
            help: "The Ed25519 public key whose holder signs releases, a PEM file; $VACCINAPP_CONTENT_KEY if left out.")
        var contentKey: String?

        func validate() throws { try DataFolder.requireSettings() }

        /// What is looked at.
        func store() throws -> CatalogueStore { try store(in: data ?? DataFolder.named ?? "/nonexistent") }

        /// What is changed.
        func dataStore() throws -> CatalogueStore { try store(in: data ?? DataFolder.named ?? DataFolder.standard) }

        func keepOwner() { FolderOwner.keep(data ?? DataFolder.named ?? DataFolder.standard) }

        private func store(in data: String) throws -> CatalogueStore {
            let path = contentKey ?? ProcessInfo.processInfo.environment["VACCINAPP_CONTENT_KEY"] ?? ""
            let key: ContentKey?
            do { key = try ContentKey.read(path) } catch { throw ValidationError(error.reason) }
            return CatalogueStore(
                dataDirectory: URL(filePath: data, directoryHint: .isDirectory),
                shipped: try CatalogueStore.shippedFolder(resources: resources ?? ""), contentKey: key)
        }
    }

    /// A release: a folder, or the one in use with some files of it replaced.
    static func release(_ paths: [String], over store: CatalogueStore) throws -> CatalogueRelease {
        if let path = paths.first, paths.count == 1, FileManager.default.isFolder(path) {
            return try CatalogueStore.release(in: URL(filePath: path, directoryHint: .isDirectory))
        }
        let files = try paths.filter { !isSignature($0) }.map {
            CatalogueRelease.File(name: $0, bytes: try InputFile.read($0))
        }
        return try store.release().replacing(files)
    }

    /// The signature that comes with a folder or files.
    static func signature(_ paths: [String]) throws -> [UInt8]? {
        if let file = paths.first(where: isSignature) { return try InputFile.read(file) }
        return paths.first.flatMap { CatalogueStore.signature(in: URL(filePath: $0, directoryHint: .isDirectory)) }
    }

    private static func isSignature(_ path: String) -> Bool {
        URL(filePath: path).lastPathComponent == ContentKey.signatureFile
    }

    /// Does what may find a fault in a release, which is named; the exit status is then 2.
    static func naming<T>(_ outcome: String = "", resources: String? = nil, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let fault as DataFault {
            StandardError.write(outcome + (try fault.sentence(resources: resources ?? "")))
            throw ExitCode(2)
        }
    }

    static func summary(_ release: CatalogueRelease) -> String {
        let catalogue = release.catalogue
        let schedules = release.schedules.map { "\($0.id) (\($0.series.count) series)" }.joined(separator: ", ")
        return "\(catalogue.targets.count) disease targets, \(catalogue.kinds.count) kinds of vaccine, "
            + "\(catalogue.vaccines.count) vaccines, \(catalogue.manufacturers.count) manufacturers; "
            + "schedules: \(schedules)"
    }
}

extension CatalogueCommand {
    /// Says whether a release is right.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a folder, or single files laid over the release in use.",
            discussion: "Exit status 0 when it is right, 2 when it isn't: the file, the line and the fault are named.")

        @Argument(help: "A release's folder, or files that replace some of the release in use.") var paths: [String] =
            []
        @OptionGroup var place: Place

        func run() throws {
            try CatalogueCommand.naming(resources: place.resources) {
                let release = try CatalogueCommand.release(paths, over: try place.store())
                print(CatalogueCommand.summary(release))
                for species in release.catalogue.species { print(Check.ages(of: species.id, release.catalogue)) }
            }
        }

        /// The products of a species whose licensed ages aren't known.
        private static func ages(of species: String, _ catalogue: Catalogue) -> String {
            let lacking = catalogue.productsWithoutAges(for: species).map(\.id)
            return "\(species): \(lacking.count) products without licensed ages"
                + (lacking.isEmpty ? "" : ": \(lacking.joined(separator: ", "))")
        }
    }

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff", abstract: "Say what a folder or files would change, record by record.",
            discussion: "Exit status 0 when nothing differs, 1 when something does, 2 when the release isn't right.")

        @Argument(help: "A release's folder, or files that replace some of the release in use.") var paths: [String]
        @OptionGroup var place: Place

        func run() throws {
            try CatalogueCommand.naming(resources: place.resources) {
                let store = try place.store()
                let changes = try CatalogueCommand.release(paths, over: store).changes(since: try store.release())
                for change in changes { print(change.description) }
                print("\(changes.count) record\(changes.count == 1 ? "" : "s") would change")
                if !changes.isEmpty { throw ExitCode(1) }
            }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write the release in use, or an older one, to a folder.")

        @Argument(help: "The folder; it is made, and must not be there yet.") var folder: String
        @Option(help: "A version's name, as 'catalogue versions' shows it.") var version: String?
        @OptionGroup var place: Place

        func run() throws {
            let target = URL(filePath: folder, directoryHint: .isDirectory)
            guard !FileManager.default.fileExists(atPath: target.path) else {
                throw ValidationError("\"\(folder)\" is there already")
            }
            let release = try place.store().release(version)
            for (name, bytes) in release.files {
                let file = target.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            print("\(folder): \(release.files.count) files")
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Bring a folder, or single files, live; the release before is kept.")

        @Argument(help: "A release's folder, or files that replace some of the release in use.") var paths: [String]
        @Flag(help: "Take it although its publisher signed it before a release that is kept.") var older = false
        @OptionGroup var place: Place

        func run() throws {
            try CatalogueCommand.naming("nothing was changed: ", resources: place.resources) {
                let store = try place.dataStore()
                let release = try CatalogueCommand.release(paths, over: store)
                let changes = release.changes(since: try store.release())
                guard !changes.isEmpty else { return print("nothing differs from the release in use") }
                defer { place.keepOwner() }
                let version = try store.adopt(
                    release, signature: try CatalogueCommand.signature(paths), by: .commandLine, at: Date(),
                    mayBeOlder: older)
                print("\(version.name): \(changes.count) record\(changes.count == 1 ? "" : "s") changed")
            }
        }
    }

    struct Versions: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "versions", abstract: "List the releases that are kept; * is in use.")

        @OptionGroup var place: Place

        func run() throws {
            for version in try place.store().versions() { print("\(version.isCurrent ? "*" : " ") \(version.name)") }
        }
    }

    /// Puts an older release in use again.
    struct Rollback: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rollback", abstract: "Put a release in use that is kept.")

        @Argument(help: "The version's name, as 'catalogue versions' shows it.") var version: String
        @OptionGroup var place: Place

        func run() throws {
            let store = try place.dataStore()
            _ = try store.release(version)
            defer { place.keepOwner() }
            let before = store.currentName
            let name = try store.use(version, by: .commandLine, at: Date()).name
            print("\(name) is in use" + (store.isOlder(name, than: before) ? ", which is older than \(before)" : ""))
        }
    }
}
