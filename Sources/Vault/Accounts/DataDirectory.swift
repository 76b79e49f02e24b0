import Foundation
import Glibc
import Synchronization
import VaultStorage

/// The directory that everything is kept in: 0700, its files 0600, one process at a time.
///
/// `accounts.sqlite`, `names.key` (hashes user names), `vaults/` (one sealed blob for each account), `lock`.
struct DataDirectory: Sendable {
    /// The folder itself, whatever is at its path later.
    let folder: PinnedDirectory
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
        folder = try VaultError.wrapping { try PinnedDirectory(path) }
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
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            let number = errno
            try requireNoOtherProgram(path)
            errno = number
            throw unusable(path)
        }
        guard status.st_mode & 0o077 == 0 || [0, status.st_uid].contains(geteuid()) else {
            try requireNoOtherProgram(path)
            throw Self.tooOpen(path)
        }
        let files = [
            ("lock", R_OK | W_OK), ("accounts.sqlite", R_OK | W_OK), ("names.key", R_OK),
            ("vaults", R_OK | W_OK | X_OK), ("attachments", R_OK | W_OK | X_OK),
        ]
        for (name, rights) in files where access("\(path)/\(name)", rights) != 0 && errno != ENOENT {
            throw unusable("\(path)/\(name)")
        }
    }

    /// What shows that a folder, which holds no accounts, is another program's: a name in it; nil where it may be ours.
    static func sign(ofOtherProgram path: String) -> String? {
        // What commands leave before the first start is among these.
        let ours: Set = [
            "accounts.sqlite", "names.key", "mail.key", "vaults", "attachments", "trust", "catalogue", "stiko",
            "situation", "jobs",
            BreachedPasswords.fileName,
        ]
        let found = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .filter { !$0.hasPrefix(".") && $0 != "lost+found" }
        guard ours.isDisjoint(with: found) else { return nil }
        return found.filter { !$0.hasPrefix("accounts.sqlite") && !isLock($0, in: path) }.min()
    }

    /// A system's folder has a folder of that name.
    private static func isLock(_ name: String, in path: String) -> Bool {
        var status = stat()
        return name == "lock" && stat("\(path)/lock", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// - Throws: `directoryUnusable` for a folder of another program, which that one could no longer open.
    static func requireNoOtherProgram(_ path: String) throws(VaultError) {
        guard let other = sign(ofOtherProgram: path) else { return }
        throw VaultError(
            .directoryUnusable,
            "\(path) is no data folder: it holds \(other), which is nothing of ours, and no accounts. See that the name is "
                + "right (--data, VACCINAPP_DATA), or name an empty folder, or one that doesn't exist yet")
    }

    /// Whether a restore works on the directory now, or one was cut short there.
    ///
    /// - Throws: `directoryInUse`, `directoryUnusable`.
    static func requireNoRestore(_ path: String) throws(VaultError) {
        switch Draft.state(inside: path) {
        case nil: return
        case .living:
            throw VaultError(
                .directoryInUse, "a restore works on this data directory (\(path)): wait for its end, then try again")
        case .left: try requireWholeRestore(path)
        }
    }

    /// - Throws: `directoryUnusable` where a restore was cut short; once the accounts are there, nothing is missing.
    static func requireWholeRestore(_ path: String) throws(VaultError) {
        guard Draft.state(inside: path) == .left, access("\(path)/accounts.sqlite", F_OK) != 0 else { return }
        throw VaultError(
            .directoryUnusable,
            "a restore into \(path) was cut short, so there are no accounts in it: do it again, which begins anew, or "
                + "remove the folder")
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
        // Asking who this is may change it.
        let number = errno
        return VaultError(
            .directoryUnusable,
            "the data directory \(path) can't be made (\(String(cString: strerror(number)))): "
                + "see that the folder above it is there and that \(ProcessUser.name) may write to it")
    }

    /// By `errno`.
    private static func unusable(_ path: String) -> VaultError {
        let number = errno
        return VaultError(
            .directoryUnusable,
            "\(path) can't be read and written by \(ProcessUser.name) (\(String(cString: strerror(number)))): give the "
                + "data directory and all in it to the server's user (chown -R), and see that its disk isn't mounted for "
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
                throw Self.inUse
            }
            throw VaultError(.directoryUnusable, "the data directory can't be locked (errno \(number))")
        }
        // Whoever had it may have taken the file away before letting go.
        guard let own = FileIdentity(of: file), own == FileIdentity(at: "\(directory)/lock") else {
            PosixFileSystem.letGo(file)
            throw Self.inUse
        }
        self.file = Mutex(file)
    }

    private static let inUse = VaultError(
        .directoryInUse, "another process uses this data directory: end that one, or name another directory")

    /// - Throws: `directoryInUse` when a process has the directory now; nothing is made or changed.
    static func requireFree(_ directory: String) throws(VaultError) { if isHeld(directory) { throw inUse } }

    /// Whether a process has the directory now; nothing is made or changed.
    static func isHeld(_ directory: String) -> Bool {
        let file = open("\(directory)/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return false }
        defer { PosixFileSystem.letGo(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { release() }

    func release() {
        file.withLock { file in
            if let file { PosixFileSystem.letGo(file) }
            file = nil
        }
    }
}
