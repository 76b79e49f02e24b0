package import Foundation

/// Why the server can't be configured so, in words for the person who starts it.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    package let setting: String
    package let reason: String

    package init(_ setting: String, _ reason: String) { (self.setting, self.reason) = (setting, reason) }

    package var description: String { reason }
}

/// Finds the folder with Templates, Localization, Public and Catalogue.
package enum Resources {
    /// The given folder; else the current one or the nearest above the executable that has them.
    package static func locate(_ given: String) throws(ConfigurationError) -> URL {
        var candidates: [URL] = []
        if !given.isEmpty {
            candidates = [URL(filePath: given, directoryHint: .isDirectory)]
        } else {
            candidates.append(URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory))
            var folder = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
            for _ in 0..<8 {
                folder.deleteLastPathComponent()
                candidates.append(folder)
            }
        }
        for candidate in candidates where hasAll(candidate) { return candidate }
        throw ConfigurationError(
            "resources",
            "Templates, Localization, Public and Catalogue weren't found. Name their folder with --resources.")
    }

    private static func hasAll(_ folder: URL) -> Bool {
        ["Templates", "Localization", "Public", "Catalogue"].allSatisfy { name in
            FileManager.default.fileExists(atPath: folder.appending(path: name).path)
        }
    }
}
