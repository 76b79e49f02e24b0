package import Foundation
import Lists

/// When a command outside of the server last did its job: a file in the data folder's `jobs`, which is touched then.
package enum JobTimestamp {
    /// Notes that it was done now.
    package static func note(_ name: String, in dataDirectory: URL) throws {
        try folder(dataDirectory).write(Data(), to: name)
    }

    /// Nil where it never was.
    package static func date(_ name: String, in dataDirectory: URL) -> Date? { folder(dataDirectory).date(name) }

    private static func folder(_ dataDirectory: URL) -> FolderStore {
        FolderStore(dataDirectory.appending(path: "jobs"))
    }
}
