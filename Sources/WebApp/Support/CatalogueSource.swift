import Foundation
import Immunization
import Synchronization

/// The catalogue in use.
///
/// It can be replaced while the server runs; a request keeps the one it began with.
final class CatalogueSource: Sendable {
    private let state: Mutex<Catalogue>

    init(_ catalogue: Catalogue) {
        self.state = Mutex(catalogue)
    }

    /// Reads the catalogue's files from a folder.
    convenience init(directory: URL) throws {
        var files: [String: [UInt8]] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            files[url.lastPathComponent] = Array(try Data(contentsOf: url))
        }
        self.init(try Catalogue(files: files))
    }

    /// The catalogue as it is now.
    var current: Catalogue { state.withLock { $0 } }

    /// Puts another catalogue in its place.
    func replace(with catalogue: Catalogue) { state.withLock { $0 = catalogue } }
}

extension CalendarDate {
    /// The calendar date of a moment in UTC.
    init(_ moment: Date) {
        let days = (moment.timeIntervalSince1970 / 86_400).rounded(.down)
        self.init(clampingDayNumber: Int(exactly: days) ?? 0)
    }
}
