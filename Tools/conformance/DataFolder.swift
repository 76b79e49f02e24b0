import ArgumentParser
import Foundation

/// The argument that names a folder of test data.
struct DataFolder: ParsableArguments {
    @Argument(help: "The folder that holds the data.")
    var folder: String

    /// The files below the folder.
    var contents: DataFiles { DataFiles(folder: folder) }

    /// The files below the folder whose names end so, by their paths from it, sorted.
    func files(endingWith suffix: String = "") throws -> [String] { try contents.files(endingWith: suffix) }

    /// The bytes of a file, its path told from the folder.
    func bytes(of path: String) throws -> [UInt8] { try contents.bytes(of: path) }
}

/// The files below a folder of test data, told by their paths from it.
struct DataFiles {
    /// That there is no such folder.
    struct Missing: Error, CustomStringConvertible {
        let folder: String
        var description: String { "There is no folder at '\(folder)'." }
    }

    let folder: String

    /// The files whose names end so, sorted.
    func files(endingWith suffix: String = "") throws -> [String] {
        guard let paths = FileManager.default.enumerator(atPath: folder) else { throw Missing(folder: folder) }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) && !isFolder($0) }.sorted()
    }

    /// The bytes of a file.
    func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder).appending(path: path)))
    }

    private func isFolder(_ path: String) -> Bool {
        let url = URL(filePath: folder).appending(path: path)
        return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
}
