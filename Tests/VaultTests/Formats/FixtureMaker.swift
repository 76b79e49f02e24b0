import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@testable import Vault

/// What the person of a fixture was shown, and what only their devices know.
struct FixtureSecrets: Codable {
    var recoveryCode: String
    /// Of a session on the phone that is still alive.
    var cookie: String
    /// Those that were not used up.
    var oneTimeCodes: [String]
    /// What the authenticator app keeps.
    var appSecret: [UInt8]
    /// What the passkeys keep.
    var userHandle: [UInt8]
    /// One that nobody used yet.
    var invitation: String
}

/// Makes a fixture with the code that it is built with, for `FixtureTests` and, with the first release, for good:
/// `VACCINAPP_MAKE_FIXTURE=DIR swift test --filter FixtureMaker`.
///
/// `DIR/data` is the data folder, `DIR/backup.tar` a backup of it, `DIR/secrets.json` what its owner knows.
@Suite(.timeLimit(.minutes(3))) struct FixtureMaker {
    static let target = ProcessInfo.processInfo.environment["VACCINAPP_MAKE_FIXTURE"]
    private let clock = TestClock()

    @Test(.enabled(if: Self.target != nil, "makes a fixture, only when asked to")) func makeFixture() async throws {
        let fixture = try await make(in: try #require(Self.target))
        try JSONEncoder().encode(fixture.secrets).write(to: URL(fileURLWithPath: fixture.folder + "/secrets.json"))
    }

    func make(in folder: String) async throws -> FormatFixture {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var configuration = VaultConfiguration(directory: folder + "/data")
        configuration.argon2 = .weakForTests
        configuration.now = { [clock] in clock.now }
        let accounts = try Accounts(configuration)
        let secrets = try await live(accounts)
        await accounts.close()
        let fixture = FormatFixture(folder: folder, secrets: secrets)
        try BackupCopy(of: fixture.data).write(to: fixture.backup)
        return fixture
    }

    /// Does what people do, so that every table has rows and every kind of key is in use.
    private func live(_ accounts: Accounts) async throws -> FixtureSecrets {
        let registration = try await accounts.registration.register(
            username: FixturePerson.username, password: FixturePerson.password,
            consent: Consent(version: "1", time: clock.now, language: "de"), client: FixturePerson.desk)
        try accounts.administration.setAdmin(username: FixturePerson.username, true)
        try await accounts.recovery.confirmSaved(session(accounts, registration.cookie))
        let session = try await session(accounts, registration.cookie)
        try await session.vault.write { records in
            try records.keep(unconfirmedRecoveryCode: nil)
            for pass in try FixturePerson.passes() { try records.insert(pass) }
            for vaccination in try FixturePerson.vaccinations() { try records.insert(vaccination) }
            for certificate in try FixturePerson.certificates() { try records.insert(certificate) }
            for fact in try FixturePerson.facts() { try records.insert(fact) }
            for (key, value) in FixturePerson.settings { try records.setSetting(key, to: value) }
            _ = try records.keep(
                FixturePerson.draft, from: .table, of: FixturePerson.id(1), at: FixturePerson.start)
        }
        let files = try FixturePerson.files()
        try await attach(files[0], session)
        let userHandle = try await addPasskeys(accounts, session)
        let (appSecret, codes) = try await turnOnCodes(accounts, session)

        // Two sign-ins by password and one-time code; the first of them ends, which replaces the data key.
        for code in codes.prefix(2) {
            clock.advance(60)
            _ = try await signIn(accounts, code)
            if code == codes[0] { try await accounts.sessions.endAll(by: session, exceptCurrent: true) }
        }
        try await attach(files[1], session)
        clock.advance(60)
        let cookie = try await signIn(accounts, codes[2])
        return FixtureSecrets(
            recoveryCode: registration.recoveryCode, cookie: cookie, oneTimeCodes: Array(codes.dropFirst(3)),
            appSecret: appSecret, userHandle: userHandle,
            invitation: try accounts.administration.invite(validSeconds: 20 * 365 * 86_400))
    }

    private func attach(_ file: FixtureContent.File, _ session: Session) async throws {
        let content = try await session.vault.seal(file.content)
        try await session.vault.write { try $0.insert(file.attachment, content: content) }
    }

    private func addPasskeys(_ accounts: Accounts, _ session: Session) async throws -> [UInt8] {
        var handle: [UInt8] = []
        for (number, secret) in [PasskeySecret(FixturePerson.passkeySecret), nil].enumerated() {
            clock.advance(60)
            let making = try await accounts.passkeys.begin(session, password: FixturePerson.password)
            let authenticator = try FixturePerson.authenticator(number, userHandle: making.userHandle)
            _ = try await accounts.passkeys.add(
                session, name: FixturePerson.passkeyNames[number],
                response: authenticator.register(SoftAuthenticator.challenge), expectation: .usual(), secret: secret,
                client: FixturePerson.desk)
            handle = making.userHandle
        }
        return handle
    }

    private func turnOnCodes(_ accounts: Accounts, _ session: Session) async throws -> ([UInt8], [String]) {
        clock.advance(60)
        _ = try await accounts.secondFactor.begin(session, label: "test")
        let secret = try #require(try await session.vault.read { try $0.secret("totp-pending") })
        let code = TOTP(secret: secret).code(step: TOTP.step(at: clock.now))
        return (secret, try #require(try await accounts.secondFactor.confirm(session, code: code)))
    }

    private func signIn(_ accounts: Accounts, _ code: String) async throws -> String {
        let half = try await accounts.signIn.withPassword(
            username: FixturePerson.username, password: FixturePerson.password, client: FixturePerson.phone)
        clock.advance(1)
        return try #require(
            try await accounts.signIn.finish(cookie: half.cookie, code: code, client: FixturePerson.phone))
    }

    private func session(_ accounts: Accounts, _ cookie: String) async throws -> Session {
        try #require(try await accounts.sessions.session(cookie: cookie))
    }
}
