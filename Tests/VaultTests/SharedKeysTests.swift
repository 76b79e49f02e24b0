import Foundation
import SoftAuthenticator
import TestSupport
import Testing
import VaultStorage

@testable import Vault

/// Whoever comes in while another server replaces the account's data key doesn't notice.
@Suite(.enabled(if: PostgresCluster.shared != nil, PostgresCluster.reason), .timeLimit(.minutes(3)))
struct SharedKeysTests {
    private let app = TestVaults.$isShared.withValue(true) { TestVaults() }

    /// Runs `body` on the first server; while that waits for the account's turn with the vault open under the old key,
    /// the second server replaces the key.
    private func replacingTheKey<T: Sendable>(
        of session: Session, on second: Accounts, while body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let account = session.accountID
        let (database, cluster) = (try #require(app.database).name, try #require(PostgresCluster.shared))
        return try await second.keys.withLock(account) {
            let work = Task { try await body() }
            // The turn is a locked row, so whoever wants it is seen waiting in the database.
            let waiting = """
                SELECT count(*) FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND datname = current_database()
                """
            try await eventually { try cluster.sql(waiting, in: database) != "0\n" }
            let before = try await session.shared.withLock { try $0.currentKey().epoch }
            try await second.keys.rotate(account, shared: session.shared) { _ in }
            #expect(try await session.shared.withLock { try $0.currentKey().epoch } == before + 1)
            return work
        }.value
    }

    /// Registers somebody with a passkey that opens the vault.
    private func memberWithPasskey(
        _ accounts: Accounts
    ) async throws -> (SoftAuthenticator, PasskeySecret, NewCredentials) {
        let (registration, session) = try await app.member(accounts)
        try await accounts.recovery.confirmSaved(session)
        let secret = try #require(PasskeySecret([UInt8](repeating: 7, count: 32)))
        return (try await app.addPasskey(accounts, registration.cookie, secret: secret), secret, registration)
    }

    @Test func recoveryGoesOnWithTheNewKey() async throws {
        let (first, second) = try app.servers()
        let (registration, _) = try await app.member(first)
        let there = try await app.session(second, registration.cookie)
        let pass = try app.pass()
        try await there.vault.write { try $0.insert(pass) }
        let recovered = try await replacingTheKey(of: there, on: second) {
            try await first.recovery.recover(
                username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                client: TestVaults.client)
        }
        for accounts in [first, second] {
            #expect(try await app.session(accounts, recovered.cookie).vault.read { try $0.passes() } == [pass])
            #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil)
        }
    }

    @Test func aPasskeyGoesOnWithTheNewKeyAndIsCountedOnce() async throws {
        let (first, second) = try app.servers()
        let (authenticator, secret, registration) = try await memberWithPasskey(first)
        let there = try await app.session(second, registration.cookie)
        var saying = SoftAuthenticator.Saying()
        for count: UInt32 in [5, 6] {
            saying.signCount = count
            let answer = try authenticator.sign(SoftAuthenticator.challenge, saying)
            let signIn = try await replacingTheKey(of: there, on: second) {
                try await first.signIn.withPasskey(
                    answer, secret: secret, expectation: .usual(), client: TestVaults.client)
            }
            #expect(try await second.sessions.session(cookie: signIn.cookie) != nil)
        }
        let codes = try await there.vault.read { try $0.accessLog().map(\.code) }
        #expect(codes.filter { $0 == .passkeySignIn }.count == 2)
        #expect(!codes.contains(.passkeyCopied))
    }

    @Test func nobodyIsSentAwayWhileKeysAreReplacedAFewTimes() async throws {
        let (first, second) = try app.servers()
        let (authenticator, secret, registration) = try await memberWithPasskey(first)
        let answer = try authenticator.sign(SoftAuthenticator.challenge)
        let there = try await app.session(second, registration.cookie)
        let signIns = Task {
            for _ in 0..<4 {
                _ = try await first.signIn.withPasskey(
                    answer, secret: secret, expectation: .usual(), client: TestVaults.client)
                _ = try await first.signIn.withPassword(
                    username: "maria", password: TestVaults.password, client: TestVaults.client)
            }
        }
        // Fewer times than anybody tries again, so whatever comes in between, nobody may be refused.
        for _ in 0..<3 { try await second.sessions.endAll(by: there, exceptCurrent: true) }
        try await signIns.value
        let recovered = try await first.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(try await second.sessions.session(cookie: recovered.cookie) != nil)
    }
}
