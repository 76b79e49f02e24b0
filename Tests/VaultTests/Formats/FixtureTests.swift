import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault
@testable import VaultStorage

/// All that a person can have in a vault is there by every way that leads to it, in the format of today.
///
/// From the first release on what each release wrote is kept as a fixture, and goes through these tests as well.
@Suite(.timeLimit(.minutes(3))) struct FixtureTests {
    let app = TestVaults()
    private let place = TestVaults()
    private let fixture: FormatFixture

    init() async throws { fixture = try await FixtureMaker().make(in: place.path) }

    /// The fixture's data, a quarter of an hour after its owner went: an admin's session ends after half an hour.
    private func accounts() throws -> Accounts {
        try put(into: app.path)
        app.clock.advance(15 * 60)
        return try app.accounts()
    }

    /// Even looking at a database leaves files beside it, so that nobody looks at the fixture itself.
    private func put(into path: String) throws {
        try FileManager.default.copyItem(atPath: fixture.data, toPath: path)
    }

    private func signInHalf(_ accounts: Accounts) async throws -> String {
        let half = try await accounts.signIn.withPassword(
            username: FixturePerson.username, password: FixturePerson.password, client: TestVaults.client)
        #expect(half.needsSecondFactor)
        return half.cookie
    }

    /// Signs in with the password and what the authenticator app shows.
    private func signIn(_ accounts: Accounts, _ secrets: FixtureSecrets) async throws -> Session {
        let half = try await signInHalf(accounts)
        let code = TOTP(secret: secrets.appSecret).code(step: TOTP.step(at: app.clock.now))
        let cookie = try await accounts.signIn.finish(cookie: half, code: code, client: TestVaults.client)
        return try await app.session(accounts, try #require(cookie))
    }

    /// What the fixture holds once somebody signed in here.
    private func content(then codes: String...) throws -> FixtureContent {
        var content = try fixture.content()
        content.log += codes.map { .init(code: $0, device: TestVaults.client.device) }
        return content
    }

    @Test func everythingIsThereByPasswordAndApp() async throws {
        let other = TestVaults()
        try put(into: other.path)
        #expect(try DirectoryCheck(other.path).findings == [])
        let accounts = try accounts()
        let session = try await signIn(accounts, fixture.secrets)
        #expect(
            try await FixtureContent(of: session, in: accounts)
                == content(then: "sign-in-pending", "sign-in"))
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
    }

    @Test func whoeverWasSignedInStillIs() async throws {
        let accounts = try accounts()
        let session = try await app.session(accounts, fixture.secrets.cookie)
        #expect(session.isAdmin && session.recoveryConfirmed && !session.needsSecondFactor)
        #expect(try await FixtureContent(of: session, in: accounts) == fixture.content())
        let listed = try await accounts.sessions.list(session).map {
            ClientDescription(address: $0.address, device: $0.device)
        }
        #expect(listed.count == 3 && listed.filter { $0 == FixturePerson.desk }.count == 1)
        #expect(listed.filter { $0 == FixturePerson.phone }.count == 2)
    }

    @Test func aOneTimeCodeWorksIfItWasNotUsed() async throws {
        let accounts = try accounts()
        let codes = fixture.secrets.oneTimeCodes
        #expect(codes.count == 7)
        for (code, isGood) in [(codes[6], true), (codes[6], false)] {
            let cookie = try await signInHalf(accounts)
            let passed = try await accounts.signIn.finish(cookie: cookie, code: code, client: TestVaults.client)
            #expect((passed != nil) == isGood)
        }
    }

    @Test func theRecoveryCodeOpensIt() async throws {
        let accounts = try accounts()
        let recovered = try await accounts.recovery.recover(
            username: FixturePerson.username, recoveryCode: fixture.secrets.recoveryCode,
            newPassword: "anderes-Pferd-Klammer-9", client: TestVaults.client)
        let session = try await app.session(accounts, recovered.cookie)
        var expected = try content(then: "recovered")
        // Second factors end with a recovery.
        (expected.passkeys, expected.oneTimeCodesLeft) = ([], 0)
        // The new code is in the vault until its owner has confirmed a copy.
        #expect(try await accounts.recovery.unconfirmedCode(session) == recovered.recoveryCode)
        try await session.vault.write { try $0.keep(unconfirmedRecoveryCode: nil) }
        #expect(try await FixtureContent(of: session, in: accounts) == expected)
        #expect(try await accounts.sessions.session(cookie: fixture.secrets.cookie) == nil)
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
    }

    @Test func aPasskeyOpensItAlone() async throws {
        let accounts = try accounts()
        let authenticator = try FixturePerson.authenticator(0, userHandle: fixture.secrets.userHandle)
        let signedIn = try await accounts.signIn.withPasskey(
            authenticator.sign(SoftAuthenticator.challenge),
            secret: PasskeySecret(FixturePerson.passkeySecret), expectation: .usual(), client: TestVaults.client)
        #expect(!signedIn.needsSecondFactor)
        let session = try await app.session(accounts, signedIn.cookie)
        var expected = try content()
        expected.log.append(
            .init(code: "passkey-sign-in", device: TestVaults.client.device, detail: FixturePerson.passkeyNames[0]))
        expected.passkeys[0].lastUsed = app.clock.now
        #expect(try await FixtureContent(of: session, in: accounts) == expected)
    }

    @Test func theOtherPasskeyIsASecondFactor() async throws {
        let accounts = try accounts()
        let authenticator = try FixturePerson.authenticator(1, userHandle: fixture.secrets.userHandle)
        let half = try await signInHalf(accounts)
        let cookie = try #require(
            try await accounts.signIn.finish(
                cookie: half, passkey: authenticator.sign(SoftAuthenticator.challenge),
                expectation: .usual(verification: false), client: TestVaults.client))
        let session = try await app.session(accounts, cookie)
        #expect(try await session.vault.read { try $0.passes() } == FixturePerson.passes())
    }

    @Test func whatIsWrittenIsKept() async throws {
        let accounts = try accounts()
        let session = try await app.session(accounts, fixture.secrets.cookie)
        for number in 1...2 { try await session.vault.write { try $0.setSetting("number", to: "\(number)") } }
        await accounts.close()
        let names = BlobNames(session.accountID, in: "\(app.path)/vaults")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(app.path)/vaults").sorted()
        #expect(files.map { "\(app.path)/vaults/\($0)" } == [names.slot(0), names.slot(1)])
        #expect(try DirectoryCheck(app.path).findings == [])

        let later = try app.accounts()
        let again = try await app.session(later, fixture.secrets.cookie)
        var expected = try fixture.content()
        expected.settings["number"] = "2"
        #expect(try await FixtureContent(of: again, in: later) == expected)
    }

    @Test func itsKeyCanBeReplaced() async throws {
        let accounts = try accounts()
        let session = try await app.session(accounts, fixture.secrets.cookie)
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        await accounts.sweep()
        #expect(try await FixtureContent(of: session, in: accounts).files == fixture.content().files)
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
        let later = try app.accounts()
        let again = try await signIn(later, fixture.secrets)
        #expect(try await FixtureContent(of: again, in: later).passes == FixturePerson.passes())
    }

    @Test func anInvitationThatWasGivenIsGood() async throws {
        try put(into: app.path)
        let accounts = try app.accounts { $0.signUp = .invitation }
        _ = try await accounts.registration.register(
            username: "otto", password: TestVaults.password, consent: app.consent(), client: TestVaults.client,
            invitation: fixture.secrets.invitation)
    }

    @Test(arguments: ["folder", "file"]) func aBackupOfItIsPutBack(_ kind: String) async throws {
        var backup = fixture.backup
        if kind == "folder" {
            backup = place.path + "/all"
            #expect(try BackupCopy(of: fixture.data).write(to: backup) == .init(accounts: 1, findings: []))
        }
        #expect(try BackupRestore(of: backup).write(to: app.path).findings == [])
        app.clock.advance(3600)
        let accounts = try app.accounts()
        #expect(try await accounts.sessions.session(cookie: fixture.secrets.cookie) == nil)
        let session = try await signIn(accounts, fixture.secrets)
        #expect(
            try await FixtureContent(of: session, in: accounts)
                == content(then: "sign-in-pending", "sign-in"))
    }

    @Test(.enabled(if: PostgresCluster.shared != nil, "skipped: PostgreSQL isn't installed"))
    func aBackupOfItIsPutIntoPostgreSQL() async throws {
        let shared = TestVaults.$isShared.withValue(true) { TestVaults() }
        let database = try #require(shared.database)
        #expect(
            try BackupRestore(of: fixture.backup).write(to: shared.path, database: database).findings == [])
        let accounts = try shared.accounts()
        shared.clock.advance(3600)
        app.clock.advance(3600)
        let session = try await signIn(accounts, fixture.secrets)
        #expect(
            try await FixtureContent(of: session, in: accounts)
                == content(then: "sign-in-pending", "sign-in"))
        await accounts.close()
    }
}
