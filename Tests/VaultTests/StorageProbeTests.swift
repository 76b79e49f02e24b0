import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.timeLimit(.minutes(3))) struct StorageProbeTests {
    private let files = FaultyFileSystem()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID().uuidString)")

    private func probe() throws -> StorageProbe {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "vaults"), withIntermediateDirectories: true)
        let held = PinnedDirectoryFiles(try PinnedDirectory(folder.path), over: files)
        return StorageProbe([folder.path, folder.appending(path: "vaults").path], files: held)
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    @Test func aFolderThatTakesWhatIsWrittenIsLeftAsItWas() async throws {
        let probe = try probe()
        defer { removeFolder() }
        #expect(await probe.fault() == nil)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["vaults"])
    }

    @Test(arguments: [
        ("create", ENOSPC, VaultError.Code.storageFull), ("write", EDQUOT, .storageFull),
        ("create", EROFS, .storageReadOnly), ("create", EACCES, .storageReadOnly), ("write", EIO, .storageFailed),
        ("close", EIO, .storageFailed),
    ])
    func whatKeepsItFromBeingWrittenIsNamed(
        _ operation: String, _ number: Int32, _ code: VaultError.Code
    ) async throws {
        let probe = try probe()
        defer { removeFolder() }
        files.fail(operation, with: number, at: 1)
        #expect(await probe.fault()?.code == code)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["vaults"])
    }

    /// As a disk that is unmounted, with the empty folder under it.
    @Test func anotherFolderInItsPlaceIsNotTakenForIt() async throws {
        let probe = try probe()
        defer { removeFolder() }
        let aside = folder.appendingPathExtension("aside")
        defer { try? FileManager.default.removeItem(at: aside) }
        try FileManager.default.moveItem(at: folder, to: aside)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        #expect(await probe.fault()?.code == .directoryUnusable)
    }

    @Test func manyWhoAskCostOneSmallWriteAndNoSync() async throws {
        let probe = try probe()
        defer { removeFolder() }
        await withTaskGroup(of: VaultError?.self) { group in
            for _ in 0..<200 { group.addTask { await probe.fault() } }
            for await fault in group { #expect(fault == nil) }
        }
        let calls = files.takeCalls()
        #expect(calls.count { $0 == "create" } == 2 && calls.count { $0 == "write" } == 2)
        #expect(!calls.contains { $0.hasPrefix("sync") })
    }
}
