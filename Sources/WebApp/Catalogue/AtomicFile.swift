package import Foundation

/// Files that are replaced as a whole or not at all, also when the machine stops in between.
package enum AtomicFile {
    /// Writes a file beside the old one, brings it to disk, and renames it into place.
    ///
    /// - Parameter permissions: 0600 for what only the owner may read.
    package static func write(_ data: Data, to url: URL, permissions: Int = 0o644) throws {
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        let created = FileManager.default.createFile(
            atPath: temporary.path, contents: nil, attributes: [.posixPermissions: permissions])
        guard created else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        do {
            let handle = try FileHandle(forWritingTo: temporary)
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
            guard rename(temporary.path, url.path) == 0 else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
        // The rename itself lasts only once the folder is on disk.
        try synchronize(folder: folder)
    }

    /// Brings a folder's list of names to disk.
    package static func synchronize(folder: URL) throws {
        let directory = try FileHandle(forReadingFrom: folder)
        try directory.synchronize()
        try directory.close()
    }
}
