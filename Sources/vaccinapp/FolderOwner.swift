import Foundation
import Glibc
import Vault

/// Gives what root has made in a data folder to the folder's owner, so that the server can go on writing there.
enum FolderOwner {
    private static let deepest = 8

    /// Likewise a backup and the list of deleted accounts beside it, where their folder belongs to the data
    /// folder's owner: the service's next backup writes there.
    static func keep(backup: String, of data: String) {
        let backup = URL(fileURLWithPath: backup)
        var (above, owner) = (stat(), stat())
        let path = backup.deletingLastPathComponent().path
        guard geteuid() == 0, stat(data, &owner) == 0, owner.st_uid != 0 else { return }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        guard fstat(folder, &above) == 0, above.st_uid == owner.st_uid else { return }
        for name in [backup.lastPathComponent, DeletedAccountList.fileName] {
            give(folder, name, owner.st_uid, owner.st_gid, depth: 0)
        }
    }

    /// Nothing for anybody but root, and in a folder that is root's own.
    ///
    /// What a killed command left is found by the next one.
    static func keep(_ path: String) {
        guard geteuid() == 0 else { return }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        var owner = stat()
        guard fstat(folder, &owner) == 0, owner.st_uid != 0 else { return }
        give(folder, owner.st_uid, owner.st_gid, depth: 0)
    }

    /// By handles alone: the owner could put links in the place of names while root goes through them.
    private static func give(_ folder: Int32, _ user: uid_t, _ group: gid_t, depth: Int) {
        guard depth < deepest else { return }
        for name in names(folder) { give(folder, name, user, group, depth: depth) }
    }

    private static func give(_ folder: Int32, _ name: String, _ user: uid_t, _ group: gid_t, depth: Int) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || (status.st_uid == 0 && status.st_mode & S_IFMT == S_IFREG) else { return }
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0, fstat(file, &status) == 0 else { return }
        defer { close(file) }
        // A file with another name may be a file of root's elsewhere.
        if status.st_uid == 0, isFolder || status.st_nlink == 1 { _ = fchown(file, user, group) }
        if isFolder { give(file, user, group, depth: depth + 1) }
    }

    private static func names(_ folder: Int32) -> [String] {
        guard let stream = fdopendir(dup(folder)) else { return [] }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
