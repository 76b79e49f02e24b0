import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AdmissionTests {
    let app = TestVaults()

    private func register(_ accounts: Accounts, _ name: String, invitation: String? = nil) async throws {
        _ = try await accounts.registration.register(
            username: name, password: TestVaults.password, consent: app.consent(), client: TestVaults.client,
            invitation: invitation)
    }

    @Test func aClosedDoorStaysClosed() async throws {
        let accounts = try app.accounts { $0.signUp = .closed }
        #expect(try await accounts.registration.state() == .closed)
        await #expect(throws: VaultError(.signUpClosed, "")) { try await register(accounts, "maria") }
    }

    @Test func anInvitationLetsOneIn() async throws {
        let accounts = try app.accounts { $0.signUp = .invitation }
        await #expect(throws: VaultError(.invitationNeeded, "")) { try await register(accounts, "maria") }
        let invitation = try accounts.administration.invite(validSeconds: 100)
        await #expect(throws: VaultError(.invitationRejected, "")) {
            try await register(accounts, "maria", invitation: String(invitation.reversed()) + "0")
        }
        try await register(accounts, "maria", invitation: invitation.uppercased())
        await #expect(throws: VaultError(.invitationRejected, "")) {
            try await register(accounts, "paul", invitation: invitation)
        }
        let late = try accounts.administration.invite(validSeconds: 100)
        app.clock.advance(101)
        await #expect(throws: VaultError(.invitationRejected, "")) {
            try await register(accounts, "paul", invitation: late)
        }
        #expect(try app.everything().values.allSatisfy { !$0.tells(Array(late.utf8)) })
    }

    @Test func theUserLimitHolds() async throws {
        let accounts = try app.accounts { $0.maxUsers = 1 }
        try await register(accounts, "maria")
        #expect(try await accounts.registration.state() == .full)
        await #expect(throws: VaultError(.userLimit, "")) { try await register(accounts, "paul") }
    }

    /// Pages ask at each request.
    @Test func accountsArentCountedEachTimeSomebodyAsks() async throws {
        let accounts = try app.accounts { $0.maxUsers = 1 }
        #expect(try await accounts.registration.state() == .open)
        let (registration, session) = try await app.member(accounts)
        #expect(try await accounts.registration.state() == .full, "known at once where it was made")
        try await accounts.database.write {
            try $0.execute("DELETE FROM account WHERE id = ?", [.id(registration.accountID)])
        }
        #expect(try await accounts.registration.state() == .full, "not counted again")
        withExtendedLifetime(session) {}
    }

    @Test func aPlaceIsFreeAtOnceWhereAnAccountIsDeleted() async throws {
        let accounts = try app.accounts { $0.maxUsers = 1 }
        let (_, session) = try await app.member(accounts)
        #expect(try await accounts.registration.state() == .full)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(try await accounts.registration.state() == .open)
    }

    @Test func withoutALimitNothingIsCounted() async throws {
        let accounts = try app.accounts()
        await accounts.close()
        #expect(try await !accounts.registration.limit.isReached(accounts.database), "the database isn't asked")
    }

    /// Each costs the hashing of a password: where nobody may wait for that, both are sent away.
    @Test func aTakenNameCostsWhatANewOneCosts() async throws {
        let first = try app.accounts()
        try await register(first, "maria")
        await first.close()
        let accounts = try app.accounts { $0.hashingPatience = .milliseconds(-1) }
        for name in ["maria", "paul"] {
            await #expect(throws: VaultError(.busy, "")) { try await register(accounts, name) }
        }
    }

    @Test func aTakenNameWaitsAsLongAsANewOneTookLately() async throws {
        let accounts = try app.accounts()
        let (made, _) = try await app.member(accounts)
        accounts.registration.isAnswered(
            NewCredentials(
                accountID: made.accountID, cookie: "", recoveryCode: "", hashed: .now - .milliseconds(200)))
        let begun = ContinuousClock.now
        await #expect(throws: VaultError(.usernameTaken, "")) { try await register(accounts, "maria") }
        #expect(begun.duration(to: .now) >= .milliseconds(200))
    }

    @Test func theLastPlaceIsTakenOnceByThoseWhoComeAtOnce() async throws {
        let accounts = try app.accounts { $0.maxUsers = 1 }
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<6 {
                group.addTask { (try? await self.register(accounts, "person-\(number)")) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        await accounts.close()
        #expect(try app.check().accounts == 1)
        #expect(try app.check().findings == [], "who found no place left nothing behind")
    }

    @Test func adminsAreMadeAndUnmade() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        #expect(!session.isAdmin)
        try accounts.administration.setAdmin(username: "MARIA", true)
        #expect(try await app.session(accounts, registration.cookie).isAdmin)
        try accounts.administration.setAdmin(username: "maria", false)
        #expect(try await !app.session(accounts, registration.cookie).isAdmin)
        #expect(throws: VaultError(.notFound, "")) {
            try accounts.administration.setAdmin(username: "niemand", true)
        }
    }

    @Test func guessingSlowsTheGuesserAndNotTheOwner() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        func signIn(_ address: String, _ password: String) async -> VaultError.Code? {
            do throws(VaultError) {
                _ = try await accounts.signIn.withPassword(
                    username: "maria", password: password, client: ClientDescription(address: address, device: "d"))
                return nil
            } catch {
                return error.code
            }
        }
        for _ in 0..<5 { #expect(await signIn("203.0.113.1", "falsch") == .wrongCredentials) }
        #expect(await signIn("203.0.113.1", "falsch") == .tooManyAttempts)
        #expect(await signIn("203.0.113.1", TestVaults.password) == .tooManyAttempts)
        // Many addresses together are slowed too, but not the one that the owner is known by.
        for number in 0..<20 { _ = await signIn("198.51.100.\(number)", "falsch") }
        #expect(await signIn("198.51.100.200", TestVaults.password) == .tooManyAttempts)
        #expect(await signIn("192.0.2.7", TestVaults.password) == nil)
        app.clock.advance(3700)
        #expect(await signIn("198.51.100.200", TestVaults.password) == nil)
    }

    @Test func vaultsAreBoundedInNumberAndClosedWhenIdle() async throws {
        let accounts = try app.accounts {
            $0.maxOpenVaults = 2
            $0.idleSeconds = 100
        }
        var cookies: [String] = []
        for name in ["one", "two", "three"] {
            cookies.append(
                try await accounts.registration.register(
                    username: name, password: TestVaults.password, consent: app.consent(), client: TestVaults.client
                ).cookie)
        }
        do {
            let first = try await app.session(accounts, cookies[0])
            let second = try await app.session(accounts, cookies[1])
            // Whoever has one in use, as while their file is read, keeps nobody out, and gets theirs again.
            let third = try await app.session(accounts, cookies[2])
            for session in [first, second, third, first] { _ = try await session.vault.read { try $0.passes() } }
            #expect(await accounts.statistics().openVaults == 2)
        }
        _ = try await app.session(accounts, cookies[2])
        #expect(await accounts.statistics().openVaults == 2)
        app.clock.advance(101)
        await accounts.sweep()
        #expect(await accounts.statistics().openVaults == 0)
        #expect(try await accounts.sessions.session(cookie: cookies[0]) != nil)
    }

    @Test func memoryAloneBoundsHowManyAreOpenWithWhatIsKeptBesideThem() async throws {
        let accounts = try app.accounts { $0.maxOpenBytes = 16 << 20 }
        var cookies: [String] = []
        for number in 0..<20 { cookies.append(try await app.member(accounts, "user-\(number)").0.cookie) }
        #expect(await accounts.statistics().openVaults == 20)
        for cookie in cookies.prefix(3) {
            let vault = try await app.session(accounts, cookie).vault
            try await vault.kept().keep("page", for: "key", bytes: 7 << 20)
        }
        // The longest idle go, until the others hold no more than there is.
        #expect(await accounts.statistics().openBytes > 21 << 20)
        await accounts.vaults.sweep()
        let left = await accounts.statistics()
        #expect(left.openBytes <= 16 << 20 && left.openVaults < 20 && left.openVaults > 0)
        // Who comes back finds all there, and takes the place of others.
        for cookie in cookies { _ = try await app.session(accounts, cookie).vault.read { try $0.passes() } }
        #expect(await accounts.statistics().openBytes <= 17 << 20)
    }

    @Test func aVaultThatIsLookedAtIsClosedWhenIdleAllTheSame() async throws {
        let accounts = try app.accounts { $0.idleSeconds = 100 }
        _ = try await app.member(accounts)
        let looked = await accounts.vaults.openNow()
        #expect(looked.count == 1)
        app.clock.advance(101)
        await accounts.vaults.sweep()
        #expect(await accounts.statistics().openVaults == 0 && looked.allSatisfy(\.isClosed))
    }

    @Test func theOperatorWorksBesideTheRunningServer() async throws {
        let unmade = VaultError(app.database == nil ? .directoryUnusable : .vaultVersion, "")
        #expect(throws: unmade) { try AccountAdministration(directory: app.path, database: app.database) }
        let accounts = try app.accounts { $0.signUp = .invitation }
        let office = try AccountAdministration(
            directory: app.path, database: app.database, now: { [clock = app.clock] in clock.now })
        let invitation = try office.invite(validSeconds: 100)
        try await register(accounts, "maria", invitation: invitation)
        await #expect(throws: VaultError(.invitationRejected, "")) {
            try await register(accounts, "jonas", invitation: invitation)
        }
        let late = try office.invite(validSeconds: 100)
        app.clock.advance(101)
        await #expect(throws: VaultError(.invitationRejected, "")) {
            try await register(accounts, "jonas", invitation: late)
        }
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        try office.setAdmin(username: "Maria", true)
        #expect(try await app.session(accounts, signIn.cookie).isAdmin)
        #expect(try office.admins().map(\.id) == [signIn.accountID])
        try office.setAdmin(username: "maria", false)
        #expect(try await !app.session(accounts, signIn.cookie).isAdmin)
        #expect(try office.admins() == [])
        #expect(throws: VaultError(.notFound, "")) { try office.setAdmin(username: "niemand", true) }
        await accounts.close()
        _ = try office.invite(validSeconds: 100)
    }

    @Test func othersGuessesDontKeepTheOwnerFromRecovering() async throws {
        let accounts = try app.accounts()
        let registration = try await app.member(accounts).0
        for number in 0..<40 {
            _ = try? await accounts.signIn.withPassword(
                username: "maria", password: "falsch",
                client: ClientDescription(address: "198.51.100.\(number)", device: ""))
            _ = try? await accounts.recovery.recover(
                username: "maria", recoveryCode: String(repeating: "A", count: 32),
                newPassword: "anderes-Pferd-Klammer-9",
                client: ClientDescription(address: "198.51.100.\(number)", device: ""))
        }
        let recovered = try await accounts.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: ClientDescription(address: "203.0.113.9", device: ""))
        #expect(recovered.accountID == registration.accountID)
    }
}
