import Fairness
import Foundation
import Model
import Passkeys
import Secrets
import SoftAuthenticator
import Testing

@testable import Vault
@testable import VaultStorage

/// What answers without a session ends with what ends sessions, before anything else of it is done.
@Suite(.timeLimit(.minutes(3))) struct SharedAccessTests {
    private static let newPassword = "anderes-Pferd-Klammer-9"
    private static let mail = MailKey([UInt8](repeating: 3, count: 32))

    let app = TestVaults()
    let files = FaultyFileSystem()

    private struct Scene: Sendable {
        let accounts: Accounts
        let registration: NewCredentials
        let session: Session
        let feed: CalendarFeed
        let link: HealthLink
        let authenticator: SoftAuthenticator
    }

    /// Somebody with one of each kind, a passkey, an authenticator app and another session.
    private func start() async throws -> Scene {
        let accounts = try app.accounts { $0.files = files }
        let (registration, first) = try await app.member(accounts)
        try await accounts.recovery.confirmSaved(first)
        let session = try await app.session(accounts, registration.cookie)
        let account = registration.accountID
        let pass = try app.pass()
        let feed = try CalendarFeed(
            pass: pass.id, secret: Array(repeating: 7, count: CalendarFeed.secretLength), hasNames: true,
            language: "en", createdAt: app.clock.now)
        let link = try HealthLink(
            to: pass.id, label: "Dr. Grün", from: app.clock.now, lasting: 86_400, random: .system)
        try await accounts.publish(link, files: ["sealed"], passcode: nil, of: account)
        try await session.vault.write { records in
            try records.insert(pass)
            try records.save(feed)
            try records.insert(link)
        }
        let generation = try await session.vault.read(\.generation)
        #expect(try await accounts.publish("visits", at: feed, of: account, generation: generation))
        try await accounts.save("quokka@example.org", .monthly, language: "en", key: Self.mail, of: account)
        let making = try await accounts.passkeys.begin(session, password: TestVaults.password)
        let authenticator = try SoftAuthenticator(userHandle: making.userHandle)
        _ = try await accounts.passkeys.add(
            session, name: "Marias Telefon", response: authenticator.register(SoftAuthenticator.challenge),
            expectation: .usual(), secret: PasskeySecret([UInt8](repeating: 7, count: 32)), client: TestVaults.client)
        _ = try await accounts.secondFactor.begin(session, label: "maria")
        let totp = TOTP(secret: try #require(try await session.vault.read { try $0.secret("totp-pending") }))
        _ = try await accounts.secondFactor.confirm(session, code: totp.code(step: TOTP.step(at: app.clock.now)))
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        return Scene(
            accounts: accounts, registration: registration, session: session, feed: feed, link: link,
            authenticator: authenticator)
    }

    /// Which of them answer.
    private func answering(_ scene: Scene, _ accounts: Accounts) async throws -> Set<SharedAccess> {
        var kinds: Set<SharedAccess> = []
        if try await accounts.calendar(at: scene.feed.secret) != nil { kinds.insert(.calendars) }
        let answer = try await accounts.openHealthLink(
            at: scene.link.address, passcode: nil, recipient: "x", isSingle: true, for: Requester(address: "192.0.2.1"))
        if answer != nil { kinds.insert(.links) }
        let account = scene.registration.accountID
        if try await accounts.reminderMail(of: account, key: Self.mail) != nil { kinds.insert(.mail) }
        return kinds
    }

    private func recover(_ scene: Scene, _ accounts: Accounts) async throws -> NewCredentials {
        try await accounts.recovery.recover(
            username: "maria", recoveryCode: scene.registration.recoveryCode, newPassword: Self.newPassword,
            client: TestVaults.client)
    }

    private static let everything: EndingAccess = [.otherSessions, .otherPasskeys, .secondFactor, .shared]

    @Test func recoveryEndsAllOfItAndNamesIt() async throws {
        let scene = try await start()
        #expect(try await answering(scene, scene.accounts) == Set(SharedAccess.allCases))
        let credentials = try await recover(scene, scene.accounts)
        #expect(try await answering(scene, scene.accounts) == [])
        let session = try await app.session(scene.accounts, credentials.cookie)
        let ended = try #require(try await session.vault.read { try $0.endedAccess() })
        #expect(ended.sessions == 2 && ended.passkeys == ["Marias Telefon"] && ended.secondFactor && ended.mail)
        #expect(ended.calendars == [scene.feed.pass.description] && ended.links.map(\.label) == ["Dr. Grün"])
        // Nor does the vault know of them, so that nothing comes back.
        #expect(try await session.vault.read { try $0.calendarFeeds().isEmpty && $0.healthLinks().isEmpty })
        #expect(try app.check().findings == [])
        await scene.accounts.close()
    }

    /// The process dies when the new slots are saved and the vault isn't: what needs no key has ended by then.
    @Test func itEndsBeforeTheVaultIsSealedAnew() async throws {
        let scene = try await start()
        let copy = app.path + "-copy"
        files.whenNext("create") { [path = app.path] in
            try? FileManager.default.copyItem(atPath: path, toPath: copy)
        }
        _ = try await recover(scene, scene.accounts)
        await scene.accounts.close()
        try FileManager.default.removeItem(atPath: app.path)
        try FileManager.default.moveItem(atPath: copy, toPath: app.path)
        let reopened = try app.accounts()
        #expect(try await answering(scene, reopened) == [])
        // The rest hasn't happened.
        _ = try await app.session(reopened, scene.registration.cookie)
        _ = try await recover(scene, reopened)
        await reopened.close()
    }

    /// Told that nothing was done, its owner goes on with what there was.
    @Test func aLostDeviceThatCannotBeBlockedChangesNothing() async throws {
        let scene = try await start()
        let before = try await scene.session.vault.read { try $0.passkeys() }
        files.fail("create", with: ENOSPC)
        await #expect(throws: VaultError(.storageFull, "")) {
            try await scene.accounts.passwords.change(
                scene.session, current: .password(TestVaults.password), new: Self.newPassword,
                ending: Self.everything)
        }
        #expect(try await answering(scene, scene.accounts) == Set(SharedAccess.allCases))
        #expect(try await scene.session.vault.read { try $0.passkeys() } == before)
        #expect(try await scene.accounts.secondFactor.state(scene.session).isOn)
        let sessions = try await scene.accounts.database.read {
            try SessionRow.fetchAll($0, account: scene.registration.accountID).count
        }
        #expect(sessions == 2)
        #expect(try await scene.accounts.passwords.verify(scene.session, TestVaults.password))
        #expect(try app.check().findings == [])
        await scene.accounts.close()
    }

    @Test func aPasskeyStandsInForThePasswordAndStays() async throws {
        let scene = try await start()
        let secret = try #require(PasskeySecret([UInt8](repeating: 7, count: 32)))
        let answer = try scene.authenticator.sign(SoftAuthenticator.challenge)
        let other = try #require(PasskeySecret([UInt8](repeating: 8, count: 32)))
        for proof in [
            OwnerProof.passkey(answer, other, .usual()), .password("falsch-falsch-falsch"),
        ] {
            await #expect(throws: VaultError(.wrongCredentials, "")) {
                try await scene.accounts.passwords.change(
                    scene.session, current: proof, new: Self.newPassword, ending: Self.everything)
            }
        }
        try await scene.accounts.passwords.change(
            scene.session, current: .passkey(answer, secret, .usual()), new: Self.newPassword,
            ending: Self.everything)
        #expect(try await answering(scene, scene.accounts) == [])
        #expect(try await scene.session.vault.read { try $0.passkeys().map(\.name) } == ["Marias Telefon"])
        _ = try await scene.accounts.signIn.withPasskey(
            answer, secret: secret, expectation: .usual(), client: TestVaults.client)
        let signIn = try await scene.accounts.signIn.withPassword(
            username: "maria", password: Self.newPassword, client: TestVaults.client)
        #expect(!signIn.needsSecondFactor)
        await scene.accounts.close()
    }

    /// The proof is the session's own, and counts for 15 minutes.
    @Test func aSessionIsProvenForAQuarterOfAnHour() async throws {
        let scene = try await start()
        let passwords = scene.accounts.passwords
        #expect(try await passwords.isProven(scene.session))
        app.clock.advance(901)
        #expect(try await !passwords.isProven(scene.session))
        await #expect(throws: VaultError(.wrongCredentials, "")) {
            try await passwords.prove(scene.session, by: .password("falsch-falsch-falsch"))
        }
        #expect(try await !passwords.isProven(scene.session))
        try await passwords.prove(scene.session, by: .password(TestVaults.password))
        #expect(try await passwords.isProven(scene.session))
        // A clock that is put back doesn't make it last.
        app.clock.leap(-3_600)
        #expect(try await !passwords.isProven(scene.session))
        await scene.accounts.close()
    }

    /// Tables that name an account and answer nobody without a session, each with its reason.
    private static let others = [
        "keySlot": "opens by a secret", "session": "by its cookie", "familiarAddress": "read by the server alone",
        "attachmentFile": "sealed; only its owner's vault knows its key", "passingFile": "read by a job",
        "withdrawal": "read by the server alone", "deletedAccount": "read by the server alone",
        "vault": "sealed", "attempt": "read by the server alone", "receipt": "read by the server alone",
    ]

    @Test(arguments: [AccountsSchema.sqlite, .postgres])
    func theTablesOfAccountsAndThoseBesideThemAreAll(_ schema: AccountsSchema) {
        var (named, others): (Set<String>, Set<String>) = ([], [])
        for statement in schema.steps.flatMap(\.statements) {
            guard let table = statement.firstMatch(of: /^CREATE TABLE (\w+)/).map({ String($0.1) }) else { continue }
            if statement.contains(/\baccount TEXT [^,]*REFERENCES account ON DELETE CASCADE/) {
                named.insert(table)
            } else if !statement.contains("REFERENCES") {
                others.insert(table)
            }
        }
        #expect(named == Set(AccountsSchema.tablesOfAccounts))
        // What a server has for itself, and settings, which are copied but for one.
        others.subtract(["account", "setting", "job", "vault", "account_lock", "attempt", "answer", "receipt"])
        #expect(others == Set(AccountsSchema.tablesBesideAccounts))
    }

    @Test(arguments: [AccountsSchema.sqlite, .postgres])
    func everyTableOfAnAccountIsInTheListOrHasItsReason(_ schema: AccountsSchema) {
        var owned: Set<String> = []
        for statement in schema.steps.flatMap(\.statements) {
            guard let table = statement.firstMatch(of: /^CREATE TABLE (\w+)/).map({ String($0.1) }) else { continue }
            let names = statement.matches(of: /\b(\w+) (?:TEXT|BLOB|BYTEA)|REFERENCES (\w+)/)
            if names.contains(where: { $0.1 == "account" || $0.2.map { owned.contains(String($0)) } ?? false }) {
                owned.insert(table)
            }
        }
        let listed = Set(SharedAccess.allCases.flatMap(\.tables).map(\.name))
        #expect(listed.isSubset(of: owned) && listed.isDisjoint(with: Self.others.keys))
        #expect(owned.subtracting(listed).subtracting(Self.others.keys).sorted() == [])
    }
}
