import Foundation
import Model
import Testing

@testable import Vault

/// Calendars outside their vaults.
@Suite(.timeLimit(.minutes(3))) struct SealedCalendarTests {
    /// A request that began before the end comes too late.
    @Test(arguments: TestVaults.kinds) func whatEndedDoesNotComeBack(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let pass = try PassRecord(Pass(kind: "person", name: "Mia"), createdAt: app.clock.now)
        let feed = try CalendarFeed(
            pass: pass.id, secret: Array(repeating: 7, count: CalendarFeed.secretLength), hasNames: false,
            language: "en", createdAt: app.clock.now)
        try await session.vault.write { records in
            try records.insert(pass)
            try records.save(feed)
        }
        let old = try await session.vault.read(\.generation)
        let account = maria.accountID
        #expect(try await accounts.publish("old", at: feed, of: account, generation: old))
        #expect(try await accounts.calendar(at: feed.secret) == "old")
        try await session.vault.write { try $0.deleteCalendarFeed(of: pass.id) }
        let new = try await session.vault.read(\.generation)
        #expect(try await accounts.removeCalendars(but: [feed], of: account, generation: new))
        #expect(try await accounts.calendar(at: feed.secret) == "old")
        #expect(try await accounts.removeCalendars(but: [], of: account, generation: old) == false)
        #expect(try await accounts.calendar(at: feed.secret) == "old")
        #expect(try await accounts.removeCalendars(but: [], of: account, generation: new))
        #expect(try await accounts.publish("late", at: feed, of: account, generation: old) == false)
        #expect(try await accounts.calendar(at: feed.secret) == nil)
        await accounts.close()
    }
}
