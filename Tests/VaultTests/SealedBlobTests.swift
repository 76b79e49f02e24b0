import Foundation
import Secrets
import Seeded
import Testing

@testable import Vault
@testable import VaultStorage

/// The bytes on the disk are changed in every way; each is refused, with its own reason, and none is opened.
@Suite(.timeLimit(.minutes(LongForm.minutes))) struct SealedBlobTests {
    let app = TestVaults()

    private func blob(_ account: AccountID) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: app.newest(account)))
    }

    /// What opening says after the blob that the books mean was replaced; nil when it opened.
    private func refusal(_ accounts: Accounts, _ registration: NewCredentials, _ blob: Data?) async throws
        -> VaultError.Code?
    {
        let account = registration.accountID
        await accounts.vaults.close(account)
        let row = try await accounts.database.read { try AccountRow.fetch($0, id: account) }
        let path = app.slot(account, try #require(row).lastCommit.generation)
        if let blob {
            try blob.write(to: URL(fileURLWithPath: path))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        do throws(VaultError) {
            _ = try await accounts.sessions.session(cookie: registration.cookie)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func olderForeignForkedNewerMissingAndUnknownBlobsAreToldApart() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts, "maria")
        let (paul, _) = try await app.member(accounts, "paul")
        let first = try blob(maria.accountID)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let second = try blob(maria.accountID)
        // A fork: the same generation with other content, under the right key.
        let context = try await context(accounts, maria)
        let image = [UInt8](repeating: 7, count: 4096)
        let forked = Data(
            try image.withUnsafeBytes {
                try SealedCommit(
                    $0,
                    BlobHeader(
                        account: maria.accountID, generation: context.lastCommit.generation, epoch: 1,
                        salt: RandomSource.system.bytes(16), layout: BlobLayout(content: $0.count)), key: context.key)
            }.bytes)
        #expect(try await refusal(accounts, maria, second) == nil)
        #expect(try await refusal(accounts, maria, first) == .vaultOlder)
        #expect(try await refusal(accounts, maria, forked) == .vaultForked)
        #expect(try await refusal(accounts, maria, try blob(paul.accountID)) == .vaultForeign)
        #expect(try await refusal(accounts, maria, nil) == .vaultMissing)
        var unknown = second
        unknown[9] = 3
        #expect(try await refusal(accounts, maria, unknown) == .vaultVersion)
        #expect(try await refusal(accounts, maria, Data("SQLite format 3\u{0}".utf8)) == .vaultDamaged)
        #expect(try await refusal(accounts, maria, second) == nil)
    }

    @Test func oneAheadOfTheBooksIsTheCrashBeforeTheBookkeepingAndOpens() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        for value in ["1", "2", "3"] { try await session.vault.write { try $0.setSetting("a", to: value) } }
        let third = try blob(maria.accountID)
        try await setGeneration(accounts, by: -1)
        #expect(try await refusal(accounts, maria, third) == nil)
        // Opening brought the books up to date, so the one before is old now.
        try await setGeneration(accounts, by: -2)
        #expect(try await refusal(accounts, maria, third) == .vaultNewer)
    }

    private func setGeneration(_ accounts: Accounts, by change: Int) async throws {
        try await accounts.database.write { db in
            for row in try db.rows("SELECT * FROM account") {
                try db.change(
                    .commit, where: ("id", row.value("id")), set: "generation",
                    to: .integer(row.integer("generation") + Int64(change)))
            }
        }
    }

    /// What a flipped bit is refused as, by where it is.
    private func reason(ofBit bit: Int, in blob: [UInt8]) -> Set<VaultError.Code> {
        switch bit / 8 {
        case 8..<10: [.vaultVersion]
        case 10..<26: [.vaultForeign]
        // A generation that is one ahead passes the books, and fails the seal.
        case 26..<34: [.vaultOlder, .vaultNewer, .vaultDamaged]
        default: [.vaultDamaged]
        }
    }

    @Test func noneOfTenThousandFlippedBitsOpens() async throws {
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let good = Array(try blob(maria.accountID))
        let context = try await context(accounts, maria)
        let header = Array(0..<(BlobHeader.length * 8))
        let tag = Array((good.count - 16) * 8..<good.count * 8)
        let others = (0..<10_000).map { _ in Int.random(in: 0..<good.count * 8) }
        var bad = good
        var wrong: [Int] = []
        for bit in header + tag + others {
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
            if !reason(ofBit: bit, in: good).contains(where: { $0 == context.refusal(bad) }) { wrong.append(bit) }
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(wrong == [])
        _ = try context.open(good)
    }

    @Test func noTruncationOrExtensionOpens() async throws {
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let good = Array(try blob(maria.accountID))
        let context = try await context(accounts, maria)
        var opened: [Int] = []
        // Every length in the long form.
        let step = TortureTests.isLong ? 1 : 61
        for length in Array(0...400) + Array(stride(from: 401, to: good.count, by: step))
            + Array(good.count - 80..<good.count)
        where context.refusal(Array(good[..<length])) != .vaultDamaged { opened.append(length) }
        #expect(opened == [])
        for extra in [1, 16, 62, 4096, 65_536] {
            #expect(context.refusal(good + [UInt8](repeating: 0, count: extra)) == .vaultDamaged)
            #expect(context.refusal(good + good.prefix(extra)) == .vaultDamaged)
            #expect(context.refusal([UInt8](repeating: 0, count: extra) + good) == .vaultDamaged)
        }
    }

    /// What opening needs, taken from an account.
    struct Context {
        let account: AccountID
        let lastCommit: CommitRecord
        let key: SecretBytes

        func open(_ blob: [UInt8]) throws {
            _ = try SealedBlob.open(blob, account: account, record: lastCommit, key: key)
        }

        /// Why a blob is refused; nil when it opens.
        func refusal(_ blob: [UInt8]) -> VaultError.Code? {
            do throws(VaultError) {
                _ = try SealedBlob.open(blob, account: account, record: lastCommit, key: key)
                return nil
            } catch {
                return error.code
            }
        }
    }

    private func context(_ accounts: Accounts, _ registration: NewCredentials) async throws -> Context {
        let session = try await app.session(accounts, registration.cookie)
        return try await session.shared.withLock { vault in
            Context(
                account: vault.account, lastCommit: vault.record, key: try vault.currentKey().dataKey)
        }
    }
}
