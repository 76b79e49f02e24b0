import Foundation
import Glibc
import VaultStorage

/// A copy as a directory: a backup, or a data folder that was put back.
///
/// It grows beside its place, or inside it when that is an empty directory, which may be a mount point.
final class FolderSink: BackupSink {
    /// Without it, it is no data directory.
    private static let last = "accounts.sqlite"

    private let target: String
    private let growing: Draft
    private let placement: Placement
    private let isInside: Bool
    private let files: any FileSystem
    private let previous: PreviousBackup?
    private var folders: Set<String> = []

    /// - Parameters:
    ///   - previous: the backup whose files are linked to where they are the same.
    ///   - isLocked: whether the folder is a data folder to be that nobody else can have meanwhile.
    init(
        _ target: String, _ files: any FileSystem, previous: PreviousBackup? = nil, isLocked: Bool = false
    ) throws {
        (self.target, self.files, self.previous) = (target, files, previous)
        placement = Placement(files)
        isInside = FileManager.default.fileExists(atPath: target)
        if isInside {
            Placement.undo(in: target, last: Self.last)
            try Self.requireEmpty(target, isLocked: isLocked)
        }
        growing = try Draft(of: isInside ? "\(target)/" : target, isFolder: true, files)
    }

    /// - Throws: `directoryUnusable` for a folder that holds anything but what a killed process has left.
    static func requireEmpty(_ target: String, isLocked: Bool) throws(VaultError) {
        if access(target, R_OK | X_OK) != 0, errno == EACCES { throw VaultError.unreadable(target) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: target),
            names.allSatisfy({ Draft.isDraft($0) || $0 == "lost+found" || isLocked && $0 == "lock" })
        else {
            throw VaultError(
                .directoryUnusable, "\(target) exists already and is not an empty folder: name another")
        }
    }

    /// Where it grows.
    var draft: String { growing.path }
    var draftOfAccounts: String { "\(draft)/\(Self.last)" }

    func add(folder: String) throws {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if folders.insert(path).inserted { try files.makeDirectory(draft + path) }
        }
    }

    func add(_ bytes: [UInt8], as path: String) throws {
        try addFolder(of: path)
        guard previous?.link(bytes, as: path, to: "\(draft)/\(path)") != true else { return }
        try write(path) { try files.write(bytes, to: $0) }
    }

    func add(fileAt source: String, as path: String) throws {
        try write(path) { try FilePieces(source).write(to: $0, files) }
    }

    /// Opens a file of the copy for whoever writes it piece by piece; it is synced afterwards.
    func write(_ path: String, _ body: (Int32) throws -> Void) throws {
        try addFolder(of: path)
        try files.write("\(draft)/\(path)", body)
    }

    private func addFolder(of path: String) throws {
        if let end = path.lastIndex(of: "/") { try add(folder: String(path[..<end])) }
    }

    func addAccounts() {}

    func finish() throws {
        // A deleted account's is gone again.
        for folder in folders where FileManager.default.fileExists(atPath: draft + folder) {
            try files.syncDirectory(draft + folder)
        }
        try files.syncDirectory(draft)
        if isInside {
            try placement.placeAll(of: draft, in: target, last: Self.last)
            growing.remove()
        } else {
            placement.move(draft, to: target)
            try placement.place()
        }
    }

    func discard() {
        placement.rollBack()
        growing.remove()
    }
}
