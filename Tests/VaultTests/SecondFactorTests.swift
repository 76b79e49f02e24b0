import Foundation
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct SecondFactorTests {
    let app = TestVaults()

    /// RFC 6238, appendix B, SHA-1, cut to six digits.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func codesMatchTheStandardsOwn(_ seconds: Int64, _ code: String) {
        #expect(TOTP(secret: Array("12345678901234567890".utf8)).code(step: seconds / 30) == code)
    }

    @Test func aCodeWorksOnceAndForAShortTime() {
        let totp = TOTP(secret: Array("12345678901234567890".utf8))
        let time = Date(timeIntervalSince1970: 1_234_567_890)
        let step: Int64 = 1_234_567_890 / 30
        #expect(totp.step(of: "005 924", at: time, after: 0) == step)
        #expect(totp.step(of: "005924", at: time + 30, after: 0) == step)
        #expect(totp.step(of: "005924", at: time + 59, after: 0) == step)
        #expect(totp.step(of: "005924", at: time + 60, after: 0) == nil)
        #expect(totp.step(of: "005924", at: time - 1, after: 0) == nil, "the app's clock is a step ahead")
        #expect(totp.step(of: "005924", at: time, after: step) == nil)
        for wrong in ["", "00592", "0059244", "00592x", "٠٠٥٩٢٤"] {
            #expect(totp.step(of: wrong, at: time, after: 0) == nil)
        }
        #expect(totp.base32 == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    }

    /// As FreeOTP and Aegis read it: whatever is in the name comes out again, and never ends the issuer.
    @Test(arguments: [
        "maria", "Oma & ich / zu Hause", "a+b=c?d#e%41@f;g", "Größe 38 – „neu“", "ドラゴン 👩‍👩‍👧", "Vaccinapp 28 November 2026",
    ])
    func appsReadTheNameAsItWasTyped(_ label: String) throws {
        let totp = TOTP(secret: Array("12345678901234567890".utf8))
        let link = try AuthenticatorLink(totp.setup(issuer: "Vaccinapp", label: label).uri)
        #expect(link.issuerBefore == "Vaccinapp" && link.parameters["issuer"] == link.issuerBefore)
        #expect(link.label == label)
        #expect(link.parameters["secret"] == totp.base32 && link.parameters.count == 2)
    }

    private func setUp(_ accounts: Accounts, _ session: Session) async throws -> (TOTP, [String]) {
        let setup = try await accounts.secondFactor.begin(session, label: "maria")
        #expect(setup.uri.hasPrefix("otpauth://totp/Vaccinapp:maria?secret=\(setup.secretBase32)&issuer="))
        let secret = try await session.vault.read { try $0.secret("totp-pending") }
        let totp = TOTP(secret: try #require(secret))
        #expect(totp.base32 == setup.secretBase32)
        #expect(try await accounts.secondFactor.confirm(session, code: "000000x") == nil)
        let codes = try await accounts.secondFactor.confirm(session, code: code(totp))
        return (totp, try #require(codes))
    }

    private func code(_ totp: TOTP) -> String { totp.code(step: TOTP.step(at: app.clock.now)) }

    @Test func aSessionWithoutItsSecondFactorReachesNothing() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let (totp, codes) = try await setUp(accounts, session)
        #expect(codes.count == 10 && Set(codes).count == 10)
        app.clock.advance(60)
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(signIn.needsSecondFactor)
        let pending = try await app.session(accounts, signIn.cookie)
        #expect(pending.needsSecondFactor)
        await #expect(throws: VaultError(.secondFactorRequired, "")) {
            try await pending.vault.read { try $0.passes() }
        }
        await #expect(throws: VaultError(.secondFactorRequired, "")) {
            try await pending.vault.write { try $0.setSetting("a", to: "b") }
        }
        await #expect(throws: VaultError(.secondFactorRequired, "")) { try await accounts.sessions.list(pending) }
        await #expect(throws: VaultError(.secondFactorRequired, "")) {
            try await accounts.delete(pending, password: TestVaults.password)
        }
        await #expect(throws: VaultError(.secondFactorRequired, "")) {
            try await accounts.secondFactor.begin(pending, label: "x")
        }
        #expect(
            try await accounts.signIn.finish(cookie: signIn.cookie, code: "123", client: TestVaults.client) == nil)
        let passed = try await accounts.signIn.finish(
            cookie: signIn.cookie, code: code(totp), client: TestVaults.client)
        let cookie = try #require(passed)
        // Whoever saw the cookie that the password alone has given has nothing.
        #expect(cookie != signIn.cookie)
        #expect(try await accounts.sessions.session(cookie: signIn.cookie) == nil)
        await #expect(throws: VaultError(.sessionEnded, "")) { try await pending.vault.withWritingLock { _ in } }
        let full = try await app.session(accounts, cookie)
        #expect(full.id == pending.id)
        #expect(!full.needsSecondFactor)
        #expect(try await full.vault.read { try $0.passes() } == [])
        // The same code again opens no second session.
        let third = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(
            try await accounts.signIn.finish(cookie: third.cookie, code: code(totp), client: TestVaults.client)
                == nil
        )
        #expect(
            try await accounts.signIn.finish(
                cookie: third.cookie, code: codes[3].lowercased(), client: TestVaults.client) != nil)
        #expect(try await accounts.secondFactor.state(full) == (true, 9))
    }

    @Test func aOneTimeCodeWorksOnce() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let (_, codes) = try await setUp(accounts, session)
        for isRight in [true, false] {
            let signIn = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let passed = try await accounts.signIn.finish(
                cookie: signIn.cookie, code: codes[0], client: TestVaults.client)
            #expect((passed != nil) == isRight)
        }
    }

    @Test func newOneTimeCodesTakeThePasswordAndEndTheOldOnes() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        #expect(try await accounts.secondFactor.renewCodes(session, password: TestVaults.password) == nil, "it is off")
        let (_, old) = try await setUp(accounts, session)
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await accounts.secondFactor.renewCodes(session, password: "falsches-Pferd-Batterie-7")
        }
        let new = try #require(try await accounts.secondFactor.renewCodes(session, password: TestVaults.password))
        #expect(new.count == 10 && Set(new).isDisjoint(with: old))
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(
            try await accounts.signIn.finish(cookie: signIn.cookie, code: old[0], client: TestVaults.client) == nil)
        #expect(
            try await accounts.signIn.finish(cookie: signIn.cookie, code: new[0], client: TestVaults.client) != nil)
    }

    @Test func guessingIsSlowedDown() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        _ = try await setUp(accounts, session)
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        for _ in 0..<5 {
            _ = try await accounts.signIn.finish(cookie: signIn.cookie, code: "000000", client: TestVaults.client)
        }
        let error = await #expect(throws: VaultError.self) {
            try await accounts.signIn.finish(cookie: signIn.cookie, code: "000000", client: TestVaults.client)
        }
        #expect(error?.code == .tooManyAttempts)
        #expect((error?.retryAfter ?? 0) > 0)
    }

    @Test func itIsTurnedOffWithThePasswordAndByRecovering() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        _ = try await setUp(accounts, session)
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await accounts.secondFactor.disable(session, password: "falsch-falsch-falsch")
        }
        try await accounts.secondFactor.disable(session, password: TestVaults.password)
        #expect(try await accounts.secondFactor.state(session) == (false, 0))
        _ = try await setUp(accounts, session)
        let recovered = try await accounts.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(try await !app.session(accounts, recovered.cookie).needsSecondFactor)
    }

    @Test func guessingFromElsewhereDoesntSlowTheOwner() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let (totp, _) = try await setUp(accounts, session)
        app.clock.advance(60)
        let thief = ClientDescription(address: "203.0.113.1", device: "")
        let stolen = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: thief)
        for _ in 0..<5 {
            #expect(try await accounts.signIn.finish(cookie: stolen.cookie, code: "000000", client: thief) == nil)
        }
        let elsewhere = ClientDescription(address: "203.0.113.2", device: "")
        await #expect(throws: VaultError(.tooManyAttempts, "")) {
            try await accounts.signIn.finish(cookie: stolen.cookie, code: code(totp), client: elsewhere)
        }
        let own = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(
            try await accounts.signIn.finish(cookie: own.cookie, code: code(totp), client: TestVaults.client) != nil)
        let codes = try await session.vault.read { try $0.accessLog().map(\.code) }
        #expect(codes.prefix(3) == [.signIn, .signInPending, .signInPending])
        let listed = try await accounts.sessions.list(session)
        #expect(listed.count == 2)
    }

    @Test func anUnfinishedSignInRunsOutSoon() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        _ = try await setUp(accounts, session)
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        app.clock.advance(899)
        #expect(try await accounts.sessions.session(cookie: signIn.cookie) != nil)
        app.clock.advance(2)
        #expect(try await accounts.sessions.session(cookie: signIn.cookie) == nil)
        await accounts.sweep()
        #expect(try await accounts.sessions.session(cookie: signIn.cookie) == nil)
    }
}
