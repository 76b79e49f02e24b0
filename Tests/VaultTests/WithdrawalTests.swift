import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// Who withdraws their consent is deleted 30 days later, and nobody else ever.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct WithdrawalTests {
    private static let day: TimeInterval = 86_400

    let app = TestVaults()

    private func agree(_ accounts: Accounts, _ session: Session) async throws {
        let consent = try ConsentRecord(version: "2", time: app.clock.now, language: "en")
        try await accounts.consent.give(consent, session)
    }

    /// The accounts that are there once the jobs have run so many days, every six hours.
    private func pass(days: Int, _ accounts: Accounts, _ jobs: Jobs) async throws -> Set<AccountID> {
        for _ in 0..<days * 4 {
            app.clock.advance(6 * 3_600)
            for task in jobs.tick() { await task.value }
        }
        return Set(try await accounts.database.read(RowAudit.accounts))
    }

    private func withdrawal(_ accounts: Accounts, _ account: AccountID) async throws -> Withdrawal? {
        try await accounts.database.read { try Withdrawal.fetch($0, account: account) }
    }

    @Test func itsAccountIsDeletedAfterThirtyDaysAndNoOther() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let (paul, _) = try await app.member(accounts, "paul")
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        #expect(try await accounts.consent.deletion(of: session) == nil)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let end = app.clock.now.addingTimeInterval(30 * Self.day)
        #expect(try await accounts.consent.deletion(of: session) == end)
        let jobs = Jobs(accounts.jobTable, of: accounts)
        #expect(try await self.pass(days: 29, accounts, jobs) == [maria.accountID, paul.accountID])
        #expect(try await self.pass(days: 1, accounts, jobs) == [paul.accountID])
        #expect(try app.sealedFiles().isEmpty)
        #expect(try app.check().findings == [])
        let gone = try await accounts.database.read(DeletedAccount.fetchAll)
        #expect(gone.map(\.id) == [maria.accountID])
        #expect(try await accounts.sessions.session(cookie: maria.cookie) == nil)
        #expect(try await self.pass(days: 40, accounts, jobs) == [paul.accountID])
        await accounts.close()
    }

    @Test func whoAgreesAgainStays() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let jobs = Jobs(accounts.jobTable, of: accounts)
        #expect(try await pass(days: 29, accounts, jobs) == [maria.accountID])
        let other = try await signedIn(accounts)
        try await agree(accounts, other)
        #expect(try await withdrawal(accounts, maria.accountID) == nil)
        #expect(try await pass(days: 40, accounts, jobs) == [maria.accountID])
        // Withdrawn once more, it has another 30 days.
        let last = try await signedIn(accounts)
        try await accounts.consent.withdraw(last, at: app.clock.now)
        #expect(try await pass(days: 29, accounts, jobs) == [maria.accountID])
        #expect(try await pass(days: 1, accounts, jobs) == [])
        await accounts.close()
    }

    private func signedIn(_ accounts: Accounts) async throws -> Session {
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        return try await app.session(accounts, signIn.cookie)
    }

    @Test func withdrawingTwiceProlongsNothing() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let first = try await withdrawal(accounts, maria.accountID)
        app.clock.advance(Self.day)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        #expect(try await withdrawal(accounts, maria.accountID) == first && first != nil)
        await accounts.close()
    }

    @Test func aClockThatLeapsDeletesNobody() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let jobs = Jobs(accounts.jobTable, of: accounts)
        for task in jobs.tick() { await task.value }
        app.clock.leap(40 * Self.day)
        for _ in 0..<22 {
            app.clock.advance(3_600)
            for task in jobs.tick() { await task.value }
        }
        app.clock.leap(-40 * Self.day)
        for task in jobs.tick() { await task.value }
        #expect(try await accounts.database.read(RowAudit.accounts) == [maria.accountID])
        await accounts.close()
    }

    /// Somebody who can write the database and doesn't have `names.key`.
    @Test func aRowThatNoServerWroteDeletesNobodyAndIsNamed() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let before = app.clock.now.addingTimeInterval(-60 * Self.day)
        try await accounts.database.write { db in
            try db.execute(
                "UPDATE withdrawal SET withdrawnAt = ? WHERE account = ?", [.time(before), .id(maria.accountID)])
        }
        let jobs = Jobs(accounts.jobTable, of: accounts)
        #expect(try await pass(days: 40, accounts, jobs) == [maria.accountID])
        #expect(try app.check().findings == [.init(forged: "withdrawal", of: maria.accountID)])
        await accounts.close()
    }

    @Test(arguments: ["copy", "copy.tar"])
    func aRestoredServerCountsAnew(name: String) async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let (paul, _) = try await app.member(accounts, "paul")
        try await accounts.consent.withdraw(session, at: app.clock.now)
        let backup = "\(app.path)-\(name)"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try app.backup(to: backup)
        await accounts.close()
        let copy = TestVaults.$isShared.withValue(app.database != nil) { TestVaults() }
        copy.clock.advance(20 * Self.day)
        let check = try BackupRestore(of: backup, now: copy.clock.now).write(to: copy.path, database: copy.database)
        #expect(check.findings == [])
        let restored = try copy.accounts()
        let found = try await withdrawal(restored, maria.accountID)
        #expect(found == Withdrawal(account: maria.accountID, at: copy.clock.now))
        #expect(try await withdrawal(restored, paul.accountID) == nil)
        await restored.close()
    }

    @Test func anAccountThatIsPutBackIsAsInTheBackupAndCountsAnew() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let (before, after) = ("\(app.path)-before", "\(app.path)-after")
        defer { for path in [before, after] { try? FileManager.default.removeItem(atPath: path) } }
        try app.backup(to: before)
        try await accounts.consent.withdraw(session, at: app.clock.now)
        try app.backup(to: after)
        await accounts.close()
        app.clock.advance(Self.day)
        func put(_ backup: String) async throws -> Withdrawal? {
            let restore = AccountRestore(of: backup, now: app.clock.now)
            _ = try restore.write("maria", to: app.path, database: app.database)
            #expect(try app.check().findings == [])
            let accounts = try app.accounts()
            let found = try await withdrawal(accounts, maria.accountID)
            await accounts.close()
            return found
        }
        #expect(try await put(before) == nil)
        #expect(try await put(after) == Withdrawal(account: maria.accountID, at: app.clock.now))
    }
}
