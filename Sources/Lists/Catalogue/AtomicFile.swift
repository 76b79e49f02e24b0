package import Foundation
import VaultStorage

/// Files that are replaced as a whole or not at all, also when the machine stops in between, or another process writes them.
package enum AtomicFile {
    /// Writes a file by a `Placement`.
    ///
    /// - Parameter permissions: 0600 for what only the owner may read.
    /// - Throws: a `CocoaError` that names the file.
    package static func write(_ data: Data, to url: URL, permissions: mode_t = 0o644) throws {
        let files = PosixFileSystem()
        try naming(url) {
            try Placement.write(url.path, files) { file in
                guard fchmod(file, permissions) == 0 else { throw VaultError(of: "fchmod", errno) }
                try files.write(data, to: file)
            }
        }
    }

    /// Brings a folder's list of names to disk.
    package static func synchronize(folder: URL) throws {
        try naming(folder) { try PosixFileSystem().syncDirectory(folder.path) }
    }

    private static func naming(_ url: URL, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            var information: [String: Any] = [NSFilePathErrorKey: url.path]
            if let code = (error as? VaultError)?.number.flatMap({ POSIXErrorCode(rawValue: $0) }) {
                information[NSUnderlyingErrorKey] = POSIXError(code)
            }
            throw CocoaError(.fileWriteUnknown, userInfo: information)
        }
    }
}
