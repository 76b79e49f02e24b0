import Foundation
import Passkeys
import Seeded
import SoftAuthenticator
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// Whoever waits for the account's turn with the vault open by a way in that goes meanwhile gets nothing.
@Suite(.bothHomes, .timeLimit(.minutes(LongForm.minutes))) struct OvertakenTests {
    let app = TestVaults()
    private static let newPassword = "anderes-Pferd-Klammer-9"
    private static let stolenPassword = "fremdes-Pferd-Klammer-9"
    private static let elsewhere = ClientDescription(address: "198.51.100.4", device: "Safari on iPhone")

    /// What the owner does while somebody else waits.
    enum Change: CaseIterable { case recovered, passwordChanged, codeRenewed, othersEnded, passkeyRemoved, deleted }

    /// What somebody does who knows the password, the recovery code, has a session or a passkey of before.
    enum Attempt: CaseIterable {
        case signIn, passkeySignIn, recover, changePassword, renewCode, addPasskey, removePasskey, secondFactor
        case oneTimeCodes, secondFactorOff, delete, endOthers, write
    }

    /// What each change takes away; everything else goes on, as it should.
    private static let refused: [Change: Set<Attempt>] = [
        .recovered: Set(Attempt.allCases),
        .deleted: Set(Attempt.allCases),
        .passwordChanged: [
            .signIn, .changePassword, .renewCode, .removePasskey, .oneTimeCodes, .secondFactorOff, .delete,
        ],
        .codeRenewed: [.recover],
        .othersEnded: Set(Attempt.allCases).subtracting([.signIn, .passkeySignIn, .recover]),
        .passkeyRemoved: [.passkeySignIn, .removePasskey],
    ]

    private struct People: Sendable {
        let name: String
        let registration: NewCredentials
        let owner: Session
        let thief: Session
        /// A session whose second factor is missing, and a code for it.
        let half: (cookie: String, code: String)
        let authenticator: SoftAuthenticator
        let passkey: PasskeyID
    }

    private func secret() throws -> PasskeySecret { try #require(PasskeySecret([UInt8](repeating: 7, count: 32))) }

    private func start(_ accounts: Accounts, _ name: String) async throws -> People {
        let (registration, first) = try await app.member(accounts, name)
        try await accounts.recovery.confirmSaved(first)
        let owner = try await app.session(accounts, registration.cookie)
        func signIn() async throws -> String {
            try await accounts.signIn.withPassword(
                username: name, password: TestVaults.password, client: Self.elsewhere
            ).cookie
        }
        let thief = try await app.session(accounts, try await signIn())
        let making = try await accounts.passkeys.begin(owner, password: TestVaults.password)
        let authenticator = try SoftAuthenticator(credentialID: Array(name.utf8), userHandle: making.userHandle)
        let passkey = try await accounts.passkeys.add(
            owner, name: "x", response: authenticator.register(SoftAuthenticator.challenge), expectation: .usual(),
            secret: try secret(), client: TestVaults.client)
        _ = try await accounts.secondFactor.begin(owner, label: name)
        let totp = TOTP(secret: try #require(try await owner.vault.read { try $0.secret("totp-pending") }))
        let step = TOTP.step(at: app.clock.now)
        let codes = try #require(try await accounts.secondFactor.confirm(owner, code: totp.code(step: step)))
        return People(
            name: name, registration: registration, owner: owner, thief: thief, half: (try await signIn(), codes[0]),
            authenticator: authenticator, passkey: passkey.id)
    }

    private func change(_ change: Change, _ accounts: Accounts, _ people: People) async throws {
        switch change {
        case .recovered:
            _ = try await accounts.recovery.recover(
                username: people.name, recoveryCode: people.registration.recoveryCode, newPassword: Self.newPassword,
                client: TestVaults.client)
        case .passwordChanged:
            try await accounts.passwords.change(
                people.owner, current: .password(TestVaults.password), new: Self.newPassword)
        case .codeRenewed: _ = try await accounts.recovery.renewCode(people.owner, password: TestVaults.password)
        case .othersEnded: try await accounts.sessions.endAll(by: people.owner, exceptCurrent: true)
        case .passkeyRemoved:
            try await accounts.passkeys.remove(
                people.owner, id: people.passkey, password: TestVaults.password, client: TestVaults.client)
        case .deleted: try await accounts.delete(people.owner, password: TestVaults.password)
        }
    }

    private func attempt(_ attempt: Attempt, _ accounts: Accounts, _ people: People) async throws {
        let password = TestVaults.password
        switch attempt {
        case .signIn:
            _ = try await accounts.signIn.withPassword(
                username: people.name, password: password, client: Self.elsewhere)
        case .passkeySignIn:
            _ = try await accounts.signIn.withPasskey(
                people.authenticator.sign(SoftAuthenticator.challenge), secret: try secret(),
                expectation: .usual(), client: Self.elsewhere)
        case .recover:
            _ = try await accounts.recovery.recover(
                username: people.name, recoveryCode: people.registration.recoveryCode, newPassword: Self.stolenPassword,
                client: Self.elsewhere)
        case .changePassword:
            try await accounts.passwords.change(people.thief, current: .password(password), new: Self.stolenPassword)
        case .renewCode: _ = try await accounts.recovery.renewCode(people.thief, password: password)
        case .addPasskey:
            let planted = try SoftAuthenticator(
                credentialID: Array("planted \(people.name)".utf8), userHandle: people.authenticator.userHandle)
            _ = try await accounts.passkeys.add(
                people.thief, name: "x", response: planted.register(SoftAuthenticator.challenge),
                expectation: .usual(), secret: try secret(), client: Self.elsewhere)
        case .removePasskey:
            try await accounts.passkeys.remove(
                people.thief, id: people.passkey, password: password, client: Self.elsewhere)
        case .secondFactor:
            let cookie = try await accounts.signIn.finish(
                cookie: people.half.cookie, code: people.half.code, client: Self.elsewhere)
            #expect(cookie != nil)
        case .oneTimeCodes: _ = try await accounts.secondFactor.renewCodes(people.thief, password: password)
        case .secondFactorOff: try await accounts.secondFactor.disable(people.thief, password: password)
        case .delete: try await accounts.delete(people.thief, password: password)
        case .endOthers: try await accounts.sessions.endAll(by: people.thief, exceptCurrent: true)
        case .write:
            try await accounts.keys.withLock(people.thief.accountID) {
                try await people.thief.vault.write { try $0.setSetting("a", to: "planted") }
            }
        }
    }

    /// What is there of an account.
    private struct Stock: Equatable {
        let slots: Set<[UInt8]>
        let sessions: Set<[UInt8]>
        let generation: UInt64?
    }

    private func stock(_ accounts: Accounts, _ account: AccountID) async throws -> Stock {
        if let shared = try await accounts.vaults.lease(account) {
            try await shared.withLock { try $0.finish() }
            shared.release()
        }
        return try await accounts.database.read { db in
            Stock(
                slots: Set(try KeySlot.fetchAuthentic(db, account: account).map(\.sealed)),
                sessions: Set(try SessionRow.fetchAll(db, account: account).map(\.lookup)),
                generation: try AccountRow.fetch(db, id: account)?.lastCommit.generation)
        }
    }

    @Test(arguments: Change.allCases)
    func whatGoesWhileSomebodyWaitsIsGone(_ change: Change) async throws {
        let accounts = try app.accounts()
        for attempt in Attempt.allCases.inTurn(from: Change.allCases.firstIndex(of: change) ?? 0) {
            try await overtake(attempt, by: change, accounts, try await start(accounts, "maria-\(attempt)"))
        }
    }

    private func overtake(_ attempt: Attempt, by change: Change, _ accounts: Accounts, _ people: People) async throws {
        let account = people.owner.accountID
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        // In this order: the owner; a look at what is there then; who has the vault open by what goes with the first.
        let held = Task { try await accounts.keys.withLock(account) { for await _ in gate {} } }
        try await accounts.waitForLine(of: 1, account)
        let changing = Task { try await self.change(change, accounts, people) }
        try await accounts.waitForLine(of: 2, account)
        let looking = Task { try await accounts.keys.withLock(account) { try await self.stock(accounts, account) } }
        try await accounts.waitForLine(of: 3, account)
        let attempting = Task { try await self.attempt(attempt, accounts, people) }
        try await accounts.waitForLine(of: 4, account)
        opening.finish()
        try await held.value
        try await changing.value
        let before = try await looking.value
        let outcome = await attempting.result
        guard Self.refused[change]?.contains(attempt) == true else {
            #expect(throws: Never.self, "\(change), \(attempt)") { try outcome.get() }
            return
        }
        let error = #expect(throws: VaultError.self, "\(change), \(attempt)") { try outcome.get() }
        let codes: [VaultError.Code] = [.sessionEnded, .wrongCredentials, .recoveryRejected, .notFound]
        #expect(error.map { codes.contains($0.code) } == true, "\(change), \(attempt): \(error?.reason ?? "")")
        #expect(try await stock(accounts, account) == before, "\(change), \(attempt)")
    }
}

extension Accounts {
    /// Waits until so many want to change the account's keys, with the one whose turn it is.
    func waitForLine(of length: Int, _ account: AccountID) async throws {
        try await eventually { await keys.waiting(account) >= length }
    }
}
