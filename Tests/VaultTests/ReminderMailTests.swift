import CivilDates
import Foundation
import Model
import Testing
import VaultStorage

@testable import Vault

/// Which messages are sent when, and what is kept where.
@Suite("Reminders by mail", .timeLimit(.minutes(3)))
struct ReminderMailTests {
    private static let day: TimeInterval = 86_400
    private static let key = MailKey([UInt8](repeating: 3, count: 32))
    private static let address = "quokka.canary@example.org"

    /// Somebody whose address is confirmed, as of the clock's day.
    @discardableResult
    private static func subscribe(_ kind: ReminderMail.Kind, _ app: TestVaults, _ accounts: Accounts, _ id: AccountID)
        async throws -> MailTask
    {
        try await accounts.save(address, kind, language: "en", key: key, of: id)
        let first = try #require(try await accounts.claimMail(key: key).first)
        #expect(first.isFirst && first.address == address)
        try await accounts.settle(first, .sent)
        #expect(try await accounts.confirmReminderMail(first.link))
        #expect(try await accounts.confirmReminderMail(first.link) == false)
        return first
    }

    private static func take(_ accounts: Accounts) async throws -> [MailTask] { try await accounts.claimMail(key: key) }

    @Test(arguments: TestVaults.kinds) func aMessageAMonthWhateverTheClockDoes(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        try await Self.subscribe(.monthly, app, accounts, maria.accountID)
        var sent = 0
        for _ in 0..<400 {
            for _ in 0..<2 {
                for task in try await Self.take(accounts) {
                    #expect(!task.isFirst && task.kind == .monthly)
                    try await accounts.settle(task, .sent)
                    sent += 1
                }
            }
            app.clock.advance(Self.day)
        }
        #expect(sent == 13)
        // Back by half a year, and again to where it was: nothing is sent twice.
        app.clock.advance(-180 * Self.day)
        #expect(try await Self.take(accounts).isEmpty)
        app.clock.advance(180 * Self.day)
        #expect(try await Self.take(accounts).count <= 1)
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds) func onTheDaysOfVisitsOnly(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await Self.subscribe(.due, app, accounts, maria.accountID)
        let generation = try await session.vault.read { $0.generation }
        let today = CalendarDate(
            clampingDayNumber: Int(exactly: (app.clock.now.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0)
        try await accounts.publish(
            reminderDays: [today.adding(days: 10), today.adding(days: 10), today.adding(days: 40)], of: maria.accountID,
            generation: generation)
        // Of content that isn't the last, nothing is said.
        try await accounts.publish(reminderDays: [], of: maria.accountID, generation: generation + 1)
        var days: [Int] = []
        for number in 0..<60 {
            for task in try await Self.take(accounts) {
                days.append(number)
                try await accounts.settle(task, .sent)
            }
            #expect(try await Self.take(accounts).isEmpty)
            app.clock.advance(Self.day)
        }
        #expect(days == [10, 40])
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds) func whatIsTakenIsNobodyElses(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        try await accounts.save(Self.address, .monthly, language: "de", key: Self.key, of: maria.accountID)
        let taken = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await Self.take(accounts).count } }
            return try await group.reduce(0, +)
        }
        #expect(taken == 1)
        await accounts.close()
    }

    @Test func whatIsNotTakenIsTriedForThreeDaysWithGrowingGaps() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        try await accounts.save(Self.address, .monthly, language: "en", key: Self.key, of: maria.accountID)
        var tries: [TimeInterval] = []
        let start = app.clock.now
        for _ in 0..<(5 * 24 * 12) {
            for task in try await Self.take(accounts) {
                tries.append(app.clock.now.timeIntervalSince(start))
                try await accounts.settle(task, .later)
            }
            app.clock.advance(300)
        }
        let gaps = zip(tries.dropFirst(), tries).map { $0 - $1 }
        #expect((8...20).contains(tries.count) && gaps == gaps.sorted(), "\(tries)")
        #expect(try #require(tries.last) >= 3 * Self.day && tries.last ?? 0 < 5 * Self.day)
        await accounts.close()
    }

    @Test func aRefusedAddressAndOneThatNobodyConfirmsEnd() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        try await accounts.save(Self.address, .monthly, language: "en", key: Self.key, of: maria.accountID)
        try await accounts.settle(try #require(try await Self.take(accounts).first), .refused)
        #expect(try await accounts.reminderMail(of: maria.accountID, key: Self.key)?.isUnreachable == true)
        app.clock.advance(6 * Self.day)
        #expect(try await Self.take(accounts).isEmpty)
        app.clock.advance(Self.day)
        #expect(try await Self.take(accounts).isEmpty)
        #expect(try await accounts.reminderMail(of: maria.accountID, key: Self.key) == nil)
        await accounts.close()
    }

    @Test func itIsStoppedByItsLinkByItsOwnerAndByWithdrawal() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let first = try await Self.subscribe(.due, app, accounts, maria.accountID)
        #expect(accounts.mailLink(first.token) == first.link)
        for index in first.token.indices {
            var token = first.token
            token[index] ^= 1
            #expect(accounts.mailLink(token) == nil)
        }
        #expect(accounts.mailLink([]) == nil && accounts.mailLink(first.token + [0]) == nil)
        #expect(try await accounts.state(of: first.link) == .running)
        for _ in 0..<2 {
            try await accounts.stopReminderMail(first.link)
            #expect(try await accounts.state(of: first.link) == .stopped)
        }
        #expect(try await accounts.reminderMail(of: maria.accountID, key: Self.key) == nil)
        try await accounts.allowReminderMail(first.link)
        #expect(try await accounts.state(of: first.link) == .none)
        app.clock.advance(Self.day)
        try await accounts.save(Self.address, .monthly, language: "en", key: Self.key, of: maria.accountID)
        let (account, now) = (maria.accountID, app.clock.now)
        try await accounts.database.write { try Withdrawal(account: account, at: now).save($0) }
        app.clock.advance(2 * Self.day)
        #expect(try await Self.take(accounts).isEmpty)
        await #expect(throws: VaultError(.sessionEnded, "")) {
            try await accounts.save(Self.address, .monthly, language: "en", key: Self.key, of: account)
        }
        for table in ["reminderMail", "reminderDay"] {
            #expect(try await accounts.database.read { try $0.rows("SELECT * FROM \(table)") }.isEmpty, "\(table)")
        }
        try await accounts.endReminderMail(of: account)
        #expect(try await accounts.reminderMail(of: account, key: Self.key) == nil)
        await accounts.close()
    }

    @Test func withoutItsKeyAnAddressIsNone() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        try await accounts.save(Self.address, .monthly, language: "en", key: Self.key, of: maria.accountID)
        let row = try await accounts.database.read { try $0.row("SELECT * FROM reminderMail", []) }
        #expect(Data(try #require(row).blob("sealed")).range(of: Data("quokka".utf8)) == nil)
        let other = MailKey([UInt8](repeating: 4, count: 32))
        #expect(try await accounts.claimMail(key: other).isEmpty)
        // Its owner reads that nothing comes, rather than waiting for it.
        #expect(try await accounts.reminderMail(of: maria.accountID, key: other)?.isUnreachable == true)
        #expect(try await accounts.reminderMail(of: maria.accountID, key: Self.key)?.isUnreachable == false)
        await accounts.close()
    }
}
