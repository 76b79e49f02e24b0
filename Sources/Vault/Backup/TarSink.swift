import Foundation
import VaultStorage

/// A copy as one tar file, which `tar` unpacks too.
///
/// It grows in a draft's folder, beside the accounts, which are made there.
final class TarSink: BackupSink {
    private let target: String
    private let growing: Draft
    private let placement: Placement
    private let files: any FileSystem
    private let file: Int32
    private var isOpen = true

    init(_ target: String, _ files: any FileSystem) throws {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw VaultError(.directoryUnusable, "\(target) exists already: name a file that doesn't exist yet")
        }
        (self.target, self.files, placement) = (target, files, Placement(files))
        growing = try Draft(of: target, isFolder: true, files)
        do {
            file = try files.create(Self.draft(in: growing))
        } catch {
            growing.remove()
            throw error
        }
    }

    private static func draft(in folder: Draft) -> String { "\(folder.path)/backup.tar" }

    var draftOfAccounts: String { "\(growing.path)/accounts.sqlite" }

    func add(folder: String) throws { try add(TarHeader(path: "\(folder)/", kind: .folder, size: 0)) {} }

    func add(_ bytes: [UInt8], as path: String) throws {
        try add(TarHeader(path: path, kind: .file, size: bytes.count)) { try files.write(bytes, to: file) }
    }

    func add(fileAt source: String, as path: String) throws {
        // Read whole before its length is written: others may write to it.
        var bytes: [UInt8] = []
        try FilePieces(source).forEach { bytes += $0 }
        try add(bytes, as: path)
    }

    func addAccounts() throws {
        let size = try FileManager.default.attributesOfItem(atPath: draftOfAccounts)[.size] as? Int ?? 0
        try add(TarHeader(path: "accounts.sqlite", kind: .file, size: size)) {
            try FilePieces(draftOfAccounts).write(to: file, files)
        }
        try files.remove(draftOfAccounts)
    }

    private func add(_ header: TarHeader, _ content: () throws -> Void) throws {
        guard let head = header.bytes else {
            throw VaultError(
                .vaultTooLarge,
                "one of the files is too large, or its name too long, for a tar file: back up to a folder instead")
        }
        try files.write(head, to: file)
        try content()
        try files.write([UInt8](repeating: 0, count: header.paddedSize - header.size), to: file)
    }

    func finish() throws {
        try files.write([UInt8](repeating: 0, count: 2 * TarHeader.blockLength), to: file)
        try files.sync(file)
        isOpen = false
        try files.close(file)
        placement.move(Self.draft(in: growing), to: target)
        try placement.place()
        growing.remove()
    }

    func discard() {
        if isOpen { try? files.close(file) }
        isOpen = false
        placement.rollBack()
        growing.remove()
    }
}
