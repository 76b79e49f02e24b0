import Foundation
import Immunization

/// The schedules as the repository ships them.
enum ShippedSchedules {
    static let folder = ShippedCatalogue.folder.appending(path: "schedules")

    /// By file name, in its order.
    static func files() throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
            .map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
    }

    /// Read once; a failure fails every test that asks for them.
    static func load() throws -> [Schedule] {
        try shared.get()
    }

    private static let shared = Result { try files().map { try Schedule(json: $0.bytes, file: $0.name) } }
}
