import CDSiConverter
import Foundation

/// CDSi's supporting data and cases, where they are at hand; the repository holds no copy of them.
enum CDSiData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"] {
            return URL(filePath: path).appending(path: "cdsi")
        }
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: "../shared/data/cdsi").standardizedFileURL
    }()

    static let isPresent: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "xml-4.64").path)
        if !isPresent { print("skipped: CDSi's cases, no supporting data at \(folder.path)") }
        return isPresent
    }()

    private static let shared = Result { try CDSiRun(CDSiSchedule(folder: folder.appending(path: "xml-4.64"))) }

    /// Read once.
    static func run() throws -> CDSiRun { try shared.get() }

    static func cases(_ name: String) throws -> [CDSiCase] {
        let data = try Data(contentsOf: folder.appending(path: name))
        return try CDSiCase.list(json: data, file: name)
    }

    static let files = ["cases-healthy-v4.45.json", "cases-underlying-v4.6.json"]
}
