import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AccountsTests {
    let app = TestVaults()

    @Test func registeringOpensAnEmptyVaultThatKeepsWhatIsWritten() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        #expect(registration.cookie.utf8.count == 43)
        #expect(registration.recoveryCode.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 4, 4])
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        #expect(try await session.vault.read { try $0.passes() } == [pass])
        #expect(try await session.vault.read { try $0.consents().map(\.version) } == ["1"])
    }

    @Test func signingInAfterARestartFindsTheData() async throws {
        let pass = try app.pass()
        do {
            let accounts = try app.accounts()
            let (_, session) = try await app.member(accounts)
            try await session.vault.write { try $0.insert(pass) }
            await accounts.close()
        }
        let accounts = try app.accounts()
        let signIn = try await accounts.signIn.withPassword(
            username: " MARIA ", password: TestVaults.password, client: TestVaults.client)
        let session = try await app.session(accounts, signIn.cookie)
        #expect(try await session.vault.read { try $0.passes() } == [pass])
        #expect(
            try await session.vault.read { try $0.accessLog().map(\.code) } == [.signIn, .signUp])
    }

    /// What runs by itself goes on for a moment while a server ends: SQLite crashes on a connection that is closed.
    @Test func whatComesWhileTheAccountsCloseIsRefused() async throws {
        guard app.database == nil else { return }
        for _ in 0..<6 {
            let accounts = try app.accounts()
            let database = accounts.database
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while (try? await database.read { try AccountRow.count($0) }) != nil {}
                    }
                }
                await accounts.close()
            }
            await #expect(throws: VaultError(.closed, "")) {
                try await database.write { try $0.execute("SELECT 1", []) }
            }
        }
    }

    @Test func sessionsSurviveARestart() async throws {
        var accounts = try app.accounts()
        let (registration, first) = try await app.member(accounts)
        let key = first.identity.derivedKey("csrf")
        await accounts.close()
        accounts = try app.accounts()
        let session = try await app.session(accounts, registration.cookie)
        #expect(session.id == first.id)
        #expect(session.identity.derivedKey("csrf") == key)
        #expect(session.identity.derivedKey("other") != key)
    }

    @Test func wrongPasswordsAndUnknownNamesGetTheSameAnswer() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        for (name, password) in [("maria", "falsch-falsch-falsch"), ("niemand", TestVaults.password), ("", "")] {
            let error = await #expect(throws: VaultError.self) {
                try await accounts.signIn.withPassword(username: name, password: password, client: TestVaults.client)
            }
            #expect(error?.code == .wrongCredentials)
        }
    }

    @Test func whatStandsInForAnUnknownNameIsNeverOpened() async throws {
        let accounts = try app.accounts()
        let code = try await app.member(accounts).0.recoveryCode
        // About every other name is compared with Maria's account.
        for number in 0..<16 {
            let client = ClientDescription(address: "192.0.2.\(number)", device: "")
            await #expect(throws: VaultError(.wrongCredentials, "")) {
                try await accounts.signIn.withPassword(
                    username: "no-\(number)", password: TestVaults.password, client: client)
            }
            await #expect(throws: VaultError(.recoveryRejected, "")) {
                try await accounts.recovery.recover(
                    username: "no-\(number)", recoveryCode: code, newPassword: "anderes-Pferd-Klammer-9",
                    client: client)
            }
        }
    }

    @Test func signingOutEndsTheSessionAndKeepsTheOthers() async throws {
        let accounts = try app.accounts()
        let (registration, _) = try await app.member(accounts)
        let second = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        try await accounts.sessions.signOut(cookie: second.cookie)
        #expect(try await accounts.sessions.session(cookie: second.cookie) == nil)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        // The password slot went along with the new data key.
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
    }

    @Test func aTakenNameIsRefusedHoweverItIsSpelt() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts, "Straße")
        let error = await #expect(throws: VaultError.self) { try await app.member(accounts, "STRASSE ") }
        #expect(error?.code == .usernameTaken)
        #expect(try accounts.backend.store.accounts().count == 1)
    }

    @Test func recoveringGivesNewKeysAndEndsEverySession() async throws {
        let accounts = try app.accounts()
        let (old, session) = try await app.member(accounts)
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        let typed = old.recoveryCode.lowercased().replacingOccurrences(of: "0", with: "o")
            .replacingOccurrences(of: "-", with: " ")
        let new = try await accounts.recovery.recover(
            username: "maria", recoveryCode: typed, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(new.recoveryCode != old.recoveryCode)
        #expect(try await accounts.sessions.session(cookie: old.cookie) == nil)
        let recovered = try await app.session(accounts, new.cookie)
        #expect(try await recovered.vault.read { try $0.passes() } == [pass])
        #expect(!recovered.recoveryConfirmed)
        let oldPassword = await #expect(throws: VaultError.self) {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        #expect(oldPassword?.code == .wrongCredentials)
        let oldCode = await #expect(throws: VaultError.self) {
            try await accounts.recovery.recover(
                username: "maria", recoveryCode: old.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                client: TestVaults.client)
        }
        #expect(oldCode?.code == .recoveryRejected)
    }

    @Test func theRecoveryCodeIsConfirmedByTypingItBack() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        #expect(!session.recoveryConfirmed)
        #expect(try await !accounts.recovery.confirmCode(session, typed: "ABCD-EFGH"))
        #expect(try await accounts.recovery.confirmCode(session, typed: registration.recoveryCode))
        #expect(try await app.session(accounts, registration.cookie).recoveryConfirmed)
    }

    @Test func changingThePasswordKeepsSessionsAndCode() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let new = "anderes-Pferd-Klammer-9"
        let wrong = await #expect(throws: VaultError.self) {
            try await accounts.passwords.change(session, current: .password("falsch-falsch-falsch"), new: new)
        }
        #expect(wrong?.code == .wrongCredentials)
        try await accounts.passwords.change(session, current: .password(TestVaults.password), new: new)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        _ = try await accounts.signIn.withPassword(username: "maria", password: new, client: TestVaults.client)
        let old = await #expect(throws: VaultError.self) {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        #expect(old?.code == .wrongCredentials)
    }

    @Test func sessionsAreListedAndEndedOneByOneOrAll() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let phone = ClientDescription(address: "198.51.100.4", device: "Safari on iPhone")
        let second = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: phone)
        let third = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: phone)
        let listed = try await accounts.sessions.list(session)
        #expect(listed.count == 3)
        #expect(listed.filter { $0.device == "Safari on iPhone" && $0.address == "198.51.100.4" }.count == 2)
        #expect(listed.filter(\.isCurrent).map(\.id) == [session.id])
        let secondID = try await app.session(accounts, second.cookie).id
        try await accounts.sessions.end(secondID, by: session)
        #expect(try await accounts.sessions.session(cookie: second.cookie) == nil)
        #expect(try await accounts.sessions.session(cookie: third.cookie) != nil)
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        #expect(try await accounts.sessions.session(cookie: third.cookie) == nil)
        #expect(try await accounts.sessions.list(session).map(\.id) == [session.id])
    }

    @Test func anotherAccountsSessionCannotBeEnded() async throws {
        let accounts = try app.accounts()
        let (_, maria) = try await app.member(accounts, "maria")
        let (_, paul) = try await app.member(accounts, "paul")
        let error = await #expect(throws: VaultError.self) { try await accounts.sessions.end(maria.id, by: paul) }
        #expect(error?.code == .notFound)
        #expect(try await accounts.sessions.list(maria).count == 1)
    }

    @Test func sessionsEndWhenIdleAndInAnyCase() async throws {
        let accounts = try app.accounts {
            $0.sessionIdleSeconds = 1000
            $0.sessionAbsoluteSeconds = 2500
        }
        let (registration, _) = try await app.member(accounts)
        for _ in 0..<2 {
            app.clock.advance(900)
            #expect(try await accounts.sessions.session(cookie: registration.cookie) != nil)
        }
        app.clock.advance(900)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil)
        let idle = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        app.clock.advance(1001)
        #expect(try await accounts.sessions.session(cookie: idle.cookie) == nil)
        // What is over leaves no key behind that its cookie could unwrap.
        let before = try await rowsOfSessions(accounts, of: registration.accountID)
        #expect(before == [2, 2])
        await accounts.sweep()
        let after = try await rowsOfSessions(accounts, of: registration.accountID)
        #expect(after == [0, 0])
    }

    private func rowsOfSessions(_ accounts: Accounts, of account: AccountID) async throws -> [Int] {
        try await accounts.database.read { db in
            [
                try SessionRow.fetchAll(db, account: account).count,
                try KeySlot.fetchAuthentic(db, account: account).filter { $0.terms.kind == .session }.count,
            ]
        }
    }

    @Test func deletingAnAccountLeavesNoKeyAndNoBlob() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(try await accounts.sessions.session(cookie: registration.cookie) == nil)
        #expect(try accounts.backend.store.accounts() == [])
        await #expect(throws: VaultError(.sessionEnded, "")) { try await session.vault.read { try $0.passes() } }
        _ = try await app.member(accounts)
    }

    @Test func aSecondUserOfTheDirectoryIsToldSo() async throws {
        // A database is there to be shared.
        guard app.database == nil else { return }
        let accounts = try app.accounts()
        #expect(throws: VaultError(.directoryInUse, "")) { try app.accounts() }
        await accounts.close()
    }

    @Test(arguments: ["", "x", "AAAA", String(repeating: "A", count: 43), String(repeating: "é", count: 43)])
    func aForeignCookieIsNoSession(_ cookie: String) async throws {
        let accounts = try app.accounts()
        #expect(try await accounts.sessions.session(cookie: cookie) == nil)
    }
}
