import Foundation
import VaultStorage

/// Where a copy goes: nothing of it stands under its name before `finish`.
protocol BackupSink {
    /// Where the copied accounts database is to be made; `addAccounts` takes it from there.
    var draftOfAccounts: String { get }

    func add(folder: String) throws
    func add(_ bytes: [UInt8], as path: String) throws
    func add(fileAt source: String, as path: String) throws
    func addAccounts() throws
    /// Makes it durable and puts it in its place.
    func finish() throws
    /// Takes away what was written.
    func discard()
}

/// A copy as a directory, ready to be served.
///
/// It grows beside its place, or inside it when that is an empty directory, which may be a mount point.
final class FolderSink: BackupSink {
    private let target: String
    /// Where it grows.
    let draft: String
    private let isInside: Bool
    private let files: any FileSystem
    private var folders: Set<String> = []
    private var isPlaced = false

    init(_ target: String, _ files: any FileSystem) throws {
        self.target = target
        self.files = files
        isInside = FileManager.default.fileExists(atPath: target)
        draft = isInside ? "\(target)/.copy.partial" : "\(target).partial"
        if isInside {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: target),
                names.allSatisfy({ $0 == ".copy.partial" || $0 == "lost+found" })
            else {
                throw VaultError(
                    .directoryUnusable, "\(target) exists already and is not an empty folder: name another")
            }
        }
        try? FileManager.default.removeItem(atPath: draft)
        try files.makeDirectory(draft)
    }

    var draftOfAccounts: String { "\(draft)/accounts.sqlite" }

    func add(folder: String) throws {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if folders.insert(path).inserted { try files.makeDirectory(draft + path) }
        }
    }

    func add(_ bytes: [UInt8], as path: String) throws {
        try write(path) { file in
            try bytes.withUnsafeBytes { buffer in
                Result { () throws(FileError) in try files.write(buffer, to: file) }
            }.get()
        }
    }

    func add(fileAt source: String, as path: String) throws {
        try write(path) { file in
            try FilePieces(source).forEach { piece in
                try piece.withUnsafeBytes { buffer in
                    Result { () throws(FileError) in try files.write(buffer, to: file) }
                }.get()
            }
        }
    }

    /// Opens a file of the copy for whoever writes it piece by piece; it is synced afterwards.
    func write(_ path: String, _ body: (Int32) throws -> Void) throws {
        if let end = path.lastIndex(of: "/") { try add(folder: String(path[..<end])) }
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

    func addAccounts() {}

    func finish() throws {
        for folder in folders { try files.syncDirectory(draft + folder) }
        try files.syncDirectory(draft)
        if isInside {
            // The accounts last: without them it is no data directory.
            let names = try files.list(draft).filter { $0 != "accounts.sqlite" } + ["accounts.sqlite"]
            for name in names { try files.rename("\(draft)/\(name)", to: "\(target)/\(name)") }
            try? FileManager.default.removeItem(atPath: draft)
            try files.syncDirectory(target)
        } else {
            try files.rename(draft, to: target)
            isPlaced = true
            try files.syncDirectory(URL(fileURLWithPath: target).deletingLastPathComponent().path)
        }
    }

    func discard() { try? FileManager.default.removeItem(atPath: isPlaced ? target : draft) }
}

/// A file read in pieces, so that its size doesn't matter.
struct FilePieces {
    private let path: String
    init(_ path: String) { self.path = path }

    func forEach(_ body: (Data) throws -> Void) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw VaultError.unreadable(path)
        }
        defer { try? file.close() }
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try body(piece) }
    }
}
