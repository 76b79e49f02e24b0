import Foundation
import Model
import Testing
import VaultStorage

@testable import Vault

/// How often somebody gets mail who asked for none.
@Suite("Mail to strangers", .timeLimit(.minutes(3)))
struct MailLimitTests {
    private static let day: TimeInterval = 86_400
    private static let key = MailKey([UInt8](repeating: 3, count: 32))
    private static let spellings = [
        "quokka.canary@gmail.com", "Quokka.Canary+1@Gmail.com", "quokkacanary+2@googlemail.com",
        "q.u.o.k.k.acanary@gmail.com",
    ]

    private let app: TestVaults
    private let accounts: Accounts

    init() throws {
        app = TestVaults()
        accounts = try app.accounts()
    }

    private static func ask(_ accounts: Accounts, _ account: AccountID, for address: String = spellings[0]) async throws
        -> Bool
    {
        try await accounts.save(address, .monthly, language: "en", key: key, of: account)
    }

    private static func take(_ accounts: Accounts) async throws -> [MailTask] {
        let tasks = try await accounts.claimMail(key: key)
        for task in tasks { try await accounts.settle(task, .sent) }
        return tasks
    }

    /// Has accounts ask for an address in all its spellings, day after day; gives how many messages went.
    private static func pester(
        _ accounts: Accounts, _ asking: [AccountID], _ clock: TestClock, days: Int
    ) async throws -> Int {
        var sent = 0
        for number in 0..<days {
            for (index, account) in asking.enumerated() {
                // Nobody learns that it won't go.
                #expect(try await ask(accounts, account, for: spellings[(number + index) % spellings.count]))
                #expect(try await accounts.reminderMail(of: account, key: key)?.confirmedAt == nil)
            }
            sent += try await take(accounts).count
            clock.advance(day)
        }
        return sent
    }

    @Test(arguments: [
        ("Maria@Example.ORG", "maria@example.org"), ("maria+a+b@example.org", "maria@example.org"),
        ("m.a.ria+1@gmail.com", "maria@gmail.com"), ("Ma.ria@googlemail.com", "maria@gmail.com"),
        ("ma.ria@pm.me", "maria@proton.me"), ("ma.ria@example.org", "ma.ria@example.org"),
        ("+tag@example.org", "+tag@example.org"), ("maria", "maria"),
    ])
    func anAddressIsKnownHoweverItIsWritten(address: String, folded: String) {
        #expect(MailNames.folded(address) == folded)
    }

    @Test(arguments: TestVaults.kinds) func onePersonGetsOneMessageIn30DaysFromWhateverAccounts(
        _ isShared: Bool
    ) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        var asking: [AccountID] = []
        for name in ["maria", "otto", "eva", "paul"] {
            asking.append(try await app.member(accounts, name).0.accountID)
        }
        #expect(try await Self.pester(accounts, asking, app.clock, days: 60) == 2)
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds) func whoeverSaidStopGetsNothingUntilTheyTakeItBack(_ isShared: Bool) async throws
    {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let (otto, _) = try await app.member(accounts, "otto")
        #expect(try await Self.ask(accounts, maria.accountID))
        let first = try #require(try await Self.take(accounts).first)
        try await accounts.stopReminderMail(first.link)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(try await Self.pester(accounts, [otto.accountID], app.clock, days: 40) == 0)

        // Not in a restored backup either, nor from an account that comes later.
        let copy = try app.copied()
        let restored = try copy.accounts()
        copy.clock.advance(40 * Self.day)
        let eva = try await copy.member(restored, "eva").0.accountID
        #expect(try await Self.pester(restored, [eva, otto.accountID], copy.clock, days: 40) == 0)
        let link = try #require(restored.mailLink(first.token))
        #expect(try await restored.state(of: link) == .stopped)
        #expect(try await restored.confirmReminderMail(link) == false)
        try await restored.allowReminderMail(link)
        #expect(try await restored.state(of: link) == .none)
        #expect(try await Self.pester(restored, [eva, otto.accountID], copy.clock, days: 10) == 1)
        await restored.close()
        await accounts.close()
    }

    /// Whoever stops one account's messages stops those of others that were confirmed.
    @Test func stopEndsWhatOtherAccountsHadConfirmed() async throws {
        var links: [MailLink] = []
        var owners: [AccountID] = []
        for (name, address) in zip(["maria", "otto"], Self.spellings) {
            owners.append(try await app.member(accounts, name).0.accountID)
            #expect(try await Self.ask(accounts, owners[owners.count - 1], for: address))
            links.append(try #require(try await Self.take(accounts).first(where: \.isFirst)).link)
            #expect(try await accounts.confirmReminderMail(links[links.count - 1]))
            app.clock.advance(31 * Self.day)
        }
        #expect(links[0].recipient == links[1].recipient && links[0].name != links[1].name)
        try await accounts.stopReminderMail(links[0])
        #expect(try await Self.take(accounts).isEmpty)
        for owner in owners { #expect(try await accounts.reminderMail(of: owner, key: Self.key) == nil) }
        await accounts.close()
    }

    @Test func anAccountAsksForOneNewAddressADay() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        #expect(try await Self.ask(accounts, maria, for: "wombat@example.org") == false)
        // What it had asked for is kept.
        #expect(try await Self.take(accounts).map(\.address) == [Self.spellings[0]])
        app.clock.advance(-Self.day / 2)
        #expect(try await Self.ask(accounts, maria, for: "wombat@example.org") == false)
        app.clock.advance(1.5 * Self.day)
        #expect(try await Self.ask(accounts, maria, for: "wombat@example.org"))
        #expect(try await Self.take(accounts).map(\.address) == ["wombat@example.org"])
        await accounts.close()
    }

    /// Whoever chooses another kind, or comes back, needs no other message: the one that they have still counts.
    @Test func anOlderMessagesLinkConfirmsTheSameAddressAgain() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        let first = try #require(try await Self.take(accounts).first)
        #expect(try await accounts.confirmReminderMail(first.link))
        #expect(try await accounts.save(Self.spellings[0], .due, language: "de", key: Self.key, of: maria))
        #expect(try await accounts.reminderMail(of: maria, key: Self.key)?.kind == .due)
        #expect(try await accounts.state(of: first.link) == .running)
        try await accounts.endReminderMail(of: maria)
        #expect(try await accounts.state(of: first.link) == .none)
        app.clock.advance(Self.day)
        #expect(try await Self.ask(accounts, maria))
        #expect(try await Self.take(accounts).isEmpty)
        #expect(try await accounts.confirmReminderMail(first.link))
        #expect(try await accounts.state(of: first.link) == .running)
        await accounts.close()
    }

    /// An address whose key was replaced is sealed again where its owner enters it again.
    @Test func theSameAddressIsSealedWithAnotherKey() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        let other = MailKey([UInt8](repeating: 4, count: 32))
        #expect(try await accounts.claimMail(key: other).isEmpty)
        #expect(try await accounts.save(Self.spellings[0], .monthly, language: "en", key: other, of: maria))
        #expect(try await accounts.reminderMail(of: maria, key: other)?.isUnreachable == false)
        app.clock.advance(3_600)
        #expect(try await accounts.claimMail(key: other).map(\.address) == [Self.spellings[0]])
        await accounts.close()
    }

    @Test func aMessageThatWasRefusedCountsForNobody() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        try await accounts.settle(try #require(try await accounts.claimMail(key: Self.key).first), .refused)
        app.clock.advance(Self.day)
        #expect(try await Self.ask(accounts, maria))
        #expect(try await Self.take(accounts).count == 1)
        await accounts.close()
    }

    @Test func whatIsTooOldToCountIsForgottenAndAStopIsNot() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        let first = try #require(try await Self.take(accounts).first)
        try await accounts.stopReminderMail(first.link)
        func hashes() async throws -> [[UInt8]] {
            try await accounts.database.read { try $0.rows("SELECT hash FROM mailLimit").map { try $0.blob("hash") } }
        }
        #expect(try await hashes().count == 2)
        app.clock.advance(4_000 * Self.day)
        #expect(try await Self.take(accounts).isEmpty)
        #expect(try await hashes() == [first.link.recipient])
        await accounts.close()
    }

    /// The address itself is nowhere: not in the table, nor in a backup.
    @Test func noTableHoldsTheAddress() async throws {
        let maria = try await app.member(accounts).0.accountID
        #expect(try await Self.ask(accounts, maria))
        try await accounts.stopReminderMail(try #require(try await Self.take(accounts).first).link)
        let copy = try app.copied()
        for (name, data) in try app.files().merging(copy.files(), uniquingKeysWith: { one, _ in one }) {
            for text in ["canary", "gmail"] { #expect(data.range(of: Data(text.utf8)) == nil, "\(name)") }
        }
        await accounts.close()
    }
}
