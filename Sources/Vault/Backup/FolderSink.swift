import Foundation
import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// A copy as a directory: a backup, or a data folder that was put back.
///
/// It grows beside its place, or inside it when that is an empty directory, which may be a mount point.
final class FolderSink: BackupSink {
    private let target: String
    private let growing: Draft
    private let isInside: Bool
    private let files: any FileSystem
    private let previous: PreviousBackup?
    private var folders: Set<String> = []
    /// What was put under its name.
    private var placed: [String] = []

    /// - Parameters:
    ///   - previous: the backup whose files are linked to where they are the same.
    ///   - isLocked: whether the folder is a data folder to be that nobody else can have meanwhile.
    init(
        _ target: String, _ files: any FileSystem, previous: PreviousBackup? = nil, isLocked: Bool = false
    ) throws {
        self.target = target
        self.files = files
        self.previous = previous
        isInside = FileManager.default.fileExists(atPath: target)
        if isInside {
            try Placing.undo(in: target)
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
    var draftOfAccounts: String { "\(draft)/accounts.sqlite" }

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
        try write(path) { file in
            try files.write(bytes, to: file)
        }
    }

    func add(fileAt source: String, as path: String) throws {
        try write(path) { file in
            try FilePieces(source).forEach { piece in
                try files.write(piece, to: file)
            }
        }
    }

    /// Opens a file of the copy for whoever writes it piece by piece; it is synced afterwards.
    func write(_ path: String, _ body: (Int32) throws -> Void) throws {
        try addFolder(of: path)
        let file = try files.create("\(draft)/\(path)")
        do {
            try body(file)
            try files.sync(file)
        } catch {
            try? files.close(file)
            throw error
        }
        try files.close(file)
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
            // The accounts last: without them it is no data directory.
            let names = try files.list(draft).filter { $0 != "accounts.sqlite" } + ["accounts.sqlite"]
            try Placing.note(names, in: draft, files)
            for name in names {
                try files.rename("\(draft)/\(name)", to: "\(target)/\(name)")
                placed.append("\(target)/\(name)")
            }
            try files.syncDirectory(target)
            growing.remove()
        } else {
            try files.rename(draft, to: target)
            placed.append(target)
            try files.syncDirectory(URL(fileURLWithPath: target).deletingLastPathComponent().path)
        }
    }

    func discard() {
        for path in placed { try? FileManager.default.removeItem(atPath: path) }
        growing.remove()
    }
}

/// What is moved from a draft into the folder around it: noted before, so that a killed process's half can be distinguished
/// from files that were there.
private enum Placing {
    private static let name = ".placing"

    static func note(_ names: [String], in draft: String, _ files: any FileSystem) throws {
        let file = try files.create("\(draft)/\(name)")
        try files.fill(file, with: Array(names.joined(separator: "\n").utf8)) { file throws(FileError) in
            try files.sync(file)
        }
        try files.syncDirectory(draft)
    }

    /// Takes away what a killed process had moved; once the accounts are there nothing is missing, so it stays.
    static func undo(in target: String) throws {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: "\(target)/accounts.sqlite") else { return }
        for draft in Draft.leftovers(in: target) {
            guard let names = try? String(contentsOfFile: "\(draft)/\(name)", encoding: .utf8) else { continue }
            for name in names.split(separator: "\n") where !name.contains("/") && !name.hasPrefix(".") {
                try? manager.removeItem(atPath: "\(target)/\(name)")
            }
        }
    }
}
