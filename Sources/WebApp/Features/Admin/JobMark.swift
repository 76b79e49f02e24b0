package import Foundation

/// When a command outside of the server last did its job: a file in the data folder's `jobs`, which is touched then.
package enum JobMark {
    /// Notes that it was done now.
    package static func note(_ name: String, in dataDirectory: URL) throws {
        let file = file(name, in: dataDirectory)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try AtomicFile.write(Data(), to: file)
    }

    /// Nil where it never was.
    static func date(_ name: String, in dataDirectory: URL) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(name, in: dataDirectory).path)
        return attributes?[.modificationDate] as? Date
    }

    private static func file(_ name: String, in dataDirectory: URL) -> URL {
        dataDirectory.appending(path: "jobs").appending(path: name)
    }
}
