import Foundation
import GRDB
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// What a newer release wrote is refused; a step between two releases is whole or not at all.
@Suite(.timeLimit(.minutes(3))) struct FormatTests {
    @Test func dataOfANewerReleaseIsRefusedAndLeftAlone() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        try await session.vault.write { records in
            try records.db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99 the future')")
        }
        await accounts.close()
        let before = try app.files().filter { $0.key.hasSuffix(".vault") }
        let older = try app.accounts()
        await #expect(throws: VaultError(.vaultVersion, "")) {
            try await older.sessions.session(cookie: registration.cookie)
        }
        #expect(try app.files().filter { $0.key.hasSuffix(".vault") } == before)
    }

    @Test func anInterruptedMigrationLeavesTheOldBlob() async throws {
        let app = TestVaults()
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let (registration, session) = try await app.member(accounts)
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        let context = try await session.shared.withLock { vault in
            (try vault.currentKey().dataKey, vault.record)
        }
        await accounts.vaults.close(registration.accountID)
        // Without a slot to write over, the migrated blob is written beside, whose steps fail in turn.
        try FileManager.default.removeItem(atPath: app.slot(registration.accountID, context.1.generation + 1))
        let before = try app.files().filter { $0.key.hasSuffix(".vault") }
        var migrator = VaultMigrations.migrator
        migrator.registerMigration("2 a later step") { try $0.execute(sql: "ALTER TABLE pass ADD COLUMN chip TEXT") }
        var failing = migrator
        failing.registerMigration("3 a step that fails") { try $0.execute(sql: "not SQL") }
        let blobs = try accounts.backend.store.read(registration.accountID, generation: context.1.generation)
        func open(_ migrator: DatabaseMigrator) throws -> OpenVault {
            try OpenVault(
                opening: registration.accountID, blobs: blobs, dataKey: context.0, record: context.1,
                backend: OpenVault.Backend(
                    store: accounts.backend.store, records: accounts.database, random: .system, sizeLimit: 33_554_432,
                    migrator: migrator))
        }
        #expect(throws: VaultError.self) { try open(failing) }
        for step in ["create", "write", "sync", "rename"] {
            files.fail(step, with: EIO)
            #expect(throws: VaultError.self) { try open(migrator) }
        }
        #expect(try app.files().filter { $0.key.hasSuffix(".vault") } == before)
        let opened = try open(migrator)
        #expect(try opened.read { try Row.fetchOne($0.db, sql: "SELECT chip FROM pass") } != nil)
        opened.close()
        #expect(try app.files().filter { $0.key.hasSuffix(".vault") } != before)
    }
}
