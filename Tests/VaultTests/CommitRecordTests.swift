import Dispatch
import Foundation
import Model
import Secrets
import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

/// What the accounts database remembers of each vault's last commit.
@Suite(.timeLimit(.minutes(3))) struct CommitRecordTests {
    let app = TestVaults()

    private func lastCommit(_ generation: UInt64) -> CommitRecord {
        CommitRecord(
            generation: generation, epoch: 1, tag: Array(repeating: UInt8(generation), count: 16),
            digest: Array(repeating: 7, count: 32), length: 4096)
    }

    @Test func anOlderRecordNeverTakesTheNewersPlace() throws {
        let account = AccountID.random()
        let accountsDatabase = try accountsDatabase(of: [account])
        defer { accountsDatabase.close() }
        try accountsDatabase.record(lastCommit(3), for: account)
        #expect(throws: VaultError.self) { try accountsDatabase.record(lastCommit(2), for: account) }
        let row = try #require(try accountsDatabase.readBlocking { try $0.row("SELECT * FROM account", []) })
        #expect(try CommitRecord(row) == lastCommit(3))
    }

    /// An accounts database of so many accounts, whose commit records are of the first generation.
    private func accountsDatabase(of accounts: [AccountID]) throws -> SQLiteAccountsDatabase {
        try FileManager.default.createDirectory(atPath: app.path, withIntermediateDirectories: true)
        var accountsDatabase = try SQLiteAccountsDatabase(path: app.path + "/accounts.sqlite")
        accountsDatabase.rowKey = try RowKey(RandomSource.system.secret(32))
        try accountsDatabase.writeBlocking { transaction in
            for (number, account) in accounts.enumerated() {
                try AccountRow.insert(
                    transaction, id: account, nameHash: Array(repeating: UInt8(number), count: 32), at: app.clock.now,
                    lastCommit: lastCommit(1))
            }
        }
        return accountsDatabase
    }

    @Test func manyAtOnceAreAllRecordedAndOneThatIsNotThereHarmsNoOther() throws {
        let known = (0..<40).map { _ in AccountID.random() }
        let accountsDatabase = try accountsDatabase(of: known)
        defer { accountsDatabase.close() }
        let asking = known + [AccountID.random()]
        let refused = Mutex<[VaultError.Code]>([])
        DispatchQueue.concurrentPerform(iterations: asking.count) { index in
            do throws(VaultError) {
                try accountsDatabase.record(lastCommit(2), for: asking[index])
            } catch {
                refused.withLock { $0.append(error.code) }
            }
        }
        #expect(refused.withLock { $0 } == [.vaultMissing])
        let rows = try accountsDatabase.readBlocking { try $0.rows("SELECT * FROM account", []) }
        #expect(try rows.map { try CommitRecord($0) } == Array(repeating: lastCommit(2), count: 40))
    }
}
