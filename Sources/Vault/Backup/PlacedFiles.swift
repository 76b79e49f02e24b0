import Foundation
import VaultStorage

/// Files that were put into a folder that is in use, each whole and durable, to be taken away again where the rest fails.
final class PlacedFiles {
    private let files: any FileSystem
    private var made: [String] = []

    init(_ files: any FileSystem) { self.files = files }

    /// Copies a file unless there is one.
    func copy(_ file: String, from folder: String, to target: String) throws {
        let path = "\(target)/\(file)"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        try write(path, "\(path).partial") { output in
            try FilePieces("\(folder)/\(file)").forEach { piece in
                try files.write(piece, to: output)
            }
        }
    }

    /// Where a file grows that is put into a folder, or into one below it; what a killed process has left there is nothing.
    static func draft(in folder: String) -> String { "\(folder)/restore.partial" }

    /// Writes a file, also in the place of one that is there.
    ///
    /// - Parameter folder: where it grows, on the same file system.
    func write(_ bytes: [UInt8], to path: String, growingIn folder: String) throws {
        try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        try write(path, Self.draft(in: folder)) { output in
            try files.write(bytes, to: output)
        }
    }

    private func write(_ path: String, _ draft: String, _ body: (Int32) throws -> Void) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        do {
            let output = try files.create(draft)
            do {
                try body(output)
                try files.sync(output)
            } catch {
                try? files.close(output)
                throw error
            }
            try files.close(output)
            try files.rename(draft, to: path)
        } catch {
            try? files.remove(draft)
            throw error
        }
        if isNew { made.append(path) }
        try files.syncDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    func makeFolder(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if parent != path { try makeFolder(parent) }
        try files.makeDirectory(path)
        made.append(path)
    }

    /// Takes away what was made; what was there before stays, and so does a folder that others have put something into.
    func remove() {
        for path in made.reversed() { _ = Foundation.remove(path) }
        made = []
    }
}
