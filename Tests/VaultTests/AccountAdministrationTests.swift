import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AccountAdministrationTests {
    let app = TestVaults()

    private func signIn(_ accounts: Accounts, _ password: String = TestVaults.password) async throws -> SignInResult {
        try await accounts.signIn.withPassword(username: "maria", password: password, client: TestVaults.client)
    }

    @Test func accountsAreListedWithoutTheirNames() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let before = try #require(try accounts.administration.accounts().first)
        try await app.attach([UInt8](repeating: 7, count: 5_000), to: pass.id, of: session)
        let listed = try accounts.administration.accounts()
        #expect(listed.map(\.id) == [session.accountID])
        #expect(listed.map(\.state) == [.active] && !before.isAdmin)
        #expect(listed.map(\.created) == [app.clock.now] && listed.map(\.lastSignIn) == [app.clock.now])
        #expect(try #require(listed.first).bytes >= before.bytes + 5_000)
    }

    @Test func aDisabledAccountIsShutAtOnce() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let office = try accounts.administration
        #expect(try office.account(named: " MARIA ") == session.accountID)
        try office.setDisabled(session.accountID, true)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil)
        // A request that was under way stores nothing and sees nothing newer.
        let pass = try app.pass()
        await #expect(throws: VaultError(.sessionEnded, "")) { try await session.vault.write { try $0.insert(pass) } }
        await #expect(throws: VaultError(.accountDisabled, "")) { try await signIn(accounts) }
        await #expect(throws: VaultError(.wrongCredentials, "")) { try await signIn(accounts, "falsches-Pferd-9") }
        await #expect(throws: VaultError(.accountDisabled, "")) {
            _ = try await accounts.recovery.recover(
                username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                client: TestVaults.client)
        }
        #expect(try office.accounts().map(\.state) == [.disabled])
        #expect(await accounts.statistics().signInsDisabled == 1)
        try office.setDisabled(session.accountID, false)
        let again = try await signIn(accounts)
        let there = try await app.session(accounts, again.cookie)
        #expect(try await there.vault.read { try $0.passes() }.isEmpty)
        #expect(try app.check().findings == [])
    }

    @Test func aPasskeyDoesNotOpenADisabledAccount() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        try await accounts.recovery.confirmSaved(session)
        let secret = try #require(PasskeySecret([UInt8](repeating: 9, count: 32)))
        let authenticator = try await app.addPasskey(accounts, registration.cookie, secret: secret)
        try accounts.administration.setDisabled(registration.accountID, true)
        await #expect(throws: VaultError(.accountDisabled, "")) {
            _ = try await accounts.signIn.withPasskey(
                authenticator.sign(SoftAuthenticator.challenge), secret: secret,
                expectation: .usual(), client: TestVaults.client)
        }
    }

    @Test func nobodyElseIsTouched() async throws {
        let accounts = try app.accounts()
        let maria = try await app.member(accounts).0
        let paul = try await app.member(accounts, "paul").0
        let office = try accounts.administration
        try office.setDisabled(maria.accountID, true)
        try office.delete(maria.accountID, backupDays: 30)
        #expect(try await accounts.sessions.session(cookie: paul.cookie) != nil)
        #expect(try office.accounts().map(\.id) == [paul.accountID])
        #expect(throws: VaultError(.notFound, "")) { try office.delete(maria.accountID, backupDays: 30) }
        #expect(throws: VaultError(.notFound, "")) { try office.setDisabled(maria.accountID, true) }
        #expect(throws: VaultError(.notFound, "")) { try office.account(named: "maria") }
    }

    @Test func deletingLeavesNothingBehind() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        try accounts.administration.delete(session.accountID, backupDays: 30)
        await #expect(throws: VaultError(.sessionEnded, "")) { try await session.vault.write { try $0.insert(pass) } }
        await #expect(throws: VaultError(.wrongCredentials, "")) { try await signIn(accounts) }
        #expect(try app.sealedFiles().isEmpty)
        #expect(try app.check().accounts == 0 && app.check().findings == [])
        // The name is free again.
        _ = try await app.member(accounts)
    }

    @Test(arguments: ["copy", "copy.tar"]) func whoWasDeletedAfterABackupDoesNotComeBackWithIt(name: String)
        async throws
    {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        let paul = try await app.member(accounts, "paul").0
        let backups = "\(app.path)-backups"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: backups) }
        try app.backup(to: "\(backups)/\(name)")
        #expect(!FileManager.default.fileExists(atPath: "\(backups)/deleted.list"))
        try await accounts.delete(session, password: TestVaults.password)
        try app.backup(to: "\(backups)/later.tar")
        await accounts.close()
        let other = TestVaults.$isShared.withValue(app.database != nil) { TestVaults() }
        #expect(try other.restore("\(backups)/\(name)").accounts == 1)
        #expect(try other.check().findings == [])
        let there = try other.accounts()
        await #expect(throws: VaultError(.wrongCredentials, "")) { try await signIn(there) }
        #expect(try there.administration.accounts().map(\.id) == [paul.accountID])
        #expect(try other.sealedFiles().isEmpty)
        // It is remembered for the next time.
        #expect(try await there.database.read(DeletedAccount.fetchAll).map(\.id) == [session.accountID])
    }

    @Test func theOldFolderTellsWhoWasDeletedSinceTheLastBackup() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let backups = "\(app.path)-backups"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: backups) }
        try app.backup(to: "\(backups)/copy.tar")
        try await accounts.delete(session, password: TestVaults.password)
        await accounts.close()
        guard app.database == nil else { return }
        let other = TestVaults()
        let list = try #require(try DeletedAccountList(at: app.path))
        #expect(try BackupRestore(of: "\(backups)/copy.tar").write(to: other.path, without: list).accounts == 0)
    }

    @Test func aListThatIsNoneStopsTheRestoreBeforeItBegins() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let backups = "\(app.path)-backups"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: backups) }
        try app.backup(to: "\(backups)/copy.tar")
        try Data("maria\n".utf8).write(to: URL(fileURLWithPath: "\(backups)/deleted.list"))
        let other = TestVaults.$isShared.withValue(app.database != nil) { TestVaults() }
        #expect(throws: VaultError(.directoryUnusable, "")) { try other.restore("\(backups)/copy.tar") }
        #expect(!FileManager.default.fileExists(atPath: other.path))
    }

    @Test func theListEndsWithTheLastBackupThatCouldHoldThem() async throws {
        let accounts = try app.accounts { $0.backupDays = 30 }
        let (_, session) = try await app.member(accounts)
        try await accounts.delete(session, password: TestVaults.password)
        app.clock.advance(30 * 86_400)
        await accounts.sweep()
        #expect(try await accounts.database.read(DeletedAccount.fetchAll).count == 1)
        app.clock.advance(1.1 * 86_400)
        await accounts.sweep()
        #expect(try await accounts.database.read(DeletedAccount.fetchAll).isEmpty)
    }

    /// By the time of the copy, whatever the machine's clock says.
    @Test func theListBesideBackupsEndsThenToo() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let (backups, begin) = ("\(app.path)-backups", app.clock.now)
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: backups) }
        func listed(afterDays days: Int) throws -> [AccountID]? {
            let copy = BackupCopy(
                of: app.path, database: app.database, now: begin.addingTimeInterval(Double(days) * 86_400))
            try copy.write(to: "\(backups)/\(days)")
            return try DeletedAccountList(at: backups)?.accounts.map(\.id)
        }
        try await accounts.delete(session, password: TestVaults.password)
        #expect(try listed(afterDays: 0) == [session.accountID])
        app.clock.advance(40 * 86_400)
        await accounts.sweep()
        #expect(try listed(afterDays: 30) == [session.accountID])
        #expect(try listed(afterDays: 40) == [])
        await accounts.close()
    }
}
