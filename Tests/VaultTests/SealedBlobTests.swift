import Foundation
import GRDB
import Testing

@testable import Vault

/// What stands on the disk is changed in every way; each is refused, with its own reason, and none is opened.
@Suite struct SealedBlobTests {
    let house = TestHouse()

    private func blobPath(_ account: AccountID) -> String { "\(house.path)/vaults/\(account).vault" }

    private func blob(_ account: AccountID) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: blobPath(account)))
    }

    /// What opening says after the blob was replaced; nil when it opened.
    private func refusal(_ accounts: Accounts, _ registration: Registration, _ blob: Data?) async throws
        -> VaultError.Code?
    {
        await accounts.vaults.close(registration.accountID)
        let path = blobPath(registration.accountID)
        if let blob {
            try blob.write(to: URL(fileURLWithPath: path))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        do throws(VaultError) {
            _ = try await accounts.session(cookie: registration.cookie)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func olderForeignForkedNewerMissingAndUnknownBlobsAreToldApart() async throws {
        let accounts = try house.accounts()
        let (maria, session) = try await house.member(accounts, "maria")
        let (paul, _) = try await house.member(accounts, "paul")
        let first = try blob(maria.accountID)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let second = try blob(maria.accountID)
        // A fork: the same generation with other content, under the right key.
        let context = try await context(accounts, maria)
        let image = [UInt8](repeating: 7, count: 4096)
        let header = BlobHeader(
            account: maria.accountID, generation: context.bookmark.generation, epoch: 1,
            nonce: RandomSource.system.bytes(24))
        let forked = Data(image.withUnsafeBytes { SealedBlob.seal($0, header: header, key: context.key) })
        #expect(try await refusal(accounts, maria, second) == nil)
        #expect(try await refusal(accounts, maria, first) == .vaultOlder)
        #expect(try await refusal(accounts, maria, forked) == .vaultForked)
        #expect(try await refusal(accounts, maria, try blob(paul.accountID)) == .vaultForeign)
        #expect(try await refusal(accounts, maria, nil) == .vaultMissing)
        var unknown = second
        unknown[9] = 2
        #expect(try await refusal(accounts, maria, unknown) == .vaultVersion)
        #expect(try await refusal(accounts, maria, Data("SQLite format 3\u{0}".utf8)) == .vaultDamaged)
        #expect(try await refusal(accounts, maria, second) == nil)
    }

    @Test func oneAheadOfTheBooksIsTheCrashBeforeTheBookkeepingAndOpens() async throws {
        let accounts = try house.accounts()
        let (maria, session) = try await house.member(accounts)
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
            try db.execute(sql: "UPDATE account SET generation = generation + ?", arguments: [change])
        }
    }

    @Test func noFlippedBitOpens() async throws {
        let accounts = try house.accounts()
        let (maria, _) = try await house.member(accounts)
        let good = Array(try blob(maria.accountID))
        let context = try await context(accounts, maria)
        var generator = SystemRandomNumberGenerator()
        let header = (0..<(BlobHeader.length * 8)).map { $0 }
        let tag = ((good.count - 16) * 8..<good.count * 8).map { $0 }
        let others = (0..<400).map { _ in Int.random(in: 0..<good.count * 8, using: &generator) }
        for bit in header + tag + others {
            var bad = good
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: VaultError.self, "bit \(bit)") { try context.open(bad) }
        }
        _ = try context.open(good)
    }

    @Test func noTruncationOrExtensionOpens() async throws {
        let accounts = try house.accounts()
        let (maria, _) = try await house.member(accounts)
        let good = Array(try blob(maria.accountID))
        let context = try await context(accounts, maria)
        let lengths = Array(0...200) + stride(from: 201, to: good.count, by: 997) + Array(good.count - 40..<good.count)
        for length in lengths {
            #expect(throws: VaultError.self, "\(length) bytes") { try context.open(Array(good[..<length])) }
        }
        #expect(throws: VaultError.self) { try context.open(good + [0]) }
        #expect(throws: VaultError.self) { try context.open([0] + good) }
    }

    /// What opening needs, taken from an account.
    struct Context {
        let account: AccountID
        let bookmark: Bookmark
        let key: SecretBytes

        func open(_ blob: [UInt8]) throws {
            _ = try SealedBlob.open(blob, account: account, bookmark: bookmark, key: key)
        }
    }

    private func context(_ accounts: Accounts, _ registration: Registration) async throws -> Context {
        let session = try await house.session(accounts, registration.cookie)
        return try await session.shared.onTurn { vault in
            Context(
                account: vault.account, bookmark: vault.currentBookmark(), key: try vault.currentKey().dataKey)
        }
    }

    @Test func sizesAreRoundedUpSoThatTheyTellLittle() {
        #expect(SealedBlob.paddedLength(1) == 65_536)
        #expect(SealedBlob.paddedLength(65_536) == 65_536)
        #expect(SealedBlob.paddedLength(65_537) == 131_072)
        for length in stride(from: 1_000, to: 40_000_000, by: 777_777) {
            let padded = SealedBlob.paddedLength(length)
            #expect(padded >= length && padded < length + max(65_536, length / 8 + 1))
        }
    }
}
