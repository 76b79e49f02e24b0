import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// However often somebody signs in, an account has so many sessions; the longest unused goes.
@Suite(.timeLimit(.minutes(5))) struct SessionLimitTests {
    /// How many are signed in, how many wait for their second factor, and how many slots they have.
    private func counts(_ accounts: Accounts, _ account: AccountID) async throws -> [Int] {
        try await accounts.database.read { db in
            let rows = try SessionRow.fetchAll(db, account: account)
            let slots = try KeySlot.fetch(db, account: account, kind: .session)
            return [rows.count { !$0.isPending }, rows.count { $0.isPending }, slots.count]
        }
    }

    @Test(arguments: TestVaults.kinds) func theLongestUnusedGoes(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let account = session.accountID
        func signIn() async throws -> String {
            app.clock.advance(1)
            return try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client
            ).cookie
        }
        var cookies: [String] = []
        for _ in 1..<SessionRow.most { cookies.append(try await signIn()) }
        #expect(SessionRow.most == 50)
        #expect(try await counts(accounts, account) == [50, 0, 50])
        app.clock.advance(60)
        // In use again: now the first sign-in is the longest unused.
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        for number in 0..<3 {
            cookies.append(try await signIn())
            #expect(try await counts(accounts, account) == [50, 0, 50])
            #expect(try await accounts.sessions.session(cookie: cookies[number]) == nil)
        }
        for cookie in [registration.cookie, cookies[3], try #require(cookies.last)] {
            #expect(try await accounts.sessions.session(cookie: cookie) != nil)
        }
    }

    /// Whoever has the password, but not the second factor, signs nobody out.
    @Test(arguments: TestVaults.kinds) func thoseWithoutTheirSecondFactorEndNoOthers(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let (account, configuration) = (session.accountID, accounts.configuration)
        for _ in 0..<60 {
            app.clock.advance(1)
            let cookie = SessionCookie(random: configuration.random)
            let row = SessionRow(cookie: cookie, account: account, isPending: true, configuration: configuration)
            try await accounts.database.write { try row.insert($0) }
        }
        #expect(try await counts(accounts, account) == [1, 50, 1])
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
    }
}
