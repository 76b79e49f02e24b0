import Foundation
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// A secret of before, with a copy of the accounts of before, opens nothing of today's.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct OldSecretsTests {
    let app = TestVaults()

    private func slots(_ accounts: Accounts, _ account: AccountID) async throws -> [KeySlot] {
        try await accounts.database.read { try KeySlot.fetchAuthentic($0, account: account) }
    }

    /// Runs what replaces a secret, and tries the data key of before on what is written afterwards.
    private func requireRotation(_ change: (Accounts, Session) async throws -> Void) async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        try await accounts.recovery.confirmSaved(session)
        let account = session.accountID
        let old = try await session.vault.withLock { try $0.currentKey() }
        let copied = try await slots(accounts, account)
        try await change(accounts, session)
        let after = try await app.session(accounts, registration.cookie)
        try await after.vault.write { try $0.setSetting("a", to: "b") }
        let new = try await after.vault.withLock { vault in
            try vault.finish()
            return try vault.currentKey()
        }
        #expect(new.epoch == old.epoch + 1 && new.dataKey.copied() != old.dataKey.copied())
        let row = try #require(try await accounts.database.read { try AccountRow.fetch($0, id: account) })
        let blobs = try accounts.backend.store.read(account, generation: row.lastCommit.generation)
        #expect(throws: VaultError.self) {
            _ = try SealedBlob.open(blobs, account: account, record: row.lastCommit, key: old.dataKey)
        }
        _ = try SealedBlob.open(blobs, account: account, record: row.lastCommit, key: new.dataKey)
        let left = try await slots(accounts, account)
        #expect(left.count == copied.count && left.allSatisfy { $0.terms.epoch == new.epoch })
    }

    @Test func anotherPasswordRotatesTheKey() async throws {
        try await requireRotation { accounts, session in
            try await accounts.passwords.change(
                session, current: .password(TestVaults.password), new: "anderes-Pferd-Klammer-9")
        }
    }

    @Test func anotherRecoveryCodeRotatesTheKey() async throws {
        try await requireRotation { accounts, session in
            _ = try await accounts.recovery.renewCode(session, password: TestVaults.password)
        }
    }

    @Test func anotherPasswordEndsTheOtherSessionsInTheSameStep() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let other = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        let theirs = try await app.session(accounts, other.cookie)
        let before = try await session.vault.withLock { try $0.currentKey().epoch }
        try await accounts.passwords.change(
            session, current: .password(TestVaults.password), new: "anderes-Pferd-Klammer-9", ending: .otherSessions)
        #expect(try await accounts.sessions.session(cookie: other.cookie) == nil)
        #expect(try await accounts.sessions.identity(cookie: other.cookie) == nil)
        await #expect(throws: VaultError(.sessionEnded, "")) { try await theirs.vault.read { try $0.passes() } }
        let own = try await app.session(accounts, registration.cookie)
        #expect(try await own.vault.withLock { try $0.currentKey().epoch } == before + 1)
        #expect(try await accounts.sessions.list(own).map(\.id) == [own.id])
        let codes = try await own.vault.read { try $0.accessLog(limit: 2).map(\.code) }
        #expect(Set(codes) == [.passwordChanged, .sessionsEnded])
    }

    /// Somebody whose sign-in came first in the line is one of the others, too.
    @Test func endingTheOthersEndsWhoCameInMeanwhile() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let account = session.accountID
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let held = Task { try await accounts.keys.withLock(account) { for await _ in gate {} } }
        try await accounts.waitForLine(of: 1, account)
        let coming = Task {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        try await accounts.waitForLine(of: 2, account)
        let ending = Task { try await accounts.sessions.endAll(by: session, exceptCurrent: true) }
        try await accounts.waitForLine(of: 3, account)
        opening.finish()
        try await held.value
        let cookie = try await coming.value.cookie
        try await ending.value
        #expect(try await accounts.sessions.session(cookie: cookie) == nil)
    }

    @Test func onlyTheSessionThatGaveThePasswordSeesTheRecoveryCodeAndNotForLong() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let other = try await app.session(
            accounts,
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client
            )
            .cookie)
        #expect(try await accounts.recovery.showsCode(session))
        #expect(try await !accounts.recovery.showsCode(other))
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await accounts.recovery.showCode(other, password: "falsch-falsch-falsch")
        }
        try await accounts.recovery.showCode(other, password: TestVaults.password)
        #expect(try await accounts.recovery.showsCode(other))
        #expect(try await !accounts.recovery.showsCode(session))
        app.clock.advance(899)
        #expect(try await accounts.recovery.showsCode(other))
        app.clock.advance(1)
        #expect(try await !accounts.recovery.showsCode(other))
        #expect(try await accounts.recovery.unconfirmedCode(other) == registration.recoveryCode)
    }
}
