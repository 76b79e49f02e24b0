import Foundation
import GRDB
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// The two blobs that an account has on the disk: which one counts, and when the other one may.
@Suite(.timeLimit(.minutes(3))) struct SlotTests {
    let app = TestVaults()

    /// Maria after three commits, closed: the files as they are, and what opening them needs.
    struct Case {
        let account: AccountID
        let cookie: String
        let key: SecretBytes
        let lastCommit: CommitRecord
        /// The blobs of the last two commits.
        let last: Data
        let before: Data
    }

    func start(_ accounts: Accounts) async throws -> Case {
        let (registration, session) = try await app.member(accounts)
        for value in ["1", "2", "3"] { try await session.vault.write { try $0.setSetting("a", to: value) } }
        let (key, lastCommit) = try await session.shared.withLock {
            (try $0.currentKey().dataKey, $0.record)
        }
        let account = registration.accountID
        await accounts.vaults.close(account)
        let blobs = try app.generations(account)
        return Case(
            account: account, cookie: registration.cookie, key: key, lastCommit: lastCommit,
            last: try #require(blobs[lastCommit.generation]), before: try #require(blobs[lastCommit.generation - 1]))
    }

    private func put(_ blob: Data?, _ generation: UInt64, of account: AccountID) throws {
        let path = app.slot(account, generation)
        try? FileManager.default.removeItem(atPath: path)
        try blob?.write(to: URL(fileURLWithPath: path))
    }

    private enum Outcome: Equatable {
        case opened(String?)
        case refused(VaultError.Code)
    }

    /// What the vault says when it opens, or why it doesn't.
    private func outcome(_ accounts: Accounts, _ start: Case) async throws -> Outcome {
        await accounts.vaults.close(start.account)
        let session: Session?
        do throws(VaultError) {
            session = try await accounts.sessions.session(cookie: start.cookie)
        } catch {
            return .refused(error.code)
        }
        return .opened(try await session?.vault.read { try $0.setting("a") })
    }

    private func expect(_ accounts: Accounts, _ start: Case, _ expected: Outcome, _ comment: Comment) async throws {
        #expect(try await outcome(accounts, start) == expected, comment)
    }

    /// A blob of this account that its key opens.
    private func sealed(_ start: Case, generation: UInt64, epoch: UInt32 = 1, saying value: String) throws -> Data {
        let accountsDatabase = NoBooks()
        let scratch = RecordedDisk()
        let home = OpenVault.Backend(
            store: try DirectoryBlobStore(directory: "x", files: scratch, limit: 1 << 30),
            records: accountsDatabase,
            random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
        let vault = try OpenVault(new: start.account, dataKey: start.key, backend: home)
        vault.record = CommitRecord(generation: generation - 1, epoch: epoch, tag: [], digest: [], length: 0)
        try vault.write { try $0.setSetting("a", to: value) }
        let path = BlobNames(start.account, in: "x").slot(generation)
        return Data(try #require(try scratch.read(path, limit: .max)))
    }

    @Test func aTornNextBlobGivesWayToTheOneThatTheBooksRemember() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        var next = Data()
        // With another last byte: else the one that is torn before it were whole.
        repeat {
            next = try sealed(start, generation: start.lastCommit.generation + 1, saying: "next")
        } while next.last == start.before.last
        #expect(next.count == start.before.count)
        for edge in [62, 512, 4096, next.count / 2, next.count - 512, next.count - 1] {
            try put(
                next.prefix(edge) + start.before.dropFirst(edge), start.lastCommit.generation + 1, of: start.account)
            try await expect(accounts, start, .opened("3"), "torn after \(edge) bytes")
            try put(next.prefix(edge), start.lastCommit.generation + 1, of: start.account)
            try await expect(accounts, start, .opened("3"), "cut after \(edge) bytes")
            try put(
                start.before.prefix(edge) + next.dropFirst(edge), start.lastCommit.generation + 1, of: start.account)
            try await expect(accounts, start, .opened("3"), "only the end after \(edge) bytes")
        }
        // And it goes on from there.
        let session = try await app.session(accounts, start.cookie)
        try await session.vault.write { try $0.setSetting("a", to: "on") }
        try await expect(accounts, start, .opened("on"), "a commit later")
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
    }

    @Test func aWholeNextBlobCountsAndIsWrittenAnewBeforeTheBooksKnowIt() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let generation = start.lastCommit.generation
        try put(sealed(start, generation: generation + 1, saying: "next"), generation + 1, of: start.account)
        let path = app.slot(start.account, generation + 1)
        let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try await expect(accounts, start, .opened("next"), "one ahead")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int != inode)
        // From then on nothing older will do.
        try put(nil, generation + 1, of: start.account)
        try await expect(accounts, start, .refused(.vaultMissing), "the newer one deleted")
        try put(start.last, generation + 1, of: start.account)
        try await expect(accounts, start, .refused(.vaultOlder), "the older one in its place")
    }

    @Test func damageToTheLastBlobNeverBringsBackTheOneBefore() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let generation = start.lastCommit.generation
        for byte in [0, 9, 12, 30, 36, 50, 70, start.last.count / 2, start.last.count - 1] {
            var damaged = start.last
            damaged[byte] ^= 1
            try put(damaged, generation, of: start.account)
            guard case .refused = try await outcome(accounts, start) else {
                Issue.record("opened with byte \(byte) changed")
                continue
            }
        }
        try put(start.last.dropLast(), generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultDamaged), "cut")
        try put(start.last + Data([0]), generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultDamaged), "longer")
        try put(nil, generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultMissing), "deleted")
        try put(Data(), generation + 1, of: start.account)
        try put(Data(), generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultDamaged), "both empty")
        try put(start.last, generation + 1, of: start.account)
        try put(start.before, generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultOlder), "swapped")
        try put(sealed(start, generation: generation, saying: "fork"), generation, of: start.account)
        try put(start.last, generation + 1, of: start.account)
        try await expect(accounts, start, .refused(.vaultForked), "the same generation twice")
        let next = try sealed(start, generation: generation + 1, saying: "next")
        try put(next, generation, of: start.account)
        try put(next.dropLast() + [next[next.count - 1] ^ 1], generation + 1, of: start.account)
        try await expect(
            accounts, start, .refused(.vaultDamaged), "the next one torn, and whole in the last one's place")
        try put(start.last, generation, of: start.account)
        try await expect(accounts, start, .opened("3"), "put right")
    }

    @Test func nothingFurtherAheadThanOneCounts() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let generation = start.lastCommit.generation
        try put(sealed(start, generation: generation + 3, saying: "far"), generation + 1, of: start.account)
        try await expect(accounts, start, .opened("3"), "another future in the other slot")
        try put(sealed(start, generation: generation + 2, saying: "far"), generation, of: start.account)
        try await expect(accounts, start, .refused(.vaultNewer), "the books are two behind")
        try put(start.last, generation, of: start.account)
        try put(start.before, generation - 1, of: start.account)
        try await accounts.database.write { db in
            _ = try db.change(
                .commit, where: ("id", .id(start.account)), set: "generation", to: .number(generation - 2))
        }
        try await expect(accounts, start, .refused(.vaultNewer), "the books were put back by two")
    }

    @Test func aNextBlobOfAnUnknownVersionIsNotPassedOver() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        var next = try sealed(start, generation: start.lastCommit.generation + 1, saying: "next")
        next[9] = 3
        try put(next, start.lastCommit.generation + 1, of: start.account)
        try await expect(accounts, start, .refused(.vaultVersion), "a newer release was here")
    }

    /// It is written beside and renamed, so it can't be torn, and damage is damage.
    @Test func aDamagedBlobUnderANewKeyNeverBringsBackTheOldKey() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        var next = try sealed(start, generation: start.lastCommit.generation + 1, epoch: 2, saying: "next")
        next[next.count / 2] ^= 1
        let blobs = [Array(next), Array(start.last)]
        #expect(throws: VaultError(.vaultDamaged, "")) {
            try SealedBlob.open(blobs, account: start.account, record: start.lastCommit, key: start.key)
        }
    }

    @Test func aNewKeyLeavesNoBlobUnderTheOldOne() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        for value in ["1", "2", "3"] { try await session.vault.write { try $0.setSetting("a", to: value) } }
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        let blobs = try app.generations(registration.accountID)
        #expect(blobs.count == 1)
        #expect(try BlobHeader(reading: Array(try #require(blobs.values.first))).epoch == 2)
        for value in ["4", "5", "6"] { try await session.vault.write { try $0.setSetting("a", to: value) } }
        for blob in try app.generations(registration.accountID).values {
            #expect(try BlobHeader(reading: Array(blob)).epoch == 2)
        }
    }

    /// A crash after the blob under the new key was durable, before the old one went and before the books knew.
    @Test func aCrashInTheMiddleOfARotationIsBroughtToItsEnd() async throws {
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let (registration, session) = try await app.member(accounts)
        for value in ["1", "2", "3"] { try await session.vault.write { try $0.setSetting("a", to: value) } }
        // The old blob can't be removed, so the rotation is done without its books.
        files.fail("remove", with: EIO, lasts: true)
        try? await accounts.sessions.endAll(by: session, exceptCurrent: true)
        #expect(try app.generations(registration.accountID).count == 2)
        let row = try await accounts.database.read { try AccountRow.fetch($0, id: registration.accountID) }
        #expect(row?.lastCommit.epoch == 1, "the books wait until the old blob is gone")
        await accounts.close()
        files.heal()
        let reopened = try app.accounts()
        let again = try await app.session(reopened, registration.cookie)
        #expect(try await again.vault.read { try $0.setting("a") } == "3")
        #expect(try app.generations(registration.accountID).count == 1)
        let slots = try await reopened.database.read { try KeySlot.fetchAuthentic($0, account: registration.accountID) }
        #expect(slots.allSatisfy { $0.terms.epoch == 2 })
    }

    @Test func theOneFileOfABackupBecomesTwoSlotsAndGoes() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let single = BlobNames(start.account, in: app.path + "/vaults").single
        try start.last.write(to: URL(fileURLWithPath: single))
        for slot: UInt64 in [0, 1] { try put(nil, slot, of: start.account) }
        try await expect(accounts, start, .opened("3"), "as it was put back")
        for value in ["4", "5"] {
            let session = try await app.session(accounts, start.cookie)
            #expect(FileManager.default.fileExists(atPath: single))
            try await session.vault.write { try $0.setSetting("a", to: value) }
            try await expect(accounts, start, .opened(value), "after a commit")
        }
        #expect(!FileManager.default.fileExists(atPath: single))
        #expect(try app.generations(start.account).count == 2)
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
    }

    @Test func anAccountWithoutItsRetiredBlobGoesOn() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        try put(nil, start.lastCommit.generation + 1, of: start.account)
        try await expect(accounts, start, .opened("3"), "alone")
        let session = try await app.session(accounts, start.cookie)
        try await session.vault.write { try $0.setSetting("a", to: "4") }
        try await expect(accounts, start, .opened("4"), "with a new one")
    }
}

/// Bookkeeping that keeps nothing.
private final class NoBooks: CommitRecords {
    func record(_ lastCommit: CommitRecord, for account: AccountID) throws(VaultError) {}
}
