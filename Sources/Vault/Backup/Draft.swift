import Foundation
import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// A file or folder that grows under a name of its own until it is whole, locked while somebody writes it.
///
/// A killed process leaves it behind, and its lock ends with it: the next draft in that folder takes it away.
final class Draft {
    private static let suffix = ".vaccinapp.partial"

    let path: String
    private let lock: Int32

    /// Makes an empty one, and clears away what killed processes left beside it.
    ///
    /// - Parameter target: what it is to become; where that ends in `/`, the draft is inside.
    /// - Throws: `directoryUnusable` while another process writes the same one, and where there is no folder for it.
    init(of target: String, isFolder: Bool, _ files: any FileSystem) throws {
        path = Self.name(of: target)
        Self.removeLeftovers(in: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw VaultError(
                .directoryUnusable,
                Self.isLiving(path) == true
                    ? "another process is writing \(path): wait for its end, or take it away"
                    : "what a process that was ended left at \(path) can't be removed by \(ProcessUser.name): remove it"
            )
        }
        lock = try Self.make(path, isFolder: isFolder, files)
    }

    /// Makes it and holds its lock: another draft that is begun just then may look at the new one, or take it for a leftover.
    private static func make(_ path: String, isFolder: Bool, _ files: any FileSystem) throws -> Int32 {
        for _ in 0..<100 {
            do throws(FileError) {
                if isFolder {
                    try files.makeDirectory(path)
                } else {
                    try files.close(try files.create(path))
                }
            } catch {
                // One that exists is another process's.
                if error.number != EEXIST { try? FileManager.default.removeItem(atPath: path) }
                let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
                guard [ENOENT, ENOTDIR].contains(error.number) else { throw error }
                throw VaultError.noFolder(parent)
            }
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if file < 0 && errno == ENOENT { continue }
            // Where a file system knows no such locks, leftovers stay.
            _ = flock(file, LOCK_EX)
            if file < 0 || isStill(file, path) { return file }
            DirectoryLock.letGo(file)
        }
        throw VaultError(.directoryUnusable, "other processes keep taking \(path) away: let them end")
    }

    /// Whether a path leads to the open file.
    private static func isStill(_ file: Int32, _ path: String) -> Bool {
        var (held, there) = (stat(), stat())
        return fstat(file, &held) == 0 && lstat(path, &there) == 0
            && held.st_ino == there.st_ino && held.st_dev == there.st_dev
    }

    deinit { if lock >= 0 { DirectoryLock.letGo(lock) } }

    static func name(of target: String) -> String { target + suffix }
    static func isDraft(_ name: String) -> Bool { name.hasSuffix(suffix) }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Whether a draft is being written, or a killed process has left it.
    enum State {
        case living, left
    }

    /// Of the draft that grows inside a folder; nil where there is none.
    static func state(inside folder: String) -> State? {
        let path = name(of: "\(folder)/")
        guard access(path, F_OK) == 0 else { return nil }
        return isLiving(path) == true ? .living : .left
    }

    /// Whether a process writes it; nil if unknown.
    private static func isLiving(_ path: String) -> Bool? {
        withLeftover(path, lock: LOCK_SH) { false } ?? (access(path, R_OK) == 0 ? true : nil)
    }

    /// Does something while nobody can begin to write the draft.
    ///
    /// - Parameter lock: shared by those who only look, exclusive for one who removes it.
    /// - Returns: nil where a process writes it, or where that is unknown.
    private static func withLeftover<Value>(_ path: String, lock: Int32, _ body: () -> Value) -> Value? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { DirectoryLock.letGo(file) }
        // Between the two, another process may have removed it, and a third one have begun another under its name.
        guard flock(file, lock | LOCK_NB) == 0, isStill(file, path) else { return nil }
        return body()
    }

    /// Drafts that no living process holds.
    static func leftovers(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isDraft).map { "\(folder)/\($0)" }.filter { isLiving($0) == false }
    }

    private static func removeLeftovers(in folder: String) {
        for path in leftovers(in: folder) {
            _ = withLeftover(path, lock: LOCK_EX) { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}
