import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import VaultStorage

/// What is kept of passkeys: copies told of, each taken once, so many, nothing readable, all of it in a backup.
extension PasskeyTests {
    @Test func aCopyThatCountsBackwardsIsRefusedAndTold() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret(), count: 4)
        _ = try await signIn(accounts, authenticator, secret(), count: 5)
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await signIn(accounts, authenticator, secret(), count: 5)
        }
        #expect(try await session.vault.read { try $0.accessLog(limit: 1).map(\.code) } == [.passkeyCopied])
        _ = try await signIn(accounts, authenticator, secret(), count: 6)
    }

    @Test func theSamePasskeyIsTakenOnce() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        _ = try await add(accounts, session, secret: secret())
        await #expect(throws: VaultError(.passkeyRefused, "")) { try await add(accounts, session, secret: secret()) }
        await #expect(throws: VaultError(.passkeyRefused, "")) { try await add(accounts, session, secret: nil) }
        // Nor for somebody else, who would answer to its owner's sign-in.
        let (_, other) = try await member(accounts, "mario")
        await #expect(throws: VaultError(.passkeyRefused, "")) { try await add(accounts, other, secret: secret(9)) }
    }

    @Test func addingNeedsThePasswordAndAKeptRecoveryCode() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        await #expect(throws: VaultError(.recoveryUnconfirmed, "")) { try await add(accounts, session, secret: nil) }
        try await accounts.recovery.confirmSaved(session)
        let (_, other) = try await member(accounts, "mario")
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await accounts.passkeys.begin(other, password: "falsch-falsch-falsch")
        }
        await #expect(throws: VaultError(.passkeyRefused, "")) {
            try await accounts.passkeys.add(
                other, name: "x", response: SoftAuthenticator().register(Array(repeating: 0, count: 32)),
                expectation: .usual(), secret: nil, client: TestVaults.client)
        }
        await #expect(throws: VaultError(.invalidRecord, "")) {
            try await accounts.passkeys.add(
                other, name: "", response: SoftAuthenticator().register(Self.challenge),
                expectation: .usual(), secret: nil, client: TestVaults.client)
        }
    }

    @Test func asManyAsAllowedAndNoMore() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        for number in 0..<Passkey.limit {
            _ = try await add(accounts, session, id: "credential \(number)", secret: nil)
        }
        await #expect(throws: VaultError(.passkeyRefused, "")) {
            try await add(accounts, session, id: "one more", secret: nil)
        }
    }

    @Test func theDiskTellsNothingOfPasskeys() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, id: "a credential to look for", secret: secret())
        _ = try await signIn(accounts, authenticator, secret())
        accounts.database.forgetDeleted()
        let needles = [
            authenticator.credentialID, authenticator.key.coseKey, authenticator.userHandle,
            Array("Marias Telefon".utf8), [UInt8](repeating: 7, count: 32), Array("vaccinations.example".utf8),
        ]
        for (name, data) in try app.everything() {
            for needle in needles { #expect(!data.tells(needle), "\(name)") }
        }
    }

    @Test func aBackupKeepsThemAndTheyAreFoundByAnIndex() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        let copy = try app.copied()
        let restored = try copy.accounts()
        #expect(try await !signIn(restored, authenticator, secret()).needsSecondFactor)
        guard app.database == nil else { return }
        let plan = try await restored.database.read { db in
            try db.rows("EXPLAIN QUERY PLAN SELECT DISTINCT account FROM keySlot WHERE kind = 4 AND lookup = x'00'")
                .map { try $0.text("detail") }
        }
        #expect(plan.contains { $0.contains("keySlot_lookup") }, "\(plan)")
    }
}
