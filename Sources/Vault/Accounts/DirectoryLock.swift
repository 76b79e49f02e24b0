import Synchronization
import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

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
