import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// Attachments as files of a data folder: their mode, and disks that fail.
@Suite(.timeLimit(.minutes(3))) struct AttachmentDiskTests {
    let app = TestVaults()

    @Test func aFileIsItsOwnersAlone() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1], to: pass.id, of: session)
        let path = "\(app.path)/\(try #require(try app.sealedFiles().keys.first))"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(!FileManager.default.fileExists(atPath: "\(app.path)/attachments/\(session.accountID)"))
        await accounts.close()
    }

    /// A file counts as kept once its own name, and those of the folders that it may be the first in, are durable.
    @Test func everyNameOnTheWayToAFileIsMadeDurable() async throws {
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let (session, pass) = try await app.memberWithPass(accounts)
        _ = files.takeSyncedDirectories()
        let sealed = try await session.vault.seal([1])
        let home = URL(fileURLWithPath: app.path).standardizedFileURL.path
        let folder = "\(home)/attachments/\(session.accountID)"
        #expect(files.takeSyncedDirectories() == [folder, "\(home)/attachments", home])
        let id = try await app.attach([2], to: pass.id, of: session)
        _ = files.takeSyncedDirectories()
        try await session.vault.write { _ = try $0.deleteAttachment(id) }
        #expect(files.takeSyncedDirectories().contains(folder))
        withExtendedLifetime(sealed) {}
        await accounts.close()
    }

    @Test(arguments: ["create", "write", "sync", "close", "rename", "syncDirectory"])
    func aDiskThatFailsRefusesAnAttachmentAndLeavesNothing(step: String) async throws {
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([7], to: pass.id, of: session)
        files.fail(step, with: ENOSPC)
        await #expect(throws: VaultError(.storageFull, "")) { try await session.vault.seal([1, 2, 3]) }
        files.heal()
        #expect(try app.sealedFiles().count == 1)
        try await app.attach([8], to: pass.id, of: session)
        #expect(try app.check().findings.isEmpty)
        await accounts.close()
    }

    /// The process died before the file had its name; the second is a draft's name before version 1.0.
    @Test(arguments: [Draft.name(of: ".sealed"), ".new"])
    func whatWasHalfWrittenIsCarriedAway(ending: String) async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let kept = try await app.attach([1], to: pass.id, of: session)
        let draft = "\(app.path)/attachments/\(session.accountID)/\(SealedFileID.random())\(ending)"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: draft))
        try await accounts.attachments.collectOrphans(session.shared)
        #expect(FileManager.default.fileExists(atPath: draft), "it may still be on its way")
        try await accounts.attachments.collectOrphans(session.shared, orphansAfter: 0)
        #expect(!FileManager.default.fileExists(atPath: draft))
        #expect(try await session.vault.content(of: kept) == [1])
        await accounts.close()
    }

    @Test func aFailedRemovalIsTriedAgainByTheNextSweep() async throws {
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let (session, pass) = try await app.memberWithPass(accounts)
        let id = try await app.attach([1], to: pass.id, of: session)
        files.fail("remove", with: EIO)
        try await session.vault.write { _ = try $0.deleteAttachment(id) }
        files.heal()
        #expect(try app.sealedFiles().count == 1)
        await accounts.sweep()
        #expect(try app.sealedFiles().isEmpty)
        await accounts.close()
    }

    @Test func aBackupNamesTheFileThatIsGone() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1], to: pass.id, of: session)
        let file = try #require(try app.sealedFiles().keys.first)
        try FileManager.default.removeItem(atPath: "\(app.path)/\(file)")
        let backup = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        let findings = try app.backup(to: backup).findings
        #expect(findings.map(\.problem) == [.missing] && findings.first?.path == file)
        await accounts.close()
    }
}
