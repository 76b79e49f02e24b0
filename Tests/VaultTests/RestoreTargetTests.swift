import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// Who else wants the folder that a restore works on.
@Suite(.timeLimit(.minutes(3))) struct RestoreTargetTests {
    let app = TestVaults()
    private var backup: String { app.path + "-backup" }
    private var target: String { app.path + "-restored" }

    /// - Parameter isThere: whether there is an empty folder already.
    private func withBackup(isThere: Bool, _ body: () async throws -> Void) async throws {
        let manager = FileManager.default
        defer { for path in [backup, target] { try? manager.removeItem(atPath: path) } }
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        await accounts.close()
        try BackupCopy(of: app.path).write(to: backup)
        if isThere { try manager.createDirectory(atPath: target, withIntermediateDirectories: true) }
        try await body()
    }

    @Test(arguments: [false, true], ["create", "rename"])
    func aServerThatStartsWhileARestoreWorksIsRefused(isThere: Bool, _ operation: String) async throws {
        try await withBackup(isThere: isThere) {
            let files = FaultyFileSystem()
            let (app, target) = (app, target)
            files.whenNext(operation) {
                let error = #expect(throws: VaultError.self) { try app.accounts { $0.directory = target } }
                #expect(error?.code == .directoryInUse && error?.reason.contains("a restore works") == true)
            }
            #expect(try BackupRestore(of: backup, files: files).write(to: target).findings == [])
            #expect(!FileManager.default.fileExists(atPath: "\(target)/lock"))
            #expect(!DirectoryLock.isHeld(target))
            let accounts = try app.accounts { $0.directory = target }
            #expect(try await accounts.count() == 1)
            await accounts.close()
        }
    }

    @Test func aRestoreIntoAFolderThatAServerHasIsRefused() async throws {
        try await withBackup(isThere: true) {
            let lock = try DirectoryLock(directory: target)
            #expect(throws: VaultError(.directoryInUse, "")) { try BackupRestore(of: backup).write(to: target) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["lock"])
            lock.release()
            #expect(try BackupRestore(of: backup).write(to: target).findings == [])
        }
    }

    /// A process that is being started holds copies of all open files until it runs its program.
    @Test func aReleasedFolderIsFreeThoughACopyOfItsLockIsOpen() async throws {
        try await withBackup(isThere: true) {
            let lock = try DirectoryLock(directory: target)
            let copies = (0..<1024).filter { file in
                var name = [CChar](repeating: 0, count: Int(PATH_MAX))
                let length = readlink("/proc/self/fd/\(file)", &name, name.count - 1)
                return length > 0 && name.prefix(length).elementsEqual("\(target)/lock".utf8CString.dropLast())
            }.map { dup($0) }
            defer { for copy in copies { close(copy) } }
            #expect(copies.count == 1)
            lock.release()
            #expect(!DirectoryLock.isHeld(target))
        }
    }

    @Test func aFolderOfSomebodyElseGetsNoLock() async throws {
        try await withBackup(isThere: true) {
            try Data().write(to: URL(fileURLWithPath: "\(target)/film"))
            #expect(throws: VaultError(.directoryUnusable, "")) { try BackupRestore(of: backup).write(to: target) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["film"])
        }
    }

    @Test(arguments: [false, true]) func aRestoreThatFailsLeavesNothing(isThere: Bool) async throws {
        try await withBackup(isThere: isThere) {
            let files = FaultyFileSystem()
            files.fail("create", with: ENOSPC, at: 1)
            #expect(throws: VaultError(.storageFull, "")) {
                try BackupRestore(of: backup, files: files).write(to: target)
            }
            #expect((try? FileManager.default.contentsOfDirectory(atPath: target)) == (isThere ? [] : nil))
        }
    }

    /// As a killed process leaves it.
    @Test func aFolderWithHalfARestoreIsSaidToBeThat() async throws {
        try await withBackup(isThere: true) {
            try FileManager.default.createDirectory(
                atPath: Draft.name(of: "\(target)/"), withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: "\(target)/lock"))
            func isTold(_ body: () throws -> Void) {
                let error = #expect(throws: VaultError.self, performing: body)
                #expect(error?.code == .directoryUnusable && error?.reason.contains("cut short") == true)
            }
            isTold { _ = try app.accounts { $0.directory = target } }
            isTold { _ = try DirectoryCheck(target) }
            isTold { try BackupCopy(of: target).write(to: target + "-copy") }
            #expect(try BackupRestore(of: backup).write(to: target).findings == [])
        }
    }
}
