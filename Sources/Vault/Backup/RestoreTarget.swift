import Foundation
import Glibc
import VaultStorage

/// The data folder that a restore makes or fills: for as long as it works, it has the lock that a server would have.
struct RestoreTarget {
    private let path: String
    private let lock: DirectoryLock
    private let isNew: Bool
    private let hadLock: Bool

    /// Makes the folder, if it isn't there, and locks it.
    ///
    /// - Throws: `directoryInUse` when a server or another restore has it; `directoryUnusable` when it isn't empty, or there
    ///   is no folder to make it in.
    init(_ path: String, _ files: any FileSystem) throws {
        self.path = path
        isNew = !FileManager.default.fileExists(atPath: path)
        if isNew {
            try Self.make(path, files)
        } else {
            try DirectoryLock.requireFree(path)
            // A folder of somebody else's gets no lock. What a killed restore had placed goes once it is locked.
            if Draft.state(inside: path) == nil { try FolderSink.requireEmpty(path, isLocked: true) }
        }
        hadLock = FileManager.default.fileExists(atPath: "\(path)/lock")
        do throws(VaultError) {
            lock = try DirectoryLock(directory: path)
        } catch {
            if isNew { rmdir(path) }
            throw error
        }
    }

    private static func make(_ path: String, _ files: any FileSystem) throws {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do throws(VaultError) {
            try files.makeDirectory(path)
            try files.syncDirectory(parent)
        } catch {
            rmdir(path)
            guard [ENOENT, ENOTDIR].contains(error.number) else { throw error }
            throw VaultError.noFolder(parent)
        }
    }

    /// Lets a server have the folder; a new one goes again where nothing was restored.
    func release() {
        // First the file, so that nobody locks one that is about to go.
        if !hadLock { unlink("\(path)/lock") }
        if isNew { rmdir(path) }
        lock.release()
    }
}
