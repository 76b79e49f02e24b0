import Model
import Dispatch
import Foundation
import Secrets
import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

@Suite struct BookmarkDeskTests {
    let house = TestVaults()

    private func lastCommit(_ generation: UInt64) -> CommitRecord {
        CommitRecord(
            generation: generation, epoch: 1, tag: Array(repeating: UInt8(generation), count: 16),
            digest: Array(repeating: 7, count: 32), length: 4096)
    }

    @Test func anOlderBookmarkNeverTakesTheNewersPlace() throws {
        let account = AccountID.random()
        let accountsDatabase = try accountsDatabase(of: [account])
        defer { accountsDatabase.close() }
        try accountsDatabase.record(lastCommit(3), for: account)
        #expect(throws: VaultError.self) { try accountsDatabase.record(lastCommit(2), for: account) }
        let row = try #require(try accountsDatabase.readBlocking { try $0.row("SELECT * FROM account", []) })
        #expect(try CommitRecord(row) == lastCommit(3))
    }

    /// Books of so many accounts, whose commit records are of the first generation.
    private func accountsDatabase(of accounts: [AccountID]) throws -> SQLiteAccountsDatabase {
        try FileManager.default.createDirectory(atPath: house.path, withIntermediateDirectories: true)
        var accountsDatabase = try SQLiteAccountsDatabase(path: house.path + "/accounts.sqlite")
        accountsDatabase.rowKey = try RowKey(RandomSource.system.secret(32))
        try accountsDatabase.writeBlocking { transaction in
            for (number, account) in accounts.enumerated() {
                try AccountRow.insert(
                    transaction, id: account, nameHash: Array(repeating: UInt8(number), count: 32), at: Date(),
                    lastCommit: lastCommit(1))
            }
        }
        return accountsDatabase
    }

    /// All ask while somebody else writes the books: the first has its turn, the others wait for the next together.
    private func note(_ next: CommitRecord, of askers: [AccountID], in accountsDatabase: SQLiteAccountsDatabase) throws
        -> Set<String>
    {
        let (desk, refused, asking) = (GroupCommit(), Refusals(), DispatchGroup())
        try accountsDatabase.writeBlocking { _ in
            for asker in askers {
                asking.enter()
                Thread.detachNewThread {
                    do throws(VaultError) {
                        try desk.record(next, of: asker, in: accountsDatabase)
                    } catch {
                        refused.add("\(asker) \(error.code)")
                    }
                    asking.leave()
                }
            }
            // Should the first turn take more than its own, that changes nothing of what is asked here.
            let end = ContinuousClock.now + .seconds(5)
            while desk.length < askers.count - 1, ContinuousClock.now < end { sched_yield() }
        }
        asking.wait()
        return refused.all
    }

    @Test func manyAtOnceAreNotedTogether() throws {
        let known = (0..<40).map { _ in AccountID.random() }
        let accountsDatabase = try accountsDatabase(of: known)
        defer { accountsDatabase.close() }
        accountsDatabase.forgetDeleted()
        #expect(try note(lastCommit(2), of: known, in: accountsDatabase) == [])
        let rows = try accountsDatabase.readBlocking { try $0.rows("SELECT * FROM account") }
        #expect(try rows.map { try CommitRecord($0) } == Array(repeating: lastCommit(2), count: 40))
        // Forty transactions would write forty times a page and more; two write each page that changes twice at most.
        let log = try FileManager.default.attributesOfItem(atPath: house.path + "/accounts.sqlite-wal")[.size] as? Int
        #expect(try #require(log) < 40 * 4_096)
    }

    @Test func oneThatCannotBeNotedHarmsNoOtherOfItsTurn() throws {
        let known = (0..<40).map { _ in AccountID.random() }
        let accountsDatabase = try accountsDatabase(of: known)
        defer { accountsDatabase.close() }
        let unknown = [AccountID.random(), .random()]
        let refused = try note(lastCommit(2), of: known + unknown, in: accountsDatabase)
        #expect(refused == Set(unknown.map { "\($0) vaultMissing" }))
        let rows = try accountsDatabase.readBlocking { try $0.rows("SELECT * FROM account") }
        #expect(rows.count == known.count)
        for row in rows { #expect(try CommitRecord(row) == lastCommit(2)) }
    }
}

/// Who was refused, by many threads.
private final class Refusals: Sendable {
    private let names = Mutex<Set<String>>([])

    var all: Set<String> { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { _ = $0.insert(name) } }
}
