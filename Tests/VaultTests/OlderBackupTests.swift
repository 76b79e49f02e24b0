import Foundation
import GRDB
import Testing

@testable import Vault
@testable import VaultStorage

/// A backup whose accounts an older release had made: their tables lack what came with later steps.
@Suite(.timeLimit(.minutes(3))) struct OlderBackupTests {
    let app = TestVaults()
    private var backup: String { app.path + "-backup" }
    private var target: String { app.path + "-restored" }

    /// Makes a backup of Maria and Paul as a release of the first step would have made it, a folder or a `.tar` file.
    private func withBackup(isFile: Bool = false, _ body: (_ backup: String, _ accounts: Accounts) async throws -> Void)
        async throws
    {
        let tar = backup + ".tar"
        defer { for path in [backup, tar, target] { try? FileManager.default.removeItem(atPath: path) } }
        let accounts = try app.accounts()
        for name in ["maria", "paul"] {
            let (_, session) = try await app.member(accounts, name)
            try await session.vault.write { try $0.setSetting("whose", to: name) }
        }
        try BackupCopy(of: app.path).write(to: backup)
        try makeOlder(backup)
        if isFile { try pack(to: tar) }
        try await body(isFile ? tar : backup, accounts)
    }

    private func makeOlder(_ folder: String) throws {
        let accounts = try DatabaseQueue(path: "\(folder)/accounts.sqlite")
        let later =
            """
            DROP TABLE withdrawal; DROP TABLE passingFile; DROP TABLE calendarFeed; DROP TABLE healthLinkOpening;
            DROP TABLE healthLinkFile; DROP TABLE healthLink; DROP TABLE reminderDay; DROP TABLE reminderMail;
            DROP TABLE mailLimit;
            DELETE FROM schemaStep WHERE number > 1
            """
        try accounts.write { try $0.execute(sql: later) }
        try accounts.close()
    }

    private func pack(to tar: String) throws {
        let sink = try TarSink(tar, PosixFileSystem())
        for path in try FileManager.default.subpathsOfDirectory(atPath: backup).sorted() {
            guard let bytes = FileManager.default.contents(atPath: "\(backup)/\(path)"), path != "accounts.sqlite"
            else {
                continue
            }
            try sink.add(Array(bytes), as: path)
        }
        try FileManager.default.copyItem(atPath: "\(backup)/accounts.sqlite", toPath: sink.draftOfAccounts)
        try sink.addAccounts()
        try sink.finish()
    }

    private func content(_ path: String) throws -> [String: Data] {
        var files = ["": FileManager.default.contents(atPath: path) ?? Data()]
        for name in FileManager.default.subpaths(atPath: path) ?? [] {
            files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
        return files
    }

    @Test(arguments: [false, true]) func whoeverIsInItSignsInOnceItIsRestored(isFile: Bool) async throws {
        try await withBackup(isFile: isFile) { backup, accounts in
            let before = try content(backup)
            let paul = try accounts.administration.account(named: "paul")
            let gone = DeletedAccount(paul, at: app.clock.now + 1, backupDays: 30)
            let check = try BackupRestore(of: backup).write(to: target, without: DeletedAccountList([gone]))
            #expect(check.accounts == 1 && check.findings == [])
            #expect(try content(backup) == before, "the backup itself stays as it is")
            let target = target
            let restored = try app.accounts { $0.directory = target }
            let signIn = try await restored.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let session = try await app.session(restored, signIn.cookie)
            #expect(try await session.vault.read { try $0.setting("whose") } == "maria")
            try await restored.consent.withdraw(session, at: app.clock.now)
            #expect(try await restored.consent.deletion(of: session) != nil)
            await restored.close()
        }
    }

    @Test(arguments: [false, true]) func itIsCheckedAndComparedAndStaysAsItIs(isFile: Bool) async throws {
        try await withBackup(isFile: isFile) { backup, _ in
            let before = try content(backup)
            let check = try DirectoryCheck.backup(backup)
            #expect(check.accounts == 2 && check.findings == [])
            #expect(try DirectoryCheck(app.path).findings(against: backup).findings == [])
            #expect(try content(backup) == before)
        }
    }

    @Test func oneAccountIsPutBackOutOfIt() async throws {
        try await withBackup { backup, accounts in
            await accounts.close()
            let report = try AccountRestore(of: backup).write("maria", to: app.path)
            #expect(report.findings == [])
        }
    }

    @Test func accountsThatAServerOfThatReleaseWorksOnAreNotCopied() async throws {
        try await withBackup { _, accounts in
            await accounts.close()
            try makeOlder(app.path)
            let lock = try DirectoryLock(directory: app.path)
            #expect(throws: VaultError(.vaultVersion, "")) { try DirectoryCheck(app.path) }
            lock.release()
            #expect(try DirectoryCheck(app.path).findings == [])
        }
    }
}
