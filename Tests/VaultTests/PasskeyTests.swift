import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct PasskeyTests {
    let app = TestVaults()
    static let challenge = SoftAuthenticator.challenge

    func secret(_ byte: UInt8 = 7) -> PasskeySecret? { PasskeySecret([UInt8](repeating: byte, count: 32)) }

    /// Somebody who has kept the recovery code.
    func member(_ accounts: Accounts, _ name: String = "maria") async throws -> (NewCredentials, Session) {
        let (registration, session) = try await app.member(accounts, name)
        try await accounts.recovery.confirmSaved(session)
        return (registration, try await app.session(accounts, registration.cookie))
    }

    /// Adds a passkey and gives its authenticator.
    func add(
        _ accounts: Accounts, _ session: Session, id: String = "credential 1", secret: PasskeySecret?,
        count: UInt32 = 0
    ) async throws -> (SoftAuthenticator, Passkey) {
        let making = try await accounts.passkeys.begin(session, password: TestVaults.password)
        let authenticator = try SoftAuthenticator(credentialID: Array(id.utf8), userHandle: making.userHandle)
        let passkey = try await accounts.passkeys.add(
            session, name: "Marias Telefon",
            response: authenticator.register(Self.challenge, .init { $0.signCount = count }),
            expectation: .usual(), secret: secret, client: TestVaults.client)
        return (authenticator, passkey)
    }

    func signIn(
        _ accounts: Accounts, _ authenticator: SoftAuthenticator, _ secret: PasskeySecret?, count: UInt32 = 0
    ) async throws -> SignInResult {
        try await accounts.signIn.withPasskey(
            authenticator.sign(Self.challenge, .init { $0.signCount = count }), secret: secret,
            expectation: .usual(), client: TestVaults.client)
    }

    func signInByPassword(_ accounts: Accounts) async throws -> SignInResult {
        try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
    }

    @Test func aPasskeyWithASecretOpensTheVaultAlone() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        let (authenticator, passkey) = try await add(accounts, session, secret: secret())
        #expect(passkey.opensVault)
        await accounts.close()

        // From the disk alone.
        let later = try app.accounts()
        let signedIn = try await signIn(later, authenticator, secret())
        #expect(!signedIn.needsSecondFactor)
        let opened = try await app.session(later, signedIn.cookie)
        #expect(try await opened.vault.read { try $0.passes() } == [pass])
        #expect(try await later.passkeys.list(opened).map(\.lastUsed) == [app.clock.now])
        let codes = try await opened.vault.read { try $0.accessLog().map(\.code) }
        #expect(codes.prefix(2) == [.passkeySignIn, .passkeyAdded])
        // The password still opens it, and asks for nothing more.
        #expect(try await !signInByPassword(later).needsSecondFactor)
    }

    @Test func everyWrongWayIsRefusedInTheSameWords() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        let (factor, _) = try await add(accounts, session, id: "credential 2", secret: nil)
        let wrong = VaultError(.wrongCredentials, "")
        func refuses(
            _ response: AssertionResponse, _ secret: PasskeySecret?, _ expectation: CeremonyExpectation
        ) async {
            await #expect(throws: wrong) {
                try await accounts.signIn.withPasskey(
                    response, secret: secret, expectation: expectation,
                    client: ClientDescription(address: UUID().uuidString, device: ""))
            }
        }
        let right = try authenticator.sign(Self.challenge)
        await refuses(right, secret(8), .usual())
        await refuses(right, nil, .usual())
        await refuses(right, secret(), .usual(verification: false))
        await refuses(right, secret(), .usual(site: "elsewhere.example"))
        await refuses(try factor.sign(Self.challenge), secret(), .usual())
        await refuses(try authenticator.sign(Array(repeating: 1, count: 32)), secret(), .usual())
        await refuses(try authenticator.sign(Self.challenge, .init { $0.flags = 1 }), secret(), .usual())
        // An authenticator that signs for a domain that it wasn't made for.
        let elsewhere = "elsewhere.example"
        await refuses(
            try authenticator.sign(Self.challenge, .init { $0.relyingParty = elsewhere }), secret(),
            .usual(site: elsewhere))
        let other = try SoftAuthenticator(
            credentialID: authenticator.credentialID, userHandle: authenticator.userHandle)
        await refuses(try other.sign(Self.challenge), secret(), .usual())
        let stranger = try SoftAuthenticator(
            credentialID: Array("never seen".utf8), userHandle: authenticator.userHandle)
        await refuses(try stranger.sign(Self.challenge), secret(), .usual())
        for handle in [nil, Array("somebody else".utf8)] as [[UInt8]?] {
            let bent = AssertionResponse(
                credentialID: right.credentialID, clientData: right.clientData,
                authenticatorData: right.authenticatorData, signature: right.signature, userHandle: handle)
            await refuses(bent, secret(), .usual())
        }
        #expect(try await !signIn(accounts, authenticator, secret()).needsSecondFactor)
    }

    @Test func tryingManyIsSlowedDown() async throws {
        let accounts = try app.accounts { $0.throttle.freeTries = 2 }
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        for _ in 0..<2 {
            await #expect(throws: VaultError(.wrongCredentials, "")) {
                try await signIn(accounts, authenticator, secret(8))
            }
        }
        await #expect(throws: VaultError(.tooManyAttempts, "")) { try await signIn(accounts, authenticator, secret()) }
        app.clock.advance(3)
        _ = try await signIn(accounts, authenticator, secret())
    }

    @Test func aPasskeyWithoutASecretIsAskedForAfterThePassword() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, passkey) = try await add(accounts, session, secret: nil)
        #expect(!passkey.opensVault)
        #expect(try await accounts.secondFactor.state(session).isOn == false)
        let half = try await signInByPassword(accounts)
        #expect(half.needsSecondFactor)
        let pending = try await app.session(accounts, half.cookie)
        let site = SoftAuthenticator.relyingParty
        let factors = try await accounts.signIn.secondFactors(of: pending, relyingParty: site)
        #expect(factors == (false, [authenticator.credentialID]))
        #expect(try await accounts.signIn.secondFactors(of: pending, relyingParty: "elsewhere.example").passkeys == [])
        await #expect(throws: VaultError(.secondFactorRequired, "")) { try await accounts.passkeys.list(pending) }
        func pass(_ response: AssertionResponse) async throws -> String? {
            try await accounts.signIn.finish(
                cookie: half.cookie, passkey: response, expectation: .usual(verification: false),
                client: TestVaults.client)
        }
        let other = try SoftAuthenticator(
            credentialID: authenticator.credentialID, userHandle: authenticator.userHandle)
        #expect(try await pass(other.sign(Self.challenge)) == nil)
        #expect(try await pass(authenticator.sign(Array(repeating: 2, count: 32))) == nil)
        await #expect(throws: VaultError(.secondFactorRequired, "")) { try await pending.vault.read { _ in } }
        // Somebody was there: the password has shown who.
        let cookie = try #require(try await pass(authenticator.sign(Self.challenge, .init { $0.flags = 1 })))
        let full = try await app.session(accounts, cookie)
        #expect(try await full.vault.read { try $0.accessLog(limit: 1).first?.detail } == "Marias Telefon")
    }

    @Test func oneThatOpensTheVaultIsGoodAsASecondFactorToo() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        _ = try await add(accounts, session, id: "credential 2", secret: nil)
        let half = try await signInByPassword(accounts)
        #expect(half.needsSecondFactor)
        #expect(
            try await accounts.signIn.finish(
                cookie: half.cookie, passkey: authenticator.sign(Self.challenge),
                expectation: .usual(verification: false), client: TestVaults.client) != nil)
    }

    @Test func anUnverifiedPasskeyNeverOpensTheVaultAlone() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let making = try await accounts.passkeys.begin(session, password: TestVaults.password)
        let authenticator = try SoftAuthenticator(userHandle: making.userHandle)
        let passkey = try await accounts.passkeys.add(
            session, name: "Schlüssel", response: authenticator.register(Self.challenge, .init { $0.flags = 1 }),
            expectation: .usual(verification: false), secret: secret(), client: TestVaults.client)
        #expect(!passkey.opensVault)
        #expect(
            try await accounts.database.read { try KeySlot.fetch($0, account: session.accountID, kind: .passkey) } == []
        )
    }

    /// Ending sessions gives a new data key without the authenticator being there.
    @Test func itOutlivesRotation() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        let before = try await session.shared.withLock { try $0.currentKey().epoch }
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        #expect(try await session.shared.withLock { try $0.currentKey().epoch } == before + 1)
        try await accounts.passwords.change(
            session, current: .password(TestVaults.password), new: "anderes-Pferd-Klammer-9")
        try await accounts.sessions.signOut(cookie: registration.cookie)
        await accounts.close()
        let later = try app.accounts()
        let signedIn = try await signIn(later, authenticator, secret())
        #expect(try await app.session(later, signedIn.cookie).vault.read { try $0.passes() } == [])
    }

    @Test func recoveringEndsThemAll() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await member(accounts)
        let (authenticator, _) = try await add(accounts, session, secret: secret())
        _ = try await add(accounts, session, id: "credential 2", secret: nil)
        let recovered = try await accounts.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        let now = try await app.session(accounts, recovered.cookie)
        #expect(!now.needsSecondFactor)
        #expect(try await accounts.passkeys.list(now) == [])
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await signIn(accounts, authenticator, secret())
        }
    }

    @Test func aRemovedOneOpensNothingNotEvenWithItsOldSlot() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await member(accounts)
        let (authenticator, passkey) = try await add(accounts, session, secret: secret())
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await accounts.passkeys.remove(
                session, id: passkey.id, password: "falsch-falsch-falsch", client: TestVaults.client)
        }
        let old = try await accounts.database.read {
            try KeySlot.fetch($0, account: session.accountID, kind: .passkey)
        }
        #expect(old.count == 1)
        try await accounts.passkeys.remove(
            session, id: passkey.id, password: TestVaults.password, client: TestVaults.client)
        #expect(try await accounts.passkeys.list(session) == [])
        await #expect(throws: VaultError(.wrongCredentials, "")) { try await signIn(accounts, authenticator, secret()) }
        // Somebody with a copy of the books puts the slot back: it wraps a key that opens nothing any more.
        try await accounts.database.write { db in
            for slot in old { try slot.save(db) }
        }
        await #expect(throws: (any Error).self) { try await signIn(accounts, authenticator, secret()) }
        await #expect(throws: VaultError(.notFound, "")) {
            try await accounts.passkeys.remove(
                session, id: passkey.id, password: TestVaults.password, client: TestVaults.client)
        }
    }
}
