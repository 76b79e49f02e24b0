import Foundation
import VaultStorage

/// A copy as one tar file, which `tar` unpacks too.
final class TarSink: BackupSink {
    private let target: String
    private let draft: Draft
    /// Where the accounts are made.
    private let folder: Draft
    private let files: any FileSystem
    private let file: Int32
    private var isOpen = true
    private var isPlaced = false

    init(_ target: String, _ files: any FileSystem) throws {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw VaultError(.directoryUnusable, "\(target) exists already: name a file that doesn't exist yet")
        }
        self.target = target
        self.files = files
        draft = try Draft(of: target, isFolder: false, files)
        do {
            folder = try Draft(of: "\(target).accounts", isFolder: true, files)
        } catch {
            draft.remove()
            throw error
        }
        do {
            file = try files.create(draft.path)
        } catch {
            draft.remove()
            folder.remove()
            throw error
        }
    }

    var draftOfAccounts: String { "\(folder.path)/accounts.sqlite" }

    func add(folder: String) throws { try head(TarHeader(path: "\(folder)/", kind: .folder, size: 0)) }

    func add(_ bytes: [UInt8], as path: String) throws {
        let header = TarHeader(path: path, kind: .file, size: bytes.count)
        try head(header)
        try write(bytes)
        try write([UInt8](repeating: 0, count: header.paddedSize - header.size))
    }

    func add(fileAt source: String, as path: String) throws {
        // Read whole before its length is written, unless it is the accounts, which nobody else touches.
        guard path == "accounts.sqlite" else {
            var bytes: [UInt8] = []
            try FilePieces(source).forEach { bytes += $0 }
            return try add(bytes, as: path)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: source)
        let header = TarHeader(path: path, kind: .file, size: (attributes[.size] as? NSNumber)?.intValue ?? 0)
        try head(header)
        try FilePieces(source).forEach { try write(Array($0)) }
        try write([UInt8](repeating: 0, count: header.paddedSize - header.size))
    }

    func addAccounts() throws {
        try add(fileAt: draftOfAccounts, as: "accounts.sqlite")
        folder.remove()
    }

    func finish() throws {
        try write([UInt8](repeating: 0, count: 2 * TarHeader.blockLength))
        try files.sync(file)
        isOpen = false
        try files.close(file)
        try files.rename(draft.path, to: target)
        isPlaced = true
        try files.syncDirectory(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }

    func discard() {
        if isOpen { try? files.close(file) }
        try? files.remove(isPlaced ? target : draft.path)
        folder.remove()
    }

    private func head(_ header: TarHeader) throws {
        guard let bytes = header.bytes else {
            throw VaultError(
                .vaultTooLarge,
                "one of the files is too large, or its name too long, for a tar file: back up to a folder instead")
        }
        try write(bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        try files.write(bytes, to: file)
    }
}
