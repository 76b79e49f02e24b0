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
        let file: URL
        let imported: Date
    }

    /// How many errors are kept.
    static let mostErrors = 50
    private static let suffix = ".data"

    private let folder: URL

    package init(dataDirectory: URL) { folder = dataDirectory.appending(path: "situation") }

    private func folder(of table: String) -> URL { folder.appending(path: table) }

    /// The versions of a table, the newest first; never more than the current and the previous one.
    func stored(_ table: String) -> [Stored] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: table).path)) ?? []
        let versions = names.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
        return versions.filter { CalendarDate($0) != nil }.sorted(by: >).prefix(2).map { version in
            let file = folder(of: table).appending(path: version + Self.suffix)
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            return Stored(
                version: version, file: file, imported: attributes?[.modificationDate] as? Date ?? .distantPast)
        }
    }

    /// The newest version of a table with when it was imported; nil where there is none.
    package func current(_ table: String) -> (version: String, imported: Date)? {
        stored(table).first.map { ($0.version, $0.imported) }
    }

    static func read(_ file: URL) -> [UInt8]? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: DataEdition.mostBytes + 1)).map { [UInt8]($0) }
    }

    /// Keeps a file that was read whole, unless it is there already, or older.
    ///
    /// - Parameter version: the state of the data, a day.
    /// - Throws: ``SituationError`` where it has fewer than half of the rows of the version in its place, which is what a
    ///   file that was cut off between two lines looks like.
    package func take(
        _ issue: DataEdition, _ bytes: [UInt8], version: CalendarDate, in catalogue: SituationCatalogue
    ) throws -> Change {
        let place = folder(of: issue.table.id)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return try FileLock.holding(folder.appending(path: "lock")) {
            let (known, name) = (stored(issue.table.id), version.description)
            let current = known.first.flatMap { Self.read($0.file) }
            if current == bytes { return .unchanged }
            if let newest = known.first, name < newest.version { return .older }
            if let current, let before = try? DataEdition(current, of: issue.table, in: catalogue),
                issue.rows * 2 < before.rows
            {
                throw SituationError(.shrunk)
            }
            try AtomicFile.write(Data(bytes), to: place.appending(path: name + Self.suffix), permissions: 0o600)
            for old in stored(issue.table.id).isEmpty ? [] : outdated(issue.table.id) {
                try FileManager.default.removeItem(at: old)
            }
            return known.first?.version == name ? .replaced : .added
        }
    }

    /// What is there beside the current and the previous version.
    private func outdated(_ table: String) -> [URL] {
        let kept = Set(stored(table).map(\.file.lastPathComponent))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: table).path)) ?? []
        return names.filter { !kept.contains($0) && $0.hasSuffix(Self.suffix) }.map {
            folder(of: table).appending(path: $0)
        }
    }
}

// MARK: - Errors and what was fetched
extension SituationStore {
    /// A file that wasn't taken.
    package struct RefusedFile: Codable, Sendable, Hashable {
        /// The file's name, without its folders.
        let file: String
        let date: Date
        let code: SituationError.Code
        let line: Int?
        let subject: String?

        var error: SituationError { SituationError(code, line: line, subject) }
    }

    private var errorsFile: URL { folder.appending(path: "errors.json") }

    /// The last files that weren't taken, the newest first.
    package func refusals() -> [RefusedFile] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return (try? Data(contentsOf: errorsFile)).flatMap { try? decoder.decode([RefusedFile].self, from: $0) } ?? []
    }

    /// Notes for admins that a file wasn't taken.
    package func note(_ error: SituationError, of file: String, at date: Date) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileLock.holding(folder.appending(path: "lock")) {
            let refusal = RefusedFile(
                file: String(file.prefix(200)), date: date, code: error.code, line: error.line, subject: error.subject)
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            try AtomicFile.write(
                encoder.encode(Array(([refusal] + refusals()).prefix(Self.mostErrors))), to: errorsFile,
                permissions: 0o600)
        }
    }

    private func tagFile(_ table: String) -> URL { folder(of: table).appending(path: "fetched.json") }

    /// What the server said of a table's file that was fetched last.
    package func memory(of table: String, address: String) -> FeedMemory? {
        FeedMemory.load(tagFile(table), address: address)
    }

    /// Remembers it for the next time.
    package func remember(_ memory: FeedMemory?, of table: String) throws {
        guard let memory else { return }
        try AtomicFile.write(JSONEncoder().encode(memory), to: tagFile(table), permissions: 0o600)
    }
}
