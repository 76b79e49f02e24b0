import ArgumentParser
import Foundation

/// A folder of test data, and the files below it.
struct DataFolder: ParsableArguments {
    @Argument(help: "The folder that holds the data.")
    var folder: String

    /// The files below the folder whose names end so, by their paths from it, sorted.
    func files(endingWith suffix: String = "") throws -> [String] {
        guard let paths = FileManager.default.enumerator(atPath: folder) else {
            throw ValidationError("There is no folder at '\(folder)'.")
        }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) && !isFolder($0) }.sorted()
    }

    /// The bytes of a file, its path told from the folder.
    func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder).appending(path: path)))
    }

    private func isFolder(_ path: String) -> Bool {
        let url = URL(filePath: folder).appending(path: path)
        return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
}
