import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct OrphansTests {
    let app = TestVaults()

    @Test func whatBelongsToNoAccountGoesAfterAnHour() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        // As a server leaves it that dies while somebody signs up, or writes while somebody is deleted.
        let stranger = AccountID.random()
        let blobs = try accounts.backend.store.read(session.accountID, generation: 1)
        if app.database == nil {
            try Data(try #require(blobs.last)).write(to: URL(fileURLWithPath: app.slot(stranger, 0)))
        } else {
            try app.sql(
                "INSERT INTO vault (account, generation, blob) VALUES (?, 1, ?)", [.id(stranger), .blob([1, 2, 3])])
        }
        #expect(try app.check().findings.map(\.problem) == [.withoutAccount])
        await accounts.sweep()
        await accounts.sweep()
        #expect(try app.check().findings.count == 1, "somebody may be signing up")
        app.clock.leap(10 * 365 * 86_400)
        await accounts.sweep()
        #expect(try app.check().findings.count == 1, "no time has passed")
        app.clock.leap(-10 * 365 * 86_400)
        app.clock.advance(3_600)
        await accounts.sweep()
        #expect(try app.check().findings == [] && app.check().accounts == 1)
        #expect(try app.sealedFiles().count == 1)
    }

    @Test func aRunningServerPutsALostNamesKeyBack() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let file = URL(fileURLWithPath: "\(app.path)/names.key")
        let key = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        #expect(throws: VaultError(.directoryUnusable, "")) { try accounts.administration }
        await accounts.sweep()
        #expect(try Data(contentsOf: file) == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        _ = try accounts.administration
        // Another one is somebody's own: it stays, and the job fails.
        let job = try #require(accounts.jobTable.first { $0.name == .nameKey })
        for other in [Data(repeating: 7, count: 32), Data([1, 2, 3])] {
            try other.write(to: file)
            await #expect(throws: VaultError(.directoryUnusable, "")) { try await job.run() }
            #expect(try Data(contentsOf: file) == other)
        }
    }

    @Test func vaultsOfAccountsThatAreGoneClose() async throws {
        let accounts = try app.accounts()
        let maria = try await app.member(accounts).0
        _ = try await app.member(accounts, "paul")
        try accounts.administration.delete(maria.accountID, backupDays: 30)
        #expect(await accounts.statistics().openVaults == 2)
        await accounts.sweep()
        #expect(await accounts.statistics().openVaults == 1)
    }
}
