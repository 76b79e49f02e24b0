import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// What guessing costs whom: the guesser waits, the owner doesn't.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct GuessingTests {
    let app = TestVaults()

    private func signIn(
        _ accounts: Accounts, _ address: String, network: String? = nil, password: String = "falsch",
        browser: String = "", name: String = "maria"
    ) async -> VaultError.Code? {
        do throws(VaultError) {
            _ = try await accounts.signIn.withPassword(
                username: name, password: password,
                client: ClientDescription(address: address, device: "d", network: network, browser: browser))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func oneNetworkAloneMakesNoOtherWait() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let network = "2001:db8:1:200::/56"
        // Each time from another address of it, and as soon as it may: three hours long.
        for number in 0..<40 {
            _ = await signIn(accounts, "2001:db8:1:2\(number % 10)::", network: network)
            app.clock.advance(300)
        }
        #expect(await signIn(accounts, "2001:db8:1:299::", network: network) == .tooManyAttempts)
        #expect(await signIn(accounts, "198.51.100.200", password: TestVaults.password) == nil)
    }

    @Test func addressesOfOneNetworkCountTogether() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        for number in 0..<5 {
            #expect(await signIn(accounts, "203.0.113.\(number)", network: "203.0.113.0/24") == .wrongCredentials)
        }
        #expect(await signIn(accounts, "203.0.113.9", network: "203.0.113.0/24") == .tooManyAttempts)
    }

    @Test func aKnownBrowserIsLetThroughFromANewAddress() async throws {
        let accounts = try app.accounts()
        let owner = try await app.member(accounts).0
        let other = try await app.member(accounts, "paul").0
        let browser = accounts.knownPlaces.newBrowser(owner.accountID)
        for number in 0..<25 { _ = await signIn(accounts, "198.51.\(number).1") }
        func comes(_ browser: String) async -> VaultError.Code? {
            await signIn(accounts, "203.0.113.77", password: TestVaults.password, browser: browser)
        }
        #expect(await comes("") == .tooManyAttempts)
        #expect(await comes(accounts.knownPlaces.newBrowser(other.accountID)) == .tooManyAttempts)
        #expect(await comes(String(browser.reversed())) == .tooManyAttempts)
        for text in ["A", "é", String(repeating: "A", count: 72), String(repeating: "x", count: 10_000)] {
            #expect(await comes(text) == .tooManyAttempts)
        }
        #expect(await comes(browser) == nil)
        // It lets nobody guess without end, and not for ever.
        for _ in 0..<5 { #expect(await signIn(accounts, "203.0.113.78", browser: browser) == .wrongCredentials) }
        #expect(await signIn(accounts, "203.0.113.78", browser: browser) == .tooManyAttempts)
        app.clock.advance(401 * 86_400)
        #expect(KnownBrowser(browser, of: owner.accountID, at: app.clock.now, key: accounts.backend.nameKey) == nil)
    }

    @Test func othersWrongPasswordsDontKeepASessionFromConfirmingItsOwn() async throws {
        let accounts = try app.accounts()
        let (registration, own) = try await app.member(accounts)
        for number in 0..<7 {
            let session = try await app.member(accounts, "person-\(number)").1
            for _ in 0..<5 { #expect(try await !accounts.passwords.verify(session, "falsch")) }
        }
        #expect(try await accounts.passwords.verify(own, TestVaults.password))
        // A borrowed session of the same account neither.
        let borrowed = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(borrowed.accountID == registration.accountID)
        let thief = try await app.session(accounts, borrowed.cookie)
        for _ in 0..<5 { #expect(try await !accounts.passwords.verify(thief, "falsch")) }
        await #expect(throws: VaultError(.tooManyAttempts, "")) {
            try await accounts.passwords.verify(thief, TestVaults.password)
        }
        #expect(try await accounts.passwords.verify(own, TestVaults.password))
    }
}
