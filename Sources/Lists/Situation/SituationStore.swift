package import CivilDates
package import Foundation
package import Situation

/// The data files that were imported: `situation/TABLE/VERSION.data` in the data folder, as they were published.
///
/// The command writes it, while it holds a lock, and servers read it; a file is replaced as a whole. Of each table the
/// current and the previous version are kept.
package struct SituationStore: Sendable {
    /// What became of a file.
    package enum Change: String, Sendable {
        /// The table is new here, or the version newer.
        case added
        /// The version was there with another content.
        case replaced
        /// It is what is there.
        case unchanged
        /// A newer version is there.
        case older
    }

    /// A version of a table that is here.
    struct Stored: Sendable, Hashable {
        let version: String
        let imported: Date
    }

    /// How many errors are kept.
    static let mostErrors = 50
    private static let suffix = ".data"

    private static let (errors, fetched) = ("errors.json", "fetched.json")

    private let folder: FolderStore

    package init(dataDirectory: URL) { folder = FolderStore(dataDirectory.appending(path: "situation")) }

    private func folder(of table: String) -> FolderStore { FolderStore(folder.url(table)) }

    /// The versions of a table, the newest first; never more than the current and the previous one.
    func stored(_ table: String) -> [Stored] {
        let files = folder(of: table)
        let versions = ((try? files.names(Self.suffix)) ?? []).map { String($0.dropLast(Self.suffix.count)) }
        return versions.filter { CalendarDate($0) != nil }.sorted(by: >).prefix(2).map { version in
            Stored(version: version, imported: files.date(version + Self.suffix) ?? .distantPast)
        }
    }

    /// The newest version of a table with when it was imported; nil where there is none.
    package func current(_ table: String) -> (version: String, imported: Date)? {
        stored(table).first.map { ($0.version, $0.imported) }
    }

    /// A version's file, one byte more of it than is read at most.
    func read(_ version: Stored, of table: String) -> [UInt8]? {
        let bytes = try? folder(of: table).bytes(version.version + Self.suffix, most: DataEdition.mostBytes + 1)
        return bytes.map(Array.init)
    }

    /// Keeps a file that was read whole, unless it is there already, or older.
    ///
    /// - Parameter version: the state of the data, a day.
    /// - Throws: ``SituationError`` where it has fewer than half of the rows of the version in its place, which is what a
    ///   file that was cut off between two lines looks like.
    package func take(
        _ edition: DataEdition, _ bytes: [UInt8], version: CalendarDate, in catalogue: SituationCatalogue
    ) throws -> Change {
        try folder.exclusively {
            let files = folder(of: edition.table.id)
            let (known, name) = (stored(edition.table.id), version.description)
            let current = known.first.flatMap { read($0, of: edition.table.id) }
            if current == bytes { return .unchanged }
            if let newest = known.first, name < newest.version { return .older }
            if let current, let before = try? DataEdition(current, of: edition.table, in: catalogue),
                edition.rows * 2 < before.rows
            {
                throw SituationError(.shrunk)
            }
            try files.write(Data(bytes), to: name + Self.suffix, permissions: 0o600)
            // Beside the current and the previous version nothing is kept.
            let kept = stored(edition.table.id).map { $0.version + Self.suffix }
            for old in kept.isEmpty ? [] : try files.names(Self.suffix) where !kept.contains(old) {
                try files.remove(old)
            }
            return known.first?.version == name ? .replaced : .added
        }
    }
}

// MARK: - Errors and what was fetched
extension SituationStore {
    /// A file that wasn't taken.
    package struct RefusedFile: Codable, Sendable, Hashable {
        /// The file's name, without its folders.
        package let file: String
        package let date: Date
        let code: SituationError.Code
        let line: Int?
        let subject: String?

        package var error: SituationError { SituationError(code, line: line, subject) }
    }

    /// The last files that weren't taken, the newest first.
    package func refusals() -> [RefusedFile] { (try? folder.value(Self.errors)) ?? [] }

    /// Notes for admins that a file wasn't taken.
    package func note(_ error: SituationError, of file: String, at date: Date) throws {
        try folder.exclusively {
            let refusal = RefusedFile(
                file: String(file.prefix(200)), date: date, code: error.code, line: error.line, subject: error.subject)
            let last = Array(([refusal] + refusals()).prefix(Self.mostErrors))
            try folder.keep(last, as: Self.errors, permissions: 0o600)
        }
    }

    /// What the server said of a table's file that was fetched last.
    package func memory(of table: String, address: String) -> FeedMemory? {
        FeedMemory.load(Self.fetched, in: folder(of: table), address: address)
    }

    /// Remembers it for the next time.
    package func remember(_ memory: FeedMemory?, of table: String) throws {
        if let memory { try folder(of: table).keep(memory, as: Self.fetched, permissions: 0o600) }
    }
}
