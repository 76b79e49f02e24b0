import Foundation
import GRDB
import Model
import Secrets
import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

/// What an open vault holds in memory, and what it owes, after what didn't go well.
@Suite(.timeLimit(.minutes(3))) struct OpenVaultTests {
    private let account = AccountID.random()
    private let key = RandomSource.system.secret(32)
    private let disk = RecordedDisk()
    private let files: FaultyFileSystem
    private let books = Books()

    init() { files = FaultyFileSystem(over: disk) }

    private func home() throws -> OpenVault.Backend {
        try Self.home(DirectoryBlobStore(directory: "x", files: files, limit: 1 << 30), books)
    }

    private static func home(_ store: any BlobStore, _ books: Books) -> OpenVault.Backend {
        OpenVault.Backend(
            store: store, records: books, random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
    }

    /// After so many commits, which say their numbers.
    private func vault(commits: Int, _ home: OpenVault.Backend) throws -> OpenVault {
        let vault = try OpenVault(new: account, dataKey: key, backend: home)
        for number in 1...commits { try vault.write { try $0.setSetting("a", to: "\(number)") } }
        return vault
    }

    private func setting(_ vault: OpenVault) throws -> String? { try vault.read { try $0.setting("a") } }

    private func slot(_ generation: UInt64) -> String { BlobNames(account, in: "x").slot(generation) }

    /// Whatever makes a write start again, no two blobs are sealed with the same salt.
    @Test func everySealingHasASaltOfItsOwn() throws {
        let vault = try vault(commits: 3, home())
        for step in 0..<24 {
            switch step % 4 {
            case 0: files.fail("syncData", with: EIO)
            case 1: disk.put(nil, at: slot(vault.record.generation + 1))
            case 2: files.fail("sync", with: EIO)
            default: files.heal()
            }
            try? vault.write { try $0.setSetting("a", to: "\(step)") }
        }
        try vault.rotate(to: RandomSource.system.secret(32), epoch: 2) { _ in }
        let salts = disk.steps.compactMap { step -> [UInt8]? in
            guard case .write(_, 0, let bytes) = step else { return nil }
            return Array(bytes[38..<54])
        }
        #expect(salts.count > 20 && Set(salts).count == salts.count)
    }

    @Test(arguments: ["create", "write", "sync", "close"])
    func aWriteAfterAFailedRotationIsUnderTheOldKey(_ step: String) throws {
        let vault = try vault(commits: 3, home())
        files.fail(step, with: EIO)
        #expect(throws: VaultError(.storageFailed, "")) {
            try vault.rotate(to: RandomSource.system.secret(32), epoch: 2) { try $0.setSetting("a", to: "new") }
        }
        #expect(try setting(vault) == "3")
        try vault.write { try $0.setSetting("a", to: "4") }
        #expect(vault.key?.epoch == 1)
        let record = vault.record
        vault.close()
        let home = try home()
        let again = try OpenVault(
            opening: account, blobs: home.store.read(account, generation: record.generation), dataKey: key,
            record: record, backend: home)
        #expect(try setting(again) == "4")
    }

    @Test func aRotationThatMayStandClosesTheVault() throws {
        let vault = try vault(commits: 3, home())
        files.fail("syncDirectory", with: EIO)
        #expect(throws: VaultError(.commitUnknown, "")) {
            try vault.rotate(to: RandomSource.system.secret(32), epoch: 2) { _ in }
        }
        #expect(vault.isClosed && vault.key == nil)
        #expect(throws: VaultError(.closed, "")) { try setting(vault) }
    }

    @Test func whatIsOwedToTheBooksOutlivesReadingAnew() throws {
        let vault = try vault(commits: 2, home())
        books.isWilling.withLock { $0 = false }
        try vault.write { try $0.setSetting("a", to: "3") }
        vault.database = nil
        #expect(try setting(vault) == "3")
        #expect(throws: VaultError(.storageFailed, "")) { try vault.write { try $0.setSetting("a", to: "4") } }
        #expect(try setting(vault) == "3")
        books.isWilling.withLock { $0 = true }
        try vault.write { try $0.setSetting("a", to: "4") }
        #expect(books.noted.withLock { $0 } == [2, 3, 4])
    }

    @Test func aCommitIsOwedUntilTheBooksHaveItAndClosingTriesOnceMore() throws {
        let vault = try vault(commits: 2, home())
        books.isWilling.withLock { $0 = false }
        try vault.write { try $0.setSetting("a", to: "3") }
        books.isWilling.withLock { $0 = true }
        vault.close()
        #expect(books.noted.withLock { $0 } == [2, 3])
    }

    @Test func aVaultThatGrowsCountsAsWhatItHasGrownTo() throws {
        let vault = try vault(commits: 1, home())
        let before = vault.memoryUse
        try vault.write { records in
            for number in 0..<2000 {
                try records.setSetting("\(number)", to: String(repeating: "e", count: 100))
            }
        }
        #expect(before > 65_536 && vault.memoryUse > before + 400_000)
        vault.close()
        #expect(vault.memoryUse == 0)
    }

    /// Who makes an account makes another one then.
    @Test func aVaultWhoseFirstCommitIsRefusedIsNone() throws {
        let vault = try OpenVault(new: account, dataKey: key, backend: home())
        files.fail("create", with: EIO)
        #expect(throws: VaultError(.storageFailed, "")) { try vault.write { try $0.setSetting("a", to: "1") } }
        #expect(throws: VaultError(.vaultMissing, "")) { try vault.write { try $0.setSetting("a", to: "1") } }
        #expect(throws: VaultError(.vaultMissing, "")) { try setting(vault) }
        #expect(throws: VaultError(.vaultMissing, "")) {
            try vault.rotate(to: RandomSource.system.secret(32), epoch: 2) { _ in }
        }
        #expect(!disk.steps.contains { if case .rename = $0 { true } else { false } })
    }

    /// What was in memory before is another time's: of what is on the disk only the blob that was read is known.
    @Test func aCommitThatMayStandIsReadAnewAndNoLaterOneLeavesOutWhatItChanged() throws {
        let home = try home()
        let vault = try OpenVault(new: account, dataKey: key, backend: home)
        try vault.write { records in
            for number in 0..<2000 {
                try records.setSetting("\(number)", to: String(repeating: "e", count: 100))
            }
        }
        for value in ["1", "2", "3"] { try vault.write { try $0.setSetting("a", to: value) } }
        files.fail("syncData", with: EIO)
        files.fail("remove", with: EIO)
        // Of a length that leaves all other entries where they are.
        let far = String(repeating: "f", count: 100)
        #expect(throws: VaultError(.commitUnknown, "")) { try vault.write { try $0.setSetting("1000", to: far) } }
        #expect(try vault.read { try $0.setting("1000") } == far)
        for value in ["4", "5", "6"] {
            try vault.write { try $0.setSetting("a", to: value) }
            let record = vault.record
            let again = try OpenVault(
                opening: account, blobs: home.store.read(account, generation: record.generation), dataKey: key,
                record: record, backend: home)
            #expect(try again.read { [try $0.setting("1000"), try $0.setting("a")] } == [far, value])
        }
    }

    @Test func whatIsKeptGoesWithTheContentThatItWasWorkedOutOf() throws {
        let vault = try vault(commits: 2, home())
        func keep(_ text: String) throws { try vault.read { $0.kept.keep(text, for: "key") } }
        func kept() -> String? { vault.keptNow(epoch: 1)?.value(for: "key", as: String.self) }
        try keep("2")
        try vault.write { _ in }
        #expect(kept() == "2")
        try vault.write { records in
            // What is being changed isn't what it was worked out of.
            #expect(records.kept.value(for: "key", as: String.self) == nil)
            records.kept.keep("not yet", for: "key")
            try records.setSetting("a", to: "3")
        }
        #expect(kept() == nil && vault.keptNow(epoch: 1) != nil && vault.keptNow(epoch: 2) == nil)
        try keep("3")
        files.fail("write", with: ENOSPC)
        #expect(throws: VaultError(.storageFull, "")) { try vault.write { try $0.setSetting("a", to: "4") } }
        #expect(kept() == "3")
        files.fail("syncData", with: EIO)
        files.fail("remove", with: EIO)
        #expect(throws: VaultError(.commitUnknown, "")) { try vault.write { try $0.setSetting("a", to: "5") } }
        // Until it is read again nobody knows what was saved.
        #expect(vault.keptNow(epoch: 1) == nil)
        #expect(try setting(vault) == "5" && kept() == nil && vault.keptNow(epoch: 1) != nil)
        try keep("5")
        vault.close()
        #expect(vault.keptNow(epoch: 1) == nil)
    }

    @Test func whatIsKeptCountsAsTheVaultsAndTheOldestGoesFirst() throws {
        let vault = try vault(commits: 1, home())
        let before = vault.memoryUse
        let kept = try #require(vault.keptNow(epoch: 1))
        kept.keep("small", for: "small")
        for number in 0..<4 { kept.keep(number, for: number, bytes: 100, limit: 300) }
        #expect(kept.value(for: 0, as: Int.self) == nil && kept.value(for: "small", as: String.self) == "small")
        #expect((1..<4).allSatisfy { kept.value(for: $0, as: Int.self) == $0 })
        // What is kept once more takes the place of what was.
        kept.keep(7, for: 1, bytes: 50, limit: 300)
        #expect(kept.bytes == 250 && vault.memoryUse == before + 250)
        try vault.write { try $0.setSetting("a", to: "2") }
        #expect(vault.keptNow(epoch: 1)?.bytes == 0)
    }

    @Test func whatOthersMayChangeIsNeverFoundWithoutATurn() throws {
        let vault = try vault(commits: 1, Self.home(SharedMemory(), books))
        #expect(try vault.read { _ in true } && vault.keptNow(epoch: 1) == nil)
        try vault.read { $0.kept.keep("1", for: "key") }
        #expect(try vault.currentlyKept().value(for: "key", as: String.self) == "1")
    }

    /// As after putting back the shared database, where another server goes on from there.
    @Test func aForkIsNoticedAlsoWhereTheContentIsReadAnew() throws {
        let (own, other) = (SharedMemory(), SharedMemory())
        let vault = try vault(commits: 1, Self.home(own, books))
        other.take(own)
        let first = try #require(try other.current(account))
        let fork = try OpenVault(
            opening: account, blobs: [first.blob], dataKey: key, record: first.record,
            backend: Self.home(other, books))
        try vault.write { try $0.setSetting("a", to: "2") }
        try fork.write { try $0.setSetting("a", to: "fork") }
        own.take(other)
        #expect(throws: VaultError(.vaultForked, "")) { try setting(vault) }
        vault.database = nil
        #expect(throws: VaultError(.vaultForked, "")) { try setting(vault) }
        #expect(throws: VaultError(.vaultForked, "")) { try vault.write { try $0.setSetting("a", to: "3") } }
    }
}

/// Bookkeeping that fails on request.
private final class Books: CommitRecords {
    let isWilling = Mutex(true)
    let noted = Mutex<[UInt64]>([])

    func record(_ record: CommitRecord, for account: AccountID) throws(VaultError) {
        guard isWilling.withLock({ $0 }) else { throw VaultError(.storageFailed, "no books") }
        noted.withLock { $0.append(record.generation) }
    }
}

/// A home that several servers share, for one account.
private final class SharedMemory: SharedBlobStore {
    private let last = Mutex<(blob: [UInt8], record: CommitRecord)?>(nil)

    func take(_ other: SharedMemory) {
        let state = other.last.withLock { $0 }
        last.withLock { $0 = state }
    }

    func record(_ account: AccountID) -> CommitRecord? { last.withLock { $0?.record } }
    func current(_ account: AccountID) throws(VaultError) -> (blob: [UInt8], record: CommitRecord)? {
        last.withLock { $0 }
    }
    func exclusively<T>(_ account: AccountID, _ body: () throws -> T) throws -> T { try body() }
    func read(_ account: AccountID, generation: UInt64) -> [[UInt8]] { last.withLock { $0.map { [$0.blob] } ?? [] } }
    var takesPieces: Bool { false }
    func replace(
        _ account: AccountID, with commit: SealedCommit, _ record: CommitRecord, inPlace: Bool
    ) -> Bool {
        last.withLock { $0 = (commit.bytes, record) }
        return true
    }
    func makeDurable(_ account: AccountID, _ blob: [UInt8], header: BlobHeader) {}
    func removeBlobs(of account: AccountID, before generation: UInt64) {}
    func remove(_ account: AccountID) {}
    func accounts() -> [AccountID] { [] }
}
