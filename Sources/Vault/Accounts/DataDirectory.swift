import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// The directory that everything is kept in: 0700, its files 0600, one process at a time.
///
/// `accounts.sqlite`, `names.key` (hashes user names), `vaults/` (one sealed blob for each account), `lock`.
struct DataDirectory: Sendable {
    let path: String
    private let lock: DirectoryLock?

    /// Makes and locks it.
    ///
    /// - Parameter isShared: doesn't lock it.
    /// - Throws: `directoryInUse`, `directoryUnusable`.
    init(_ path: String, isShared: Bool = false) throws(VaultError) {
        self.path = path
        // SQLite's own files get their mode from this too.
        umask(0o077)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw VaultError(
                .directoryUnusable,
                "the data directory \(path) can't be made (\(String(cString: strerror(errno)))): "
                    + "see that the folder above it is there and that this user may write to it")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw VaultError(.directoryUnusable, "\(path) is not a directory: name another")
        }
        guard status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
            throw VaultError(
                .directoryUnusable,
                "the data directory \(path) is open to others, and this user may not close it: "
                    + "give it to this user (chown), or take everybody else's rights (chmod 0700)")
        }
        lock = isShared ? nil : try DirectoryLock(directory: path)
    }

    /// Lets another process have it.
    func release() { lock?.release() }
}
