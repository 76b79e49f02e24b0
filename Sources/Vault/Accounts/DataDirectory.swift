import Synchronization
import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// The directory that everything is kept in: 0700, its files 0600, one process at a time.
///
/// `accounts.sqlite`, `names.key` (hashes user names), `vaults/` (one sealed blob for each account), `lock`.
struct DataDirectory: Sendable {
    private let lock: DirectoryLock?

    /// Makes and locks it.
    ///
    /// - Parameter isShared: doesn't lock it.
    /// - Throws: `directoryInUse`, `directoryUnusable`.
    init(_ path: String, isShared: Bool = false) throws(VaultError) {
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

/// The lock that keeps a second process out of a data directory; released when the process ends, however it ends.
final class DirectoryLock: Sendable {
    private let file: Mutex<Int32?>

    /// - Throws: `directoryInUse` when another process has it, `directoryUnusable` when it can't be locked.
    init(directory: String) throws(VaultError) {
        let file = open("\(directory)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw VaultError(
                .directoryUnusable,
                "the file 'lock' in the data directory can't be opened (\(String(cString: strerror(errno)))): "
                    + "see that this user may write there")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(file)
            if number == EWOULDBLOCK {
                throw VaultError(
                    .directoryInUse, "another process uses this data directory: end that one, or name another directory"
                )
            }
            throw VaultError(.directoryUnusable, "the data directory can't be locked (errno \(number))")
        }
        self.file = Mutex(file)
    }

    deinit { release() }

    func release() {
        file.withLock { file in
            if let file { close(file) }
            file = nil
        }
    }
}
