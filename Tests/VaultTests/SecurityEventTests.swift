import Foundation
import Synchronization
import Testing

@testable import Vault

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct SecurityEventTests {
    let app = TestVaults()

    /// What was reported.
    final class Told: Sendable {
        private let lines = Mutex<[(event: SecurityEvent, source: String?)]>([])

        func add(_ event: SecurityEvent, _ source: String?) { lines.withLock { $0.append((event, source)) } }

        /// What was reported since the last time.
        func take() -> [(event: SecurityEvent, source: String?)] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    @Test func failuresAreToldWithoutSayingWhose() async throws {
        let told = Told()
        let accounts = try app.accounts { $0.tell = { told.add($0, $1) } }
        let (registration, session) = try await app.member(accounts)
        #expect(told.take().isEmpty)
        func fail(_ address: String) async {
            _ = try? await accounts.signIn.withPassword(
                username: "maria", password: "falsch", client: ClientDescription(address: address, device: "d"))
        }
        for _ in 0..<6 { await fail("203.0.113.1") }
        await fail("203.0.113.2")
        let lines = told.take()
        let failed = SecurityEvent.signInFailed
        #expect(lines.map(\.event) == [failed, failed, failed, failed, failed, .throttled, failed])
        let sources = lines.map { $0.source ?? "" }
        #expect(sources.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{4}/) != nil })
        #expect(Set(sources.prefix(6)).count == 1)
        app.clock.advance(86_400)
        await fail("203.0.113.1")
        let later = told.take()
        #expect(later.map(\.event) == [failed])
        let otherServer = SecurityEvents(now: { .distantPast }, report: { _, _ in })
        let here = try #require(later.first?.source)
        // One of 65,536 may be the same by chance, four in a row are not.
        let days = (0..<4).map { otherServer.source("203.0.113.1", at: app.clock.now + Double($0) * 86_400) }
        #expect(Set(days + [here, sources[0]]).count > 1)

        _ = try? await accounts.recovery.recover(
            username: "maria", recoveryCode: String(repeating: "A", count: 32),
            newPassword: "anderes-Pferd-Klammer-9", client: TestVaults.client)
        #expect(try await !accounts.passwords.verify(session, "falsch"))
        _ = try await accounts.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(told.take().map(\.event) == [.recoveryFailed, .passwordFailed, .recovered])
    }

    @Test func whoBecomesAnAdminIsToldWhateverTheWay() async throws {
        let told = Told()
        let accounts = try app.accounts { $0.tell = { told.add($0, $1) } }
        _ = try await app.member(accounts)
        await accounts.sweep()
        #expect(told.take().isEmpty)
        let office = try AccountAdministration(directory: app.path, database: app.database)
        try office.setAdmin(username: "maria", true)
        await accounts.sweep()
        await accounts.sweep()
        #expect(told.take().map(\.event) == [.adminAdded])
        try await accounts.database.write { try $0.execute("UPDATE account SET isAdmin = 0", []) }
        await accounts.sweep()
        #expect(told.take().map(\.event) == [.adminRemoved])
    }

    @Test func anAdminsSessionEndsAfterHalfAnHourWithoutUse() async throws {
        let accounts = try app.accounts()
        let registration = try await app.member(accounts).0
        app.clock.advance(3_600)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil, "others go on")
        try accounts.administration.setAdmin(username: "maria", true)
        app.clock.advance(1_700)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        app.clock.advance(1_700)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil, "what is in use goes on")
        app.clock.advance(1_801)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil)
        await accounts.sweep()
        try accounts.administration.setAdmin(username: "maria", false)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil, "it is gone, not asleep")
    }
}
