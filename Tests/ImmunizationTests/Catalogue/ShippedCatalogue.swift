import Foundation
import Immunization

/// The catalogue as the repository ships it.
enum ShippedCatalogue {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let folder = root.appending(path: "Catalogue").resolvingSymlinksInPath()

    static func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            files[url.lastPathComponent] = [UInt8](try Data(contentsOf: url))
        }
        return files
    }

    /// Read once; a failure fails every test that asks for it.
    static func load() throws -> Catalogue {
        try shared.get()
    }

    private static let shared = Result { try Catalogue(files: try files()) }
}
