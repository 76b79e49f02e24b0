import Foundation
import Secrets
import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

/// What the books owe to a commit comes before the next one.
extension StorageFaultTests {
    @Test(arguments: Way.allCases)
    func booksThatCannotBeWrittenStopTheNextCommitBeforeItTouchesTheDisk(_ way: Way) async throws {
        let (_, session, _) = try await start()
        let (account, lastCommit) = try await session.shared.withLock { ($0.account, $0.record) }
        let accountsDatabase = StubbornBooks()
        let home = OpenVault.Backend(
            store: try DirectoryBlobStore(directory: app.path + "/vaults", files: files, limit: 1 << 30),
            records: accountsDatabase, random: .system, sizeLimit: 1 << 25,
            migrator: VaultMigrations.migrator)
        let key = try await session.shared.withLock { try $0.currentKey().dataKey }
        let vault = try OpenVault(
            opening: account, blobs: home.store.read(account, generation: lastCommit.generation), dataKey: key,
            record: lastCommit, backend: home)
        try vault.write { try $0.setSetting("a", to: "1") }
        if way == .beside { try FileManager.default.removeItem(atPath: app.slot(account, lastCommit.generation + 2)) }
        let before = try app.files().filter { $0.key.hasPrefix("vaults/") }
        #expect(throws: VaultError(.storageFailed, "")) { try vault.write { try $0.setSetting("a", to: "2") } }
        #expect(try app.files().filter { $0.key.hasPrefix("vaults/") } == before)
        #expect(try vault.read { try $0.setting("a") } == "1")
        accountsDatabase.isWilling.withLock { $0 = true }
        try vault.write { try $0.setSetting("a", to: "3") }
        #expect(try app.generations(account).keys.max() == lastCommit.generation + 2)
    }

    @Test func theAccountsDatabaseKnowsACommitThatWasConfirmed() async throws {
        let (accounts, session, registration) = try await start()
        try await session.vault.write { try $0.setSetting("a", to: "b") }
        let last = try await session.shared.withLock { $0.record }
        let row = try await accounts.database.read { try AccountRow.fetch($0, id: registration.accountID) }
        #expect(row?.lastCommit == last)
    }
}

/// Bookkeeping that fails until asked not to.
private final class StubbornBooks: CommitRecords {
    let isWilling = Mutex(false)

    func record(_ lastCommit: CommitRecord, for account: AccountID) throws(VaultError) {
        guard isWilling.withLock({ $0 }) else { throw VaultError(.storageFailed, "no books") }
    }
}
