import Fairness
import Foundation
import Model
import Secrets
import Testing
import VaultStorage

@testable import Vault

/// What links lead to, outside their vaults.
@Suite(.timeLimit(.minutes(3))) struct HealthLinkTests {
    private func link(_ app: TestVaults, passcode: String? = nil, pass: PassID = .random()) throws -> HealthLink {
        try HealthLink(
            to: pass, label: "Dr. Grün", passcode: passcode, from: app.clock.now, lasting: 3_600,
            random: .system)
    }

    private func open(
        _ link: HealthLink, _ accounts: Accounts, _ passcode: String? = nil, recipient: String = "Dr. Grün",
        isSingle: Bool = false
    ) async throws -> HealthLinkAnswer? {
        try await accounts.openHealthLink(
            at: link.address, passcode: passcode, recipient: recipient, isSingle: isSingle,
            for: Requester(address: "192.0.2.1"))
    }

    @Test(arguments: TestVaults.kinds) func itLeadsToItsFileUntilItEnds(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let pass = try PassRecord(Pass(kind: "person", name: "Mia"), createdAt: app.clock.now)
        let (first, second) = (try link(app, pass: pass.id), try link(app, pass: pass.id))
        try await session.vault.write { records in
            try records.insert(pass)
            try records.insert(first)
        }
        #expect(try await session.vault.read { try $0.healthLinks(to: pass.id) } == [first])
        for link in [first, second] {
            try await accounts.publish(link, files: ["sealed"], passcode: nil, of: maria.accountID)
        }
        #expect(try await open(first, accounts, isSingle: true) == .files(["sealed"]))
        #expect(try await accounts.pause(first, true, of: maria.accountID))
        #expect(try await open(first, accounts) == nil)
        #expect(try await accounts.pause(first, false, of: maria.accountID))
        #expect(try await open(first, accounts) == .files(["sealed"]))
        try await accounts.revoke(first, of: maria.accountID)
        #expect(try await open(first, accounts) == nil)
        #expect(try await accounts.state(of: first) == nil)
        #expect(try await accounts.pause(first, false, of: maria.accountID) == false)
        app.clock.advance(3_600)
        #expect(try await open(second, accounts) == nil)
        func rows() async throws -> Int {
            try await accounts.database.read { try $0.rows("SELECT id FROM healthLink").count }
        }
        #expect(try await rows() == 1)
        await accounts.sweep()
        #expect(try await rows() == 0, "what ended lies nowhere any more")
        _ = try await session.vault.write { try $0.deletePass(pass.id) }
        #expect(try await session.vault.read { try $0.healthLinks() }.isEmpty)
        await accounts.close()
    }

    /// Sent at once, wrong passcodes count as they would have one after the other; a right one comes too late then.
    @Test(arguments: TestVaults.kinds) func tenWrongPasscodesAreCountedHoweverTheyCome(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app, passcode: "246810")
        try await accounts.publish(link, files: ["sealed"], passcode: "246810", of: maria.accountID)
        #expect(try await open(link, accounts) == .passcode(remainingAttempts: 10))
        #expect(try await open(link, accounts, "246810", isSingle: true) == nil)
        #expect(try await open(link, accounts, "246810") == .files(["sealed"]))
        #expect(try await open(link, accounts, "246811") == .passcode(remainingAttempts: 9))
        let answers = try await withThrowingTaskGroup(of: HealthLinkAnswer?.self) { group in
            for number in 0..<24 { group.addTask { try await open(link, accounts, "wrong \(number)") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let left = answers.compactMap { answer -> Int? in
            guard case .passcode(let left) = answer else { return nil }
            return left
        }
        #expect(left.sorted() == Array(0...8) && answers.count == 24)
        #expect(try await open(link, accounts, "246810") == nil)
        #expect(try await accounts.state(of: link)?.remainingAttempts == 0)
        let files = try await accounts.database.read { try $0.rows("SELECT sealed FROM healthLinkFile") }
        #expect(files.isEmpty, "its file is gone with the last try")
        #expect(try app.check().findings == [])
        await accounts.close()
    }

    @Test func whatAnAccountsLinksHoldIsBounded() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let (paul, _) = try await app.member(accounts, "paul")
        let (first, second) = (try link(app), try link(app))
        let large = String(repeating: "x", count: Quota.Line.links.mostBytes / 2 + 1)
        try await accounts.publish(first, files: [large], passcode: nil, of: maria.accountID)
        await #expect(throws: VaultError(.linkLimit, "")) {
            try await accounts.publish(second, files: [large], passcode: nil, of: maria.accountID)
        }
        #expect(try await accounts.state(of: second) == nil)
        try await accounts.publish(try link(app), files: [large], passcode: nil, of: paul.accountID)
        try await accounts.revoke(first, of: maria.accountID)
        try await accounts.publish(second, files: [large], passcode: nil, of: maria.accountID)
        #expect(try await open(second, accounts) == .files([large]))
        await accounts.close()
    }

    /// In their own words, no longer than 64 characters; the first 10 and the last 40, and how many there were.
    @Test func itsOwnerSeesWhoOpenedIt() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        try await accounts.publish(link, files: ["sealed"], passcode: nil, of: maria.accountID)
        for number in 1...51 { _ = try await open(link, accounts, recipient: "Dr. \(number)") }
        _ = try await open(link, accounts, recipient: String(repeating: "ä\n", count: 100))
        let state = try #require(try await accounts.state(of: link))
        let openings = state.openings
        #expect(openings.count == 50 && state.opened == 52)
        #expect(openings.first?.recipient == String(repeating: "ä", count: 64))
        #expect(openings.dropFirst().first?.recipient == "Dr. 51" && openings.last?.recipient == "Dr. 1")
        #expect(openings[39...40].map(\.recipient) == ["Dr. 13", "Dr. 10"])
        #expect(
            openings.first?.time == Date(timeIntervalSince1970: app.clock.now.timeIntervalSince1970.rounded(.down)))
        let sealed = try await accounts.database.read { try $0.rows("SELECT sealed FROM healthLinkOpening") }
        let texts = try sealed.map { try $0.blob("sealed") }
        #expect(Set(texts.map(\.count)).count == 1)
        let other = HealthLinkOpening(opening: texts[0], privateKey: RandomSource.system.bytes(SealedBox.keyLength))
        #expect(other == nil)
        await accounts.close()
    }

    /// A consent that is given again doesn't bring back what ended with the one before.
    @Test func aWithdrawnConsentEndsIt() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        try await accounts.publish(link, files: ["sealed"], passcode: nil, of: maria.accountID)
        let (account, now) = (maria.accountID, app.clock.now)
        try await accounts.database.write { try Withdrawal(account: account, at: now).save($0) }
        // One that was being made meanwhile isn't made any more.
        let late = try self.link(app)
        await #expect(throws: VaultError(.sessionEnded, "")) {
            try await accounts.publish(late, files: ["sealed"], passcode: nil, of: account)
        }
        try await accounts.database.write { _ = try Withdrawal.delete($0, account: account) }
        #expect(try await open(link, accounts) == nil)
        #expect(try await open(late, accounts) == nil)
        await accounts.close()
    }

    @Test func itLastsFromAnHourTo90Days() throws {
        for (lifetime, isTaken) in [(3_599.0, false), (3_600, true), (7_776_000, true), (7_776_001, false)] {
            let link = try? HealthLink(
                to: .random(), label: "", from: Date(timeIntervalSince1970: 0), lasting: lifetime,
                random: .system)
            #expect((link != nil) == isTaken, "\(lifetime)")
        }
    }
}
