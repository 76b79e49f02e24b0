import Foundation

/// The reference data beside the project, where it is present; tests that need it say so when they skip.
enum SharedData {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"] { return URL(fileURLWithPath: path) }
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return project.appendingPathComponent("../shared/data").standardizedFileURL
    }()

    /// Whether a file or folder of it is here; prints a line when it isn't.
    static func has(_ path: String) -> Bool {
        if FileManager.default.fileExists(atPath: url(path).path) { return true }
        print("skipped: no reference data at \(url(path).path)")
        return false
    }

    static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }
}
