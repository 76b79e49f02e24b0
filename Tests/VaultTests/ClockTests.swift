import Foundation
import Secrets
import Seeded
import Testing

@testable import Vault
@testable import VaultStorage

/// The clock moves by days and years, and back, during everything.
@Suite(.bothHomes, .timeLimit(.minutes(LongForm.minutes))) struct ClockTests {
    private static let leaps: [TimeInterval] = [
        10 * 365 * 86_400, -10 * 365 * 86_400, -40 * 86_400, 40 * 86_400, 86_400, -86_400, -3_600, 3_600,
    ]

    let app = TestVaults()

    @Test(arguments: leaps) func aMinuteOfAnotherTimeTakesNothingAway(leap: TimeInterval) async throws {
        guard Self.leaps.inTurn().contains(leap) else { return }
        let accounts = try app.accounts { $0.signUp = .open }
        let (registration, _) = try await app.member(accounts)
        let office = try accounts.administration
        _ = try office.invite(validSeconds: 7 * 86_400)
        let invited = try await accounts.database.read { try $0.rows("SELECT hash FROM invitation", []).count }
        let jobs = Jobs(accounts.jobTable, of: accounts)
        for task in jobs.tick() { await task.value }
        app.clock.leap(leap)
        for _ in 0..<13 {
            for task in jobs.tick() { await task.value }
            app.clock.advance(5)
        }
        app.clock.leap(-leap)
        for task in jobs.tick() { await task.value }
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        #expect(try await accounts.database.read { try $0.rows("SELECT hash FROM invitation", []).count } == invited)
    }

    @Test(arguments: leaps) func nobodyWaitsLongerThanTheLongestWait(leap: TimeInterval) async throws {
        guard Self.leaps.inTurn().contains(leap) else { return }
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let stranger = ClientDescription(address: "198.51.100.9", device: "curl")
        func tries(_ password: String) async -> VaultError? {
            do throws(VaultError) {
                _ = try await accounts.signIn.withPassword(username: "maria", password: password, client: stranger)
                return nil
            } catch {
                return error
            }
        }
        let longest = try #require(Int(exactly: accounts.configuration.throttle.longestWait))
        func getsInAfterTheLongestWait() async {
            for _ in 0..<2 {
                guard let error = await tries(TestVaults.password) else { return }
                #expect(error.code == .tooManyAttempts && (error.retryAfter ?? 0) <= longest)
                app.clock.advance(TimeInterval(longest + 1))
            }
            #expect(await tries(TestVaults.password) == nil, "who waited gets in")
        }
        for leap in [0, leap, -leap] {
            app.clock.leap(leap)
            await getsInAfterTheLongestWait()
            for _ in 0..<40 {
                _ = await tries("falsches-Pferd-9")
                app.clock.advance(20)
            }
        }
        await getsInAfterTheLongestWait()
    }

    @Test(arguments: leaps) func anAppsCodesWorkAfterALeap(leap: TimeInterval) async throws {
        guard Self.leaps.inTurn().contains(leap) else { return }
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        _ = try await accounts.secondFactor.begin(session, label: "maria")
        let secret = try #require(try await session.vault.read { try $0.secret("totp-pending") })
        func code() -> String { TOTP(secret: secret).code(step: TOTP.step(at: app.clock.now)) }
        _ = try #require(try await accounts.secondFactor.confirm(session, code: code()))
        func signIn() async throws -> Bool {
            let half = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let code = code()
            let right =
                try await accounts.signIn.finish(cookie: half.cookie, code: code, client: TestVaults.client) != nil
            let again = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let replayed = try await accounts.signIn.finish(
                cookie: again.cookie, code: code, client: TestVaults.client)
            #expect(replayed == nil, "no code works twice")
            return right
        }
        app.clock.advance(60)
        #expect(try await signIn())
        app.clock.leap(leap)
        #expect(try await signIn())
        app.clock.leap(-leap)
        app.clock.advance(60)
        #expect(try await signIn())
    }

    @Test func aSessionMadeInTheFutureEndsWithTheLeap() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        app.clock.leap(10 * 365 * 86_400)
        let then = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(try await accounts.sessions.session(cookie: then.cookie) != nil)
        app.clock.leap(-10 * 365 * 86_400)
        #expect(try await accounts.sessions.session(cookie: then.cookie) == nil)
        await accounts.sweep()
        #expect(try await accounts.database.read { try SessionRow.fetchAll($0, account: then.accountID).count } == 1)
    }

    @Test func vaultsCloseAfterTheClockWasPutBack() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        #expect(await accounts.statistics().openVaults == 1)
        app.clock.leap(-86_400)
        await accounts.sweep()
        #expect(await accounts.statistics().openVaults == 0)
    }
}
