import Foundation
import Glibc

/// A file or folder that grows under a name of its own until it is whole, locked while somebody writes it.
///
/// A killed process leaves it behind, and its lock ends with it: the next draft in that folder takes it away. In `vaults` and
/// `attachments`, which a process has alone, drafts need no lock, and the next start takes them away.
package final class Draft {
    private static let suffix = ".vaccinapp.partial"

    /// Why there can be no draft: another process writes it, a leftover can't be removed, or there is no folder for it.
    package enum Obstacle: Error, Sendable, Equatable {
        case isWritten(String)
        case isLeft(String)
        case noFolder(String)
        case isTakenAway(String)
    }

    package let path: String
    private let lock: Int32

    /// Makes an empty one, and clears away what killed processes left beside it.
    ///
    /// - Parameters:
    ///   - target: what it is to become; where that ends in `/`, the draft is inside.
    ///   - isFolder: one that is a file clears only files away.
    ///   - isLeftover: which names beside it are cleared away.
    /// - Throws: `Obstacle`, `VaultError`.
    package init(
        of target: String, isFolder: Bool, _ files: any FileSystem,
        clearing isLeftover: (_ name: String) -> Bool = Draft.isDraft
    ) throws {
        path = Self.name(of: target)
        Self.removeLeftovers(in: Placement.folder(of: path), withFolders: isFolder, where: isLeftover)
        guard access(path, F_OK) != 0 else {
            throw Self.isLiving(path) == true ? Obstacle.isWritten(path) : .isLeft(path)
        }
        lock = try Self.make(path, isFolder: isFolder, files)
    }

    /// Makes it and holds its lock: another draft that is begun just then may look at the new one, or take it for a leftover.
    private static func make(_ path: String, isFolder: Bool, _ files: any FileSystem) throws -> Int32 {
        for _ in 0..<100 {
            do throws(VaultError) {
                if isFolder {
                    try files.makeDirectory(path)
                } else {
                    try files.close(try files.create(path))
                }
            } catch {
                // One that exists is another process's.
                if error.number != EEXIST { try? FileManager.default.removeItem(atPath: path) }
                guard [ENOENT, ENOTDIR].contains(error.number) else { throw error }
                throw Obstacle.noFolder(Placement.folder(of: path))
            }
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if file < 0 && errno == ENOENT { continue }
            // Where a file system knows no such locks, leftovers stay.
            _ = flock(file, LOCK_EX)
            if file < 0 || isStill(file, path) { return file }
            PosixFileSystem.letGo(file)
        }
        throw Obstacle.isTakenAway(path)
    }

    /// Whether a path leads to the open file.
    private static func isStill(_ file: Int32, _ path: String) -> Bool {
        FileIdentity(of: file).map { $0 == FileIdentity(at: path) } ?? false
    }

    deinit { if lock >= 0 { PosixFileSystem.letGo(lock) } }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    package static func name(of target: String) -> String { target + suffix }
    package static func isDraft(_ name: String) -> Bool { name.hasSuffix(suffix) }
}

// MARK: - What killed processes left
extension Draft {
    /// Whether a draft is being written, or a killed process has left it.
    package enum State {
        case living, left
    }

    /// Of the draft that grows inside a folder; nil where there is none.
    package static func state(inside folder: String) -> State? {
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
        defer { PosixFileSystem.letGo(file) }
        // Between the two, another process may have removed it, and a third one have begun another under its name.
        guard flock(file, lock | LOCK_NB) == 0, isStill(file, path) else { return nil }
        return body()
    }

    /// Drafts that no living process holds.
    package static func leftovers(in folder: String, where isLeftover: (String) -> Bool = Draft.isDraft) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isLeftover).map { "\(folder)/\($0)" }.filter { isLiving($0) == false }
    }

    /// Takes them away, as far as that can be done.
    package static func removeLeftovers(
        in folder: String, withFolders: Bool = true, where isLeftover: (String) -> Bool = Draft.isDraft
    ) {
        for path in leftovers(in: folder, where: isLeftover) {
            _ = withLeftover(path, lock: LOCK_EX) {
                if unlink(path) != 0, withFolders { try? FileManager.default.removeItem(atPath: path) }
            }
        }
    }

    /// Takes away what killed processes left in a folder that nobody else works in; one that isn't there has nothing.
    package static func sweep(_ folder: String, _ files: any FileSystem) throws(VaultError) {
        do throws(VaultError) {
            for name in try files.list(folder) where isDraft(name) || isDraftOfOldName(name) {
                try files.remove("\(folder)/\(name)")
            }
        } catch {
            guard error.number == ENOENT else { throw error }
        }
    }

    /// What drafts in `vaults` and `attachments` were called before version 1.0.
    private static func isDraftOfOldName(_ name: String) -> Bool {
        name.hasSuffix(".new") || name == "restore.partial"
    }

    /// Takes something away for good: first its name, so that nobody takes for whole what is left when this is cut short.
    package static func takeAway(_ path: String) throws {
        try PosixFileSystem().rename(path, to: name(of: path))
        try FileManager.default.removeItem(atPath: name(of: path))
    }
}
