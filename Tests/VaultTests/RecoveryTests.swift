import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// A recovery that is cut short: whoever comes next has a code that opens, and is asked whether they keep it.
@Suite(.timeLimit(.minutes(3))) struct RecoveryTests {
    let app = TestVaults()
    let files = FaultyFileSystem()
    private static let newPassword = "anderes-Pferd-Klammer-9"

    /// Somebody who says they keep their code.
    private func start() async throws -> (Accounts, NewCredentials) {
        let accounts = try app.accounts { $0.files = files }
        let (registration, session) = try await app.member(accounts)
        try await session.vault.write { try $0.setSetting("a", to: "b") }
        try await accounts.recovery.confirmSaved(session)
        return (accounts, registration)
    }

    private func recover(_ accounts: Accounts, _ code: String) async throws -> NewCredentials {
        try await accounts.recovery.recover(
            username: "maria", recoveryCode: code, newPassword: Self.newPassword, client: TestVaults.client)
    }

    /// The key is replaced, and then nothing more is written: as if the process had died there.
    @Test func aCrashAfterTheRotationLeavesACodeThatNobodyHasConfirmed() async throws {
        let (accounts, registration) = try await start()
        try await accounts.database.write { db in
            try db.execute("CREATE TRIGGER crash BEFORE INSERT ON session BEGIN SELECT RAISE(ABORT, 'no'); END", [])
        }
        await #expect(throws: VaultError(.storageFailed, "")) {
            try await recover(accounts, registration.recoveryCode)
        }
        try await accounts.database.write { try $0.execute("DROP TRIGGER crash", []) }
        await accounts.close()
        let reopened = try app.accounts()
        let signIn = try await reopened.signIn.withPassword(
            username: "maria", password: Self.newPassword, client: TestVaults.client)
        let session = try await app.session(reopened, signIn.cookie)
        #expect(!session.recoveryConfirmed)
        let code = try #require(try await reopened.recovery.unconfirmedCode(session))
        #expect(code != registration.recoveryCode)
        _ = try await recover(reopened, code)
    }

    /// Slots of the new key are in the books, and the process dies before the blob is written.
    @Test func aCrashBeforeTheRotationLeavesTheOldCodeUnconfirmed() async throws {
        let (accounts, registration) = try await start()
        let copy = app.path + "-copy"
        files.whenNext("create") { [path = app.path] in
            try? FileManager.default.copyItem(atPath: path, toPath: copy)
        }
        _ = try await recover(accounts, registration.recoveryCode)
        await accounts.close()
        try FileManager.default.removeItem(atPath: app.path)
        try FileManager.default.moveItem(atPath: copy, toPath: app.path)
        let reopened = try app.accounts()
        let session = try await app.session(reopened, registration.cookie)
        #expect(!session.recoveryConfirmed)
        _ = try await recover(reopened, registration.recoveryCode)
    }

    @Test func aFailedRecoveryChangesNothing() async throws {
        let (accounts, registration) = try await start()
        files.fail("create", with: ENOSPC)
        await #expect(throws: VaultError(.storageFull, "")) {
            try await recover(accounts, registration.recoveryCode)
        }
        #expect(try await app.session(accounts, registration.cookie).recoveryConfirmed)
        _ = try await recover(accounts, registration.recoveryCode)
    }

    @Test func aRenewedCodeIsKeptUntilItIsConfirmed() async throws {
        let (accounts, registration) = try await start()
        let session = try await app.session(accounts, registration.cookie)
        let code = try await accounts.recovery.renewCode(session, password: TestVaults.password)
        let renewed = try await app.session(accounts, registration.cookie)
        #expect(!renewed.recoveryConfirmed)
        #expect(try await accounts.recovery.unconfirmedCode(renewed) == code)
    }

    @Test(arguments: ["UPDATE ON account", "INSERT ON keySlot"])
    func aRenewalThatTheBooksRefuseLeavesTheOldCode(_ change: String) async throws {
        let (accounts, registration) = try await start()
        let session = try await app.session(accounts, registration.cookie)
        try await accounts.database.write { db in
            try db.execute(
                "CREATE TRIGGER full BEFORE \(change) BEGIN SELECT RAISE(ABORT, 'no'); END", [])
        }
        await #expect(throws: VaultError(.storageFailed, "")) {
            try await accounts.recovery.renewCode(session, password: TestVaults.password)
        }
        try await accounts.database.write { try $0.execute("DROP TRIGGER full", []) }
        let after = try await app.session(accounts, registration.cookie)
        #expect(after.recoveryConfirmed)
        #expect(try await accounts.recovery.unconfirmedCode(after) == nil)
        _ = try await recover(accounts, registration.recoveryCode)
    }
}
