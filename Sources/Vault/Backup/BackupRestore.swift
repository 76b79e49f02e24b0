import Model
import Foundation
package import VaultStorage

/// Puts a backup back: a directory or a `.tar` file into a data directory that doesn't exist yet, or is empty.
package struct BackupRestore: Sendable {
    private let backup: String
    private let files: any FileSystem

    package init(of backup: String, files: any FileSystem = PosixFileSystem()) {
        self.backup = backup
        self.files = files
    }

    /// Writes the data directory and compares it with its bookkeeping.
    ///
    /// - Throws: as `BackupCopy.write`; `vaultDamaged` for a tar file that is cut short or holds anything else.
    @discardableResult
    package func write(to target: String) throws(VaultError) -> DirectoryCheck {
        try write(to: target, withNames: true)
    }

    /// - Parameter withNames: whether the backup has to hold `names.key`; one that is only compared may do without.
    fileprivate func write(to target: String, withNames: Bool) throws(VaultError) -> DirectoryCheck {
        do {
            guard Self.isFile(backup) else {
                try BackupCopy(of: backup, files: files).write(to: target)
                return try DirectoryCheck(target, files: files)
            }
            let sink = try FolderSink(target, files)
            do {
                try TarReader(backup).unpack(into: sink)
                guard FileManager.default.fileExists(atPath: sink.draftOfBooks) else {
                    throw VaultError.noDataDirectory(backup)
                }
                if withNames { try BackupCopy.requireNames(in: sink.draftOfFolder, called: backup, files) }
                try sink.finish()
            } catch {
                sink.discard()
                throw error
            }
            return try DirectoryCheck(target, files: files)
        } catch let error as FileError {
            throw error.vaultError
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension DirectoryCheck {
    /// Compares a data directory or a backup, also one in a `.tar` file, with its bookkeeping.
    ///
    package static func backup(_ path: String) throws(VaultError) -> DirectoryCheck {
        try withFolder(of: path) { folder throws(VaultError) in try DirectoryCheck(folder) }
    }

    /// Gives the folder of a backup to look at.
    ///
    /// A `.tar` file is unpacked for a moment, beside it or, where that can't be written, among temporary files.
    static func withFolder<T>(
        of path: String, _ body: (String) throws(VaultError) -> T
    ) throws(VaultError) -> T {
        guard BackupRestore.isFile(path) else { return try body(path) }
        let beside = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let place = FileManager.default.isWritableFile(atPath: beside) ? beside : NSTemporaryDirectory()
        let folder = "\(place)/.vaccinapp-check-\(AccountID.random())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try BackupRestore(of: path).write(to: folder, withNames: false)
        return try body(folder)
    }
}
