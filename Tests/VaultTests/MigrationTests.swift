import Foundation
import GRDB
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// A release with one migration more meets a vault of the release before, and is stopped half-way.
@Suite(.timeLimit(.minutes(3))) struct MigrationTests {
    private struct Interruption: Error {}

    /// Where a lastCommit is kept in these tests.
    private final class AccountsDatabase: CommitRecords {
        func record(_ lastCommit: CommitRecord, for account: AccountID) throws(VaultError) {}
    }

    let app = TestVaults()
    let account = AccountID.random()

    private func home(_ files: FaultyFileSystem, interrupted: Bool? = nil) throws -> OpenVault.Backend {
        var migrator = VaultMigrations.migrator
        if let interrupted {
            migrator.registerMigration("next: rename and fill") { db in
                try db.execute(sql: "CREATE TABLE next (id INTEGER PRIMARY KEY, value TEXT) STRICT")
                try db.execute(sql: "INSERT INTO next (value) SELECT key FROM setting")
                if interrupted { throw Interruption() }
                try db.execute(sql: "ALTER TABLE next RENAME COLUMN value TO name")
            }
        }
        try? FileManager.default.createDirectory(atPath: app.path, withIntermediateDirectories: true)
        return OpenVault.Backend(
            store: try DirectoryBlobStore(directory: app.path + "/vaults", files: files, limit: 1 << 30),
            records: AccountsDatabase(), random: .system, sizeLimit: 1 << 25,
            migrator: migrator)
    }

    private func names(_ vault: OpenVault) throws -> [String] {
        try vault.read { try String.fetchAll($0.db, sql: "SELECT name FROM next ORDER BY name") }
    }

    @Test func aMigrationThatFailsOrCannotBeSavedLeavesTheOldVaultAndRunsTheNextTime() throws {
        let files = FaultyFileSystem()
        let key = RandomSource.system.secret(32)
        let old = try OpenVault(new: account, dataKey: key, backend: home(files))
        try old.write { try $0.setSetting("kept", to: "yes") }
        let lastCommit = old.record
        let path = app.slot(account, 1)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        func open(interrupted: Bool) throws -> OpenVault {
            try OpenVault(
                opening: account, blobs: [Array(try Data(contentsOf: URL(fileURLWithPath: path)))], dataKey: key,
                record: lastCommit, backend: home(files, interrupted: interrupted))
        }
        #expect(throws: VaultError.self) { try open(interrupted: true) }
        for step in ["create", "write", "sync", "close", "rename"] {
            files.fail(step, with: EIO)
            #expect(throws: VaultError.self, "\(step)") { try open(interrupted: false) }
            files.heal()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "\(step)")
        }
        // The release before still opens it, and the next one migrates it as if nothing had been.
        let again = try OpenVault(
            opening: account, blobs: [Array(before)], dataKey: key, record: lastCommit, backend: home(files))
        #expect(try again.read { try $0.setting("kept") } == "yes")
        let migrated = try open(interrupted: false)
        #expect(try names(migrated).contains("kept"))
        let next = try Data(contentsOf: URL(fileURLWithPath: app.slot(account, 2)))
        #expect(next != before)
        let reopened = try OpenVault(
            opening: account, blobs: [Array(next)], dataKey: key,
            record: migrated.record, backend: home(files, interrupted: false))
        #expect(try names(reopened).contains("kept"))
    }
}
