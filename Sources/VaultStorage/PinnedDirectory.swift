import Glibc

/// A folder that a process works in, held open: so it shows when it was moved away, or another one is in its place.
package final class PinnedDirectory: Sendable {
    private let path: String
    // Open as long as this lives, so that its number is nobody else's.
    private let folder: Int32
    private let identity: FileIdentity

    /// - Throws: why it can't be opened.
    package init(_ path: String) throws(VaultError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw VaultError(of: "open directory", errno) }
        guard let identity = FileIdentity(of: folder) else {
            let number = errno
            close(folder)
            throw VaultError(of: "fstat", number)
        }
        (self.path, self.folder, self.identity) = (path, folder, identity)
    }

    deinit { close(folder) }

    /// Whether its path still leads to it.
    package var isInPlace: Bool { FileIdentity(at: path) == identity }

    /// - Throws: `ESTALE`, which `VaultError` words.
    package func requireInPlace() throws(VaultError) {
        guard isInPlace else { throw VaultError(of: "use the data folder", ESTALE) }
    }
}
