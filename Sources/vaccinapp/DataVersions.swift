import BoundedJSON
import CivilDates
import Foundation
import Situation

/// The versions of data sets, as the `zenodo.json` of each repository tells them.
struct DataVersions {
    private static let limits = JSONLimits(bytes: 1 << 20, values: 20_000, depth: 16)

    private let versions: [(repository: String, version: CalendarDate)]

    /// - Parameter files: paths of `zenodo.json` files; what can't be read as one counts for nothing.
    init(_ files: [String]) { versions = files.compactMap(Self.read) }

    init(_ bytes: [UInt8]) { versions = [Self.read(bytes)].compactMap(\.self) }

    /// The version of a data set, by the file beside one of its tables first.
    func version(of set: DataSet?, beside path: String) -> CalendarDate? {
        guard let set else { return nil }
        let folder = URL(filePath: path).deletingLastPathComponent()
        let near = ["Metadaten/zenodo.json", "zenodo.json"].lazy.compactMap {
            Self.read(folder.appending(path: $0).path)
        }
        return near.first { $0.repository == set.repository }?.version ?? version(of: set)
    }

    func version(of set: DataSet) -> CalendarDate? { versions.first { $0.repository == set.repository }?.version }

    private static func read(_ path: String) -> (repository: String, version: CalendarDate)? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: limits.bytes)).flatMap { read([UInt8]($0)) }
    }

    private static func read(_ bytes: [UInt8]) -> (repository: String, version: CalendarDate)? {
        guard let json = try? JSONValue(parsing: bytes, limits: limits), let text = json["version"]?.text,
            let version = CalendarDate(text)
        else { return nil }
        let addresses = (json["related_identifiers"]?.elements ?? []).compactMap { $0["identifier"]?.text }
        let repository = addresses.lazy.compactMap { address -> String? in
            let parts = address.split(separator: "/")
            return parts.count == 4 && parts[1] == "github.com" ? String(parts[3]) : nil
        }.first
        return repository.map { ($0, version) }
    }
}
