#if canImport(Glibc)
    import Glibc
#endif

/// A folder that a process works in, held open: so it shows when it was moved away, or another one lies in its place.
package final class HeldFolder: Sendable {
    private let path: String
    // Open as long as this lives, so that its number is nobody else's.
    private let folder: Int32
    private let disk: dev_t
    private let number: ino_t

    /// - Throws: why it can't be opened.
    package init(_ path: String) throws(FileError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileError("open directory", errno) }
        var status = stat()
        guard fstat(folder, &status) == 0 else {
            let number = errno
            close(folder)
            throw FileError("fstat", number)
        }
        (self.path, self.folder, disk, number) = (path, folder, status.st_dev, status.st_ino)
    }

    deinit { close(folder) }

    /// Whether its path still leads to it.
    package var isInPlace: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_dev == disk && status.st_ino == number
    }

    /// - Throws: `ESTALE`, which `FileError.vaultError` words.
    package func requireInPlace() throws(FileError) {
        guard isInPlace else { throw FileError("use the data folder", ESTALE) }
    }
}
