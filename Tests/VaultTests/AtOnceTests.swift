import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// Attempts that come at the same moment: no more of them count than of attempts in a row.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AtOnceTests {
    private let app = TestVaults()

    /// How each of `count` attempts ended that are made at once; nil for one that was right.
    private func outcomes(
        _ count: Int, _ attempt: @escaping @Sendable (Int) async throws(VaultError) -> Bool
    ) async -> [VaultError.Code?] {
        await withTaskGroup(of: VaultError.Code?.self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(VaultError) {
                        return try await attempt(number) ? nil : .wrongCredentials
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func whoWaitedTooLongForOthersIsToldToComeBack() async throws {
        let (now, client) = (app.clock.now, ClientDescription(address: "203.0.113.1", device: ""))
        let attempts = Attempts(
            throttle: Throttle(ThrottlePolicy()), shared: nil,
            events: SecurityEvents(now: { now }, report: { _, _ in }), now: { now }, patience: .milliseconds(20))
        let attempt = Throttle.Attempt(account: [1], address: [2], event: .signInFailed, client: client)
        let come = Mutex(0)
        let outcomes = await outcomes(3) { number throws(VaultError) in
            try await VaultError.wrapping {
                come.withLock { $0 += 1 }
                return try await attempts.make(attempt) {
                    // All are there, and the others have waited for too long once it is their turn.
                    try await eventually { come.withLock { $0 } == 3 }
                    let begun = ContinuousClock.now
                    try await eventually { begun.duration(to: .now) >= .milliseconds(300) }
                    return true
                } ?? false
            }
        }
        #expect(outcomes.count { $0 == nil } == 1 && outcomes.count { $0 == .busy } == 2)
    }

    @Test func guessedPasswordsAreNoMoreThanInARow() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let stranger = ClientDescription(address: "203.0.113.1", device: "")
        let outcomes = await outcomes(16) { _ throws(VaultError) in
            _ = try await accounts.signIn.withPassword(username: "maria", password: "falsch", client: stranger)
            return true
        }
        #expect(outcomes.count { $0 == .wrongCredentials } == 5)
        #expect(outcomes.count { $0 == .tooManyAttempts } == 11)
    }

    @Test func guessedCodesAreNoMoreThanInARowAndTheLineIsBounded() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let totp = TOTP(secret: Array("12345678901234567890".utf8))
        try await session.vault.write { try $0.setSecret("totp", to: totp.secret) }
        let cookie = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client
        ).cookie
        let outcomes = await outcomes(60) { number throws(VaultError) in
            let thief = ClientDescription(address: "203.0.113.\(number)", device: "")
            return try await accounts.signIn.finish(cookie: cookie, code: "wrong", client: thief) != nil
        }
        #expect(outcomes.count { $0 == .wrongCredentials } == 5)
        #expect(outcomes.allSatisfy { [.wrongCredentials, .tooManyAttempts, .busy].contains($0) })
    }

    @Test func theOwnerSignsInManyTimesAtOnce() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let outcomes = await outcomes(12) { _ throws(VaultError) in
            _ = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            return true
        }
        #expect(outcomes.allSatisfy { $0 == nil })
    }

    /// Each takes some milliseconds, so that they do queue.
    @Test func twoHundredSignInsAtOnceAreAllServed() async throws {
        let accounts = try app.accounts {
            $0.argon2 = Argon2Parameters(passes: 1, memory: 8 << 20)
            // That each has its turn is what is asked here, not how soon.
            $0.hashingPatience = .seconds(300)
        }
        for number in 0..<100 { _ = try await app.member(accounts, "person-\(number)") }
        let end = ContinuousClock.now + .seconds(200)
        let outcomes = await outcomes(200) { [app] number throws(VaultError) in
            while true {
                do throws(VaultError) {
                    _ = try await accounts.signIn.withPassword(
                        username: "person-\(number % 100)", password: TestVaults.password,
                        client: ClientDescription(address: "192.0.2.\(number)", device: ""))
                    return true
                } catch  where error.code == .busy && app.database != nil && ContinuousClock.now < end {
                    // A database of a slow machine has no connection free for ten seconds: those who read that come again.
                    continue
                }
            }
        }
        #expect(outcomes.allSatisfy { $0 == nil }, "\(outcomes.compactMap(\.self))")
    }

    @Test func aRecoveryCodeWorksOnce() async throws {
        let accounts = try app.accounts()
        let code = try await app.member(accounts).0.recoveryCode
        let outcomes = await outcomes(8) { number throws(VaultError) in
            _ = try await accounts.recovery.recover(
                username: "maria", recoveryCode: code, newPassword: "anderes-Pferd-Klammer-\(number)",
                client: ClientDescription(address: "192.0.2.\(number)", device: ""))
            return true
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .recoveryRejected } == 7)
    }

    @Test func aOneTimeCodeWorksOnce() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        _ = try await accounts.secondFactor.begin(session, label: "maria")
        let secret = try await session.vault.read { try $0.secret("totp-pending") }
        let step = TOTP.step(at: app.clock.now)
        let shown = try await accounts.secondFactor.confirm(
            session, code: TOTP(secret: try #require(secret)).code(step: step))
        let code = try #require(shown?.first)
        var cookies: [String] = []
        for _ in 0..<4 {
            cookies.append(
                try await accounts.signIn.withPassword(
                    username: "maria", password: TestVaults.password, client: TestVaults.client
                ).cookie)
        }
        let outcomes = await outcomes(4) { [cookies] number throws(VaultError) in
            try await accounts.signIn.finish(cookie: cookies[number], code: code, client: TestVaults.client) != nil
        }
        #expect(outcomes.count { $0 == nil } == 1)
    }
}
