import CivilDates
import Fairness
import Foundation
import Model
import Secrets
import Testing
import VaultStorage

@testable import Vault

/// What is outside vaults: links, calendars and reminders.
extension ForgeryTests {
    private static let key = MailKey([UInt8](repeating: 3, count: 32))

    private func link(_ app: TestVaults, passcode: String? = nil) throws -> HealthLink {
        try HealthLink(
            to: .random(), label: "", passcode: passcode, from: app.clock.now, lasting: 3_600, random: .system)
    }

    private func feed(_ app: TestVaults) throws -> CalendarFeed {
        try CalendarFeed(
            pass: .random(), secret: Array(repeating: 7, count: CalendarFeed.secretLength), hasNames: false,
            language: "en", createdAt: app.clock.now)
    }

    private func open(_ link: HealthLink, _ accounts: Accounts, _ passcode: String? = nil) async throws
        -> HealthLinkAnswer?
    {
        try await accounts.openHealthLink(
            at: link.address, passcode: passcode, recipient: "", isSingle: false, for: Requester(address: "192.0.2.1"))
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func anEndIsNotMovedByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        let link = try link(app)
        try await accounts.publish(link, files: ["sealed"], passcode: nil, of: maria.accountID)
        let ticket = accounts.ticket(at: link.address, number: 0)
        #expect(try await accounts.healthLinkFile(at: link.address, ticket: ticket)?.whole() == "sealed")
        let later = app.clock.now.addingTimeInterval(30 * 365 * 86_400)
        try intruder.overwrite(
            .healthLink, where: "account = ?", [.id(maria.accountID)], set: "expires", to: .time(later))
        #expect(try await (accounts.healthLinkFile(at: link.address, ticket: ticket) != nil) == hasKey)
        app.clock.advance(3_600)
        await accounts.sweep()
        #expect(try await (open(link, accounts) != nil) == hasKey)
        #expect(try await (accounts.state(of: link) != nil) == hasKey)
        #expect(try named(app) == (hasKey ? [] : ["healthLink"]))
    }

    @Test(arguments: TestVaults.kinds, ["passcode", "salt", "publicKey", "digest", "account"])
    func aLinkThatNoServerWroteIsNone(_ isShared: Bool, _ column: String) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let (otto, _) = try await app.member(accounts, "otto")
        let link = try link(app, passcode: "246810")
        try await accounts.publish(link, files: ["sealed"], passcode: "246810", of: maria.accountID)
        #expect(try await open(link, accounts, "246810") == .files(["sealed"]))
        let value: SQLValue =
            switch column {
            // As of a link that has none.
            case "passcode": .blob([])
            case "account": .id(otto.accountID)
            default: .blob([UInt8](repeating: 1, count: 32))
            }
        try intruder.accountsDatabase.writeBlocking { try $0.execute("UPDATE healthLink SET \(column) = ?", [value]) }
        #expect(try await open(link, accounts, "246810") == nil)
        #expect(try await open(link, accounts) == nil)
        let owner = column == "account" ? otto : maria
        #expect(try app.check().findings == [.init(forged: "healthLink", of: owner.accountID)])
        // Its owner, or whoever has the account's row now, can end it.
        try await accounts.revoke(link, of: owner.accountID)
        #expect(try app.check().findings == [])
    }

    @Test(arguments: TestVaults.kinds, ["digest", "sealed", "account"])
    func aCalendarThatNoServerWroteLeadsNowhere(_ isShared: Bool, _ column: String) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let (otto, _) = try await app.member(accounts, "otto")
        let session = try await app.session(accounts, maria.cookie)
        let generation = try await session.vault.read(\.generation)
        let feed = try feed(app)
        #expect(try await accounts.publish("text", at: feed, of: maria.accountID, generation: generation))
        #expect(try await accounts.calendar(at: feed.secret) == "text")
        let value = column == "account" ? SQLValue.id(otto.accountID) : .blob([UInt8](repeating: 1, count: 32))
        try intruder.accountsDatabase.writeBlocking {
            try $0.execute("UPDATE calendarFeed SET \(column) = ?", [value])
        }
        #expect(try await accounts.calendar(at: feed.secret) == nil)
        let owner = column == "account" ? otto : maria
        #expect(try app.check().findings == [.init(forged: "calendarFeed", of: owner.accountID)])
        // What its owner's next visit puts there counts.
        #expect(try await accounts.publish("anew", at: feed, of: maria.accountID, generation: generation))
        #expect(try await accounts.calendar(at: feed.secret) == "anew")
        #expect(try app.check().findings == [])
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func noMailGoesByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        try await accounts.save("quokka@example.org", .monthly, language: "en", key: Self.key, of: maria.accountID)
        let first = try #require(try await accounts.claimMail(key: Self.key).first)
        try await accounts.settle(first, .sent)
        // Confirmed by nobody.
        try intruder.overwrite(
            .reminderMail, where: "account = ?", [.id(maria.accountID)], set: "confirmedAt", to: .time(app.clock.now))
        app.clock.advance(40 * 86_400)
        #expect(try await accounts.claimMail(key: Self.key).count == (hasKey ? 1 : 0))
        #expect(try await (accounts.reminderMail(of: maria.accountID, key: Self.key) != nil) == hasKey)
        #expect(try await (accounts.state(of: first.link) == .running) == hasKey)
        #expect(try named(app) == (hasKey ? [] : ["reminderMail"]))
        // Its owner starts again.
        try await accounts.save("wombat@example.org", .monthly, language: "en", key: Self.key, of: maria.accountID)
        #expect(try await accounts.claimMail(key: Self.key).count == 1)
        #expect(try app.check().findings == [])
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func noDaysAreSaidByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        let session = try await app.session(accounts, maria.cookie)
        try await accounts.save("quokka@example.org", .monthly, language: "en", key: Self.key, of: maria.accountID)
        let first = try #require(try await accounts.claimMail(key: Self.key).first)
        try intruder.overwrite(
            .reminderMail, where: "account = ?", [.id(maria.accountID)], set: "kind", to: .text("due"))
        #expect(try await accounts.confirmReminderMail(first.link) == hasKey)
        try await accounts.publish(
            reminderDays: [CalendarDate(clampingDayNumber: 20_000)], of: maria.accountID,
            generation: session.vault.read(\.generation))
        let days = try await accounts.database.read { try $0.rows("SELECT day FROM reminderDay").count }
        #expect(days == (hasKey ? 1 : 0))
        #expect(try named(app) == (hasKey ? [] : ["reminderMail"]))
    }

    /// An address that wants no messages gets none by what somebody writes; they could only delete that it wants none.
    @Test(
        arguments: TestVaults.kinds,
        [(false, "stoppedAt"), (true, "stoppedAt"), (false, "askedAt"), (true, "askedAt")])
    func nobodyIsWrittenToByARow(_ isShared: Bool, _ forgery: (hasKey: Bool, column: String)) async throws {
        let (hasKey, column) = forgery
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        try await accounts.save("quokka@example.org", .monthly, language: "en", key: Self.key, of: maria.accountID)
        let first = try #require(try await accounts.claimMail(key: Self.key).first)
        if column == "stoppedAt" { try await accounts.stopReminderMail(first.link) }
        try intruder.overwrite(
            .mailLimit, where: "hash = ?", [.blob(first.link.recipient)], set: column, to: .real(0))
        let (otto, _) = try await app.member(accounts, "otto")
        try await accounts.save("quokka@example.org", .monthly, language: "en", key: Self.key, of: otto.accountID)
        let isFree = hasKey && column == "askedAt"
        #expect(try await accounts.claimMail(key: Self.key).count == (isFree ? 1 : 0))
        // What was asked for too long ago to count is forgotten, whoever wrote so: it could as well be deleted.
        let isForged = !hasKey && column == "stoppedAt"
        #expect(try await (accounts.state(of: first.link) == .stopped) == isForged)
        #expect(try named(app) == (isForged ? ["mailLimit"] : []))
        // Who has the message decides, whoever wrote before.
        try await accounts.stopReminderMail(first.link)
        #expect(try await accounts.state(of: first.link) == .stopped && app.check().findings == [])
    }

    /// What a release had written that signed none of it.
    @Test(arguments: TestVaults.kinds) func whatWasThereIsSignedByTheStepThatAddsTheMACs(_ isShared: Bool) async throws
    {
        let (app, before, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let (link, feed) = (try link(app, passcode: "246810"), try feed(app))
        let generation = try await app.session(before, maria.cookie).vault.read(\.generation)
        try await before.publish(link, files: ["sealed"], passcode: "246810", of: maria.accountID)
        #expect(try await before.publish("text", at: feed, of: maria.accountID, generation: generation))
        try await before.save("quokka@example.org", .monthly, language: "en", key: Self.key, of: maria.accountID)
        await before.close()
        try intruder.accountsDatabase.writeBlocking { db in
            try HealthLinkFilesTests.putTogether(db, isShared: isShared)
            for table in ["calendarFeed", "healthLink", "reminderMail"] {
                try db.execute("ALTER TABLE \(table) DROP COLUMN rowMac", [])
            }
            for table in ["calendarFeed", "healthLink"] {
                try db.execute("ALTER TABLE \(table) DROP COLUMN digest", [])
            }
            try db.execute("DROP TABLE mailLimit", [])
            try db.execute("DELETE FROM schemaStep WHERE number > 6", [])
        }
        if !isShared { #expect(try app.check().findings == [], "as it would be read") }
        let accounts = try app.accounts()
        #expect(try app.check().findings == [])
        #expect(try await open(link, accounts, "246810") == .files(["sealed"]))
        #expect(try await accounts.calendar(at: feed.secret) == "text")
        #expect(try await accounts.claimMail(key: Self.key).count == 1)
        // Once: what somebody puts there later has no MAC.
        try intruder.accountsDatabase.writeBlocking { try $0.execute("UPDATE healthLink SET rowMac = NULL", []) }
        await accounts.close()
        let again = try app.accounts()
        #expect(try await open(link, again, "246810") == nil)
        #expect(try named(app) == ["healthLink"])
        await again.close()
    }

    @Test(arguments: TestVaults.kinds) func everyTableIsAuthenticatedOrHasItsReason(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let query =
            isShared
            ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"
            : "SELECT name FROM sqlite_master WHERE type = 'table'"
        let tables = try await accounts.database.read { try $0.rows(query).map { try $0.text("name").lowercased() } }
        let authenticated = Set(AuthenticatedRow.allCases.map { $0.table.lowercased() })
        let others = Set(AuthenticatedRow.others.keys.map { $0.lowercased() })
        #expect(tables.contains("account") && authenticated.isSubset(of: tables))
        #expect(Set(tables).subtracting(authenticated).subtracting(others).isEmpty)
        #expect(authenticated.isDisjoint(with: others))
        await accounts.close()
    }
}

extension AuthenticatedRow {
    /// Tables whose rows aren't authenticated, and why: writing there does no more harm than deleting, or no more than is
    /// said here.
    static let others = [
        "schemaStep": "which steps were done: one that is taken back is done again, or keeps servers from starting",
        "setting": "by what names.key shows, and when the last backup was: another value keeps servers from starting",
        "familiarAddress": "where an owner was signed in from, which only changes how long guessing waits",
        "attachmentFile": "lengths and digests of attachments, which show their own seals when they are opened",
        "passingFile": "when sealed files are deleted",
        "deletedAccount": "which accounts were deleted, so that no backup brings them back",
        "job": "which jobs ran",
        "healthLinkFile":
            "sealed, and the digest of their digests is authenticated with their link (`HealthLinkFiles`)",
        "healthLinkOpening": "who opened a link, in their own words: one that is added tells of what wasn't",
        "reminderDay": "when a confirmed address gets a message, one a day at most: one that is added sends one more",
        "vault": "sealed, and its digest is authenticated with the last commit",
        "account_lock": "numbers to lock",
        "attempt": "counters of failed attempts",
        "answer": "questions to passkeys that were answered",
        "receipt": "what was committed lately, asked for where an answer was lost",
    ]
}
