import ArgumentParser
import Foundation

/// The pictures that the Python program makes, and the list of them.
struct DegradedPictures {
    /// One picture: its kind, its file in the folder, and the text it holds.
    struct Picture: Decodable {
        let family: String
        let file: String
        let text: String
    }

    let folder: URL

    init(folder: URL?) {
        self.folder = folder ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The one that `scripts/test` sets up, where it is.
    static var defaultPython: String {
        let own = root.appending(path: ".venv/bin/python").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
    }

    func make(
        from directory: String, python: String, seed: Int, variants: Int, families: [String]
    ) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                python, Self.root.appending(path: "Tests/Judges/codes/degrade.py").path, directory, folder.path,
                "--seed", String(seed), "--variants", String(variants),
            ] + (families.isEmpty ? [] : ["--families"] + families)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("\(python) could not degrade the pictures of \(directory)")
        }
    }

    func manifest() throws -> [Picture] {
        try JSONDecoder().decode([Picture].self, from: Data(contentsOf: folder.appending(path: "manifest.json")))
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
