import Foundation
import VaultStorage

/// Where a copy goes: nothing of it has its name before `finish`.
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

    func write(to output: Int32, _ files: any FileSystem) throws { try forEach { try files.write($0, to: output) } }
}
