import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Vault

@Suite struct BookmarkDeskTests {
    let house = TestHouse()

    private func bookmark(_ generation: UInt64) -> Bookmark {
        Bookmark(
            generation: generation, epoch: 1, tag: Array(repeating: UInt8(generation), count: 16),
            digest: Array(repeating: 7, count: 32), length: 4096)
    }

    @Test func anOlderBookmarkNeverTakesTheNewersPlace() throws {
        try FileManager.default.createDirectory(atPath: house.path, withIntermediateDirectories: true)
        let books = try SQLiteBooks(path: house.path + "/accounts.sqlite")
        defer { books.close() }
        let account = AccountID.random()
        try books.writeBlocking {
            try AccountRow.insert(
                $0, id: account, nameHash: Array(repeating: 1, count: 32), at: Date(), bookmark: bookmark(3))
        }
        #expect(throws: VaultError.self) { try books.record(bookmark(2), for: account) }
        let row = try #require(try books.readBlocking { try $0.row("SELECT * FROM account", []) })
        #expect(try Bookmark(row) == bookmark(3))
    }

    @Test func manyAtOnceAreEachNotedAndOneThatCannotBeHarmsNoOther() throws {
        try FileManager.default.createDirectory(atPath: house.path, withIntermediateDirectories: true)
        let books = try SQLiteBooks(path: house.path + "/accounts.sqlite")
        defer { books.close() }
        let known = (0..<40).map { _ in AccountID.random() }
        try books.writeBlocking { ledger in
            for (number, account) in known.enumerated() {
                try AccountRow.insert(
                    ledger, id: account, nameHash: Array(repeating: UInt8(number), count: 32), at: Date(),
                    bookmark: bookmark(1))
            }
        }
        let askers = known + [.random(), .random()]
        let refused = Mutex<Set<String>>([])
        let next = bookmark(2)
        DispatchQueue.concurrentPerform(iterations: askers.count) { index in
            do throws(VaultError) {
                try books.record(next, for: askers[index])
            } catch {
                refused.withLock { _ = $0.insert("\(askers[index]) \(error.code)") }
            }
        }
        #expect(refused.withLock { $0 } == Set(askers.suffix(2).map { "\($0) vaultMissing" }))
        let rows = try books.readBlocking { try $0.rows("SELECT * FROM account") }
        #expect(rows.count == known.count)
        for row in rows { #expect(try Bookmark(row) == next) }
    }
}
