import Foundation

/// Where the published test data is: beside the project, or where the environment says.
enum SharedFolder {
    static func path(_ name: String) -> String {
        if let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"] { return path + "/" + name }
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return project.appendingPathComponent("../shared/data/" + name).standardizedFileURL.path
    }

    /// Whether it is there; that it isn't is said aloud.
    static func has(_ name: String) -> Bool {
        if FileManager.default.fileExists(atPath: path(name)) { return true }
        print("skipped: no reference data at \(path(name))")
        return false
    }
}
