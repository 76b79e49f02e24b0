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
        try Self.requireUsable(path)
        // SQLite's own files get their mode from this too.
        umask(0o077)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.unmakable(path) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
            throw Self.tooOpen(path)
        }
        lock = isShared ? nil : try DirectoryLock(directory: path)
    }

    /// Whether this user can make the directory, or work in the one that is there; nothing is made or changed.
    ///
    /// - Throws: `directoryUnusable`.
    static func requireUsable(_ path: String) throws(VaultError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT, canWrite(above(path)) else { throw unmakable(path) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw VaultError(.directoryUnusable, "\(path) is not a directory: name another")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw unusable(path) }
        guard status.st_mode & 0o077 == 0 || [0, status.st_uid].contains(geteuid()) else { throw Self.tooOpen(path) }
        let files = [
            ("lock", R_OK | W_OK), ("accounts.sqlite", R_OK | W_OK), ("names.key", R_OK),
            ("vaults", R_OK | W_OK | X_OK), ("attachments", R_OK | W_OK | X_OK),
        ]
        for (name, rights) in files where access("\(path)/\(name)", rights) != 0 && errno != ENOENT {
            throw unusable("\(path)/\(name)")
        }
    }

    private static func above(_ path: String) -> String {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        return path.hasPrefix("/") ? "/\(folder)" : folder.isEmpty ? "." : folder
    }

    private static func canWrite(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            errno = ENOTDIR
            return false
        }
        return access(path, W_OK | X_OK) == 0
    }

    /// By `errno`.
    private static func unmakable(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "the data directory \(path) can't be made (\(String(cString: strerror(errno)))): "
                + "see that the folder above it is there and that \(ProcessUser.name) may write to it")
    }

    /// By `errno`.
    private static func unusable(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "\(path) can't be read and written by \(ProcessUser.name) (\(String(cString: strerror(errno)))): give the data "
                + "directory and all in it to the server's user (chown -R), and see that its disk isn't mounted for "
                + "reading only")
    }

    private static func tooOpen(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "the data directory \(path) is open to others, and \(ProcessUser.name) may not close it: "
                + "give it to that user (chown), or take everybody else's rights (chmod 0700)")
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
                    + "see that \(ProcessUser.name) may write there")
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

    /// Whether a process has the directory now; nothing is made or changed.
    static func isHeld(_ directory: String) -> Bool {
        let file = open("\(directory)/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { release() }

    func release() {
        file.withLock { file in
            if let file { close(file) }
            file = nil
        }
    }
}
