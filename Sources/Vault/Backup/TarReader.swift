import Foundation
import VaultStorage

/// Reads a backup's tar file; whatever it holds, nothing lands outside of where it is unpacked, nor under a name that no backup
/// has.
struct TarReader {
    private let path: String
    private let progress: WorkProgress

    init(_ path: String, progress: @escaping WorkProgress) { (self.path, self.progress) = (path, progress) }

    func unpack(into sink: FolderSink) throws {
        let file = try opened()
        defer { try? file.close() }
        let files = PosixFileSystem()
        var seen: Set<String> = []
        var vaults = 0
        while let header = try header(file) {
            try progress(vaults, nil)
            guard let path = header.insidePath else {
                throw VaultError(
                    .vaultDamaged, "the tar file leads outside of itself: it is no backup of ours, so don't use it")
            }
            guard header.kind == .file, SharedFiles.isOfBackup(path) else {
                if header.kind == .folder, path == "vaults" { try sink.add(folder: path) }
                try skip(header, file)
                continue
            }
            guard seen.insert(path).inserted else {
                throw VaultError(
                    .vaultDamaged, "the tar file holds a file twice: it is no backup of ours, so don't use it")
            }
            if path.hasPrefix("vaults/") { vaults += 1 }
            try sink.write(path) { output in
                try pieces(of: header, file) { piece in
                    try files.write(piece, to: output)
                }
            }
        }
    }

    /// The files that it holds, of which only the heads are read.
    func names() throws -> Set<String> {
        let file = try opened()
        defer { try? file.close() }
        let length = try file.seekToEnd()
        try file.seek(toOffset: 0)
        var names: Set<String> = []
        while let header = try header(file) {
            names.insert(header.path)
            let next = try file.offset() + UInt64(header.paddedSize)
            guard next <= length else { throw Self.isCut }
            try file.seek(toOffset: next)
        }
        return names
    }

    /// - Throws: `vaultDamaged` for what doesn't even begin as a tar file does.
    private func opened() throws -> FileHandle {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw VaultError.unreadable(path)
        }
        let head = Array(try file.read(upToCount: TarHeader.blockLength) ?? Data())
        guard TarHeader.isTar(head) else {
            try? file.close()
            throw VaultError(
                .vaultDamaged, "\(path) is no backup, since it is no tar file: see that the path is right")
        }
        try file.seek(toOffset: 0)
        return file
    }

    private static let isCut = VaultError(
        .vaultDamaged, "the tar file is cut short: take another copy of it, or the backup before")

    /// The next entry's; nil at the end.
    private func header(_ file: FileHandle) throws -> TarHeader? {
        let block = try exactly(TarHeader.blockLength, file)
        return block.allSatisfy { $0 == 0 } ? nil : try TarHeader(Array(block))
    }

    private func skip(_ header: TarHeader, _ file: FileHandle) throws { try pieces(of: header, file) { _ in } }

    private func pieces(of header: TarHeader, _ file: FileHandle, _ body: (Data) throws -> Void) throws {
        var rest = header.size
        while rest > 0 {
            let piece = try exactly(min(rest, 1 << 20), file)
            try body(piece)
            rest -= piece.count
        }
        if header.paddedSize > header.size { _ = try exactly(header.paddedSize - header.size, file) }
    }

    private func exactly(_ count: Int, _ file: FileHandle) throws -> Data {
        var data = Data()
        while data.count < count {
            guard let piece = try file.read(upToCount: count - data.count), !piece.isEmpty else {
                throw Self.isCut
            }
            data += piece
        }
        return data
    }
}
