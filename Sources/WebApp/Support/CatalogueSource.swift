import Foundation
import Immunization
import Synchronization

/// The catalogue in use.
///
/// It can be replaced while the server runs; a request keeps the one it began with.
final class CatalogueSource: Sendable {
    private let state: Mutex<CatalogueRelease>

    init(_ release: CatalogueRelease) {
        self.state = Mutex(release)
    }

    /// Reads the catalogue's files from a folder.
    convenience init(directory: URL) throws {
        var files: [String: [UInt8]] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            files[url.lastPathComponent] = Array(try Data(contentsOf: url))
        }
        let schedules = directory.appending(path: CatalogueRelease.scheduleFolder)
        for url in try FileManager.default.contentsOfDirectory(at: schedules, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            let name = CatalogueRelease.scheduleFolder + url.lastPathComponent
            files[name] = Array(try Data(contentsOf: url))
        }
        self.init(try CatalogueRelease(files: files))
    }

    /// The catalogue with its schedules as they are now.
    var release: CatalogueRelease { state.withLock { $0 } }

    /// The catalogue as it is now.
    var current: Catalogue { release.catalogue }

    /// Puts another catalogue in its place.
    func replace(with release: CatalogueRelease) { state.withLock { $0 = release } }
}

extension CalendarDate {
    /// The calendar date of a moment in UTC.
    init(_ moment: Date) {
        let days = (moment.timeIntervalSince1970 / 86_400).rounded(.down)
        self.init(clampingDayNumber: Int(exactly: days) ?? 0)
    }
}
