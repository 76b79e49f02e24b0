import Foundation
import GRDB
import Model
import Secrets
import Seeded
import Testing

@testable import Vault
@testable import VaultStorage

/// A commit writes over the pieces that changed, and what it leaves is exactly what it would have written.
@Suite(.timeLimit(.minutes(3))) struct PieceTests {
    private let account = AccountID.random()
    private let key: SecretBytes
    private let disk = RecordedDisk()
    private let home: OpenVault.Backend

    init() throws {
        key = RandomSource.system.secret(32)
        home = try Self.home(disk)
    }

    private static func home(_ files: RecordedDisk) throws -> OpenVault.Backend {
        OpenVault.Backend(
            store: try DirectoryBlobStore(directory: "x", files: files, limit: 1 << 30), records: files,
            random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
    }

    /// A vault that holds so many entries, after as many commits as make both slots known.
    private func vault(entries: Int) throws -> OpenVault {
        let vault = try OpenVault(new: account, dataKey: key, backend: home)
        try vault.write { records in
            for number in 0..<entries {
                try records.setSetting("\(number)", to: String(repeating: "e", count: 100))
            }
        }
        for value in ["1", "2"] { try vault.write { try $0.setSetting("a", to: value) } }
        return vault
    }

    private func blob(_ vault: OpenVault) throws -> [UInt8] {
        try #require(try disk.read(BlobNames(account, in: "x").slot(vault.record.generation), limit: .max))
    }

    private func content(_ vault: OpenVault) throws -> [UInt8] {
        try #require(vault.database).withContent { Array($0) }
    }

    private func opened(_ blob: [UInt8], _ vault: OpenVault, key other: SecretBytes? = nil) throws -> [UInt8] {
        let lastCommit = vault.record
        let opened = try SealedBlob.open(blob, account: account, record: lastCommit, key: other ?? key)
        return withExtendedLifetime(opened) { Array(opened.image.bytes) }
    }

    /// Bytes that a commit writes.
    private func written(_ body: () throws -> Void) rethrows -> Int {
        let before = disk.steps.count
        try body()
        return disk.steps.dropFirst(before).reduce(0) {
            if case .write(_, _, let bytes) = $1 { $0 + bytes.count } else { $0 }
        }
    }

    @Test func aSmallChangeWritesLittle() throws {
        let vault = try vault(entries: 5000)
        let whole = try blob(vault).count
        #expect(whole > 500_000)
        // The head, and two or three pieces of this commit and the one before.
        for value in ["3", "4", "5"] {
            #expect(try written { try vault.write { try $0.setSetting("a", to: value) } } <= 12_288 + 5 * 8192)
            #expect(try opened(blob(vault), vault) == content(vault))
        }
    }

    @Test func aVaultThatWasJustOpenedKnowsTheBlobThatItRead() throws {
        let first = try vault(entries: 5000)
        let (whole, lastCommit) = (try blob(first), first.record)
        first.close()
        let vault = try OpenVault(opening: account, blobs: [whole], dataKey: key, record: lastCommit, backend: home)
        // The other slot isn't known, so it is written whole; then the one that was read.
        #expect(try written { try vault.write { try $0.setSetting("a", to: "3") } } == whole.count)
        #expect(try written { try vault.write { try $0.setSetting("a", to: "4") } } < whole.count / 10)
        #expect(try opened(blob(vault), vault) == content(vault))
    }

    @Test func aNewKeyAndAnotherLengthAreWrittenWhole() throws {
        let vault = try vault(entries: 10)
        let whole = try blob(vault).count
        try vault.write { records in
            for number in 1...5 { try records.setSetting("large-\(number)", to: String(repeating: "x", count: 40_000)) }
        }
        #expect(try blob(vault).count > whole)
        #expect(try opened(blob(vault), vault) == content(vault))
        let newKey = RandomSource.system.secret(32)
        let size = try blob(vault).count
        #expect(try written { try vault.rotate(to: newKey, epoch: 2) { _ in } } == size)
        for value in ["3", "4", "5"] { try vault.write { try $0.setSetting("a", to: value) } }
        #expect(try opened(blob(vault), vault, key: newKey) == content(vault))
    }

    /// As after putting back an older file by hand, beside a running server.
    @Test func aSlotThatIsNotWhatItWasIsWrittenWhole() throws {
        let vault = try vault(entries: 1000)
        let path = BlobNames(account, in: "x").slot(vault.record.generation + 1)
        let older = try #require(try disk.read(path, limit: .max))
        for value in ["3", "4"] { try vault.write { try $0.setSetting("500", to: value) } }
        for value in ["5", "6"] { try vault.write { try $0.setSetting("a", to: value) } }
        for found in [older, Array(older.dropLast(4096)), nil] {
            disk.put(found, at: path)
            try vault.write { try $0.setSetting("a", to: "found") }
            #expect(try opened(blob(vault), vault) == content(vault))
            // Back to the slot that was tampered with.
            try vault.write { try $0.setSetting("a", to: "next") }
        }
    }

    /// Pieces are known by their places: none counts in another one's, or as it was once.
    @Test func piecesOfOtherPlacesAndTimesAreRefused() throws {
        let vault = try vault(entries: 1000)
        let before = try blob(vault)
        let layout = try BlobHeader(reading: before).layout
        for value in ["3", "4"] { try vault.write { try $0.setSetting("0", to: value) } }
        let good = try blob(vault)
        let changed = (0..<layout.pieceCount).filter { good[layout.place(of: $0)] != before[layout.place(of: $0)] }
        #expect(!changed.isEmpty && changed.count < layout.pieceCount)
        for piece in changed {
            var stale = good
            stale.replaceSubrange(layout.place(of: piece), with: before[layout.place(of: piece)])
            #expect(throws: VaultError(.vaultDamaged, "")) { try opened(stale, vault) }
        }
        var swapped = good
        swapped.replaceSubrange(layout.place(of: 0), with: good[layout.place(of: 1)])
        swapped.replaceSubrange(layout.place(of: 1), with: good[layout.place(of: 0)])
        #expect(throws: VaultError(.vaultDamaged, "")) { try opened(swapped, vault) }
        #expect(try opened(good, vault) == content(vault))
    }

    /// The same database sealed twice has nothing in common, piece by piece, and no piece is like another one.
    @Test func nothingIsSealedTwiceAlike() throws {
        let zeros = [UInt8](repeating: 0, count: 100_000)
        var seen: Set<ArraySlice<UInt8>> = []
        for _ in 0..<2 {
            let commit = try zeros.withUnsafeBytes {
                try SealedCommit(
                    $0,
                    BlobHeader(
                        account: account, generation: 1, epoch: 1, salt: RandomSource.system.bytes(16),
                        layout: BlobLayout(content: $0.count)), key: key)
            }
            let layout = commit.layout
            for piece in 0..<layout.pieceCount {
                #expect(seen.insert(commit.bytes[layout.place(of: piece)]).inserted)
            }
            // Neither has the head's end, which is zeros too, and so is as good as the key stream.
            let end = BlobHeader.length + BlobRoot.length(pieces: layout.pieceCount)..<layout.headLength - 16
            let inPiece = end.lowerBound - BlobHeader.length..<end.upperBound - BlobHeader.length
            for piece in 0..<layout.pieceCount {
                #expect(
                    commit.bytes[end]
                        != commit.bytes[layout.place(of: piece)].dropFirst(inPiece.lowerBound).prefix(end.count))
            }
        }
        #expect(seen.count == 32)
    }

    /// Whatever is written, rolled back or refused by the disk: each commit's blob opens to what is in memory.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func everyBlobIsTheWholeDatabase(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let files = FaultyFileSystem(over: disk)
        let home = OpenVault.Backend(
            store: try DirectoryBlobStore(directory: "x", files: files, limit: 1 << 30), records: disk,
            random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
        var vault = try OpenVault(new: account, dataKey: key, backend: home)
        try vault.write { try $0.setSetting("a", to: "0") }
        try disk.record(vault.record, for: account)
        var (refused, commits) = (0, 0)
        for step in 1...400 {
            let fault = ["overwrite", "write", "syncData", "create", "rename"].randomElement(using: &random)
            if Int.random(in: 0..<4, using: &random) == 0, let fault { files.fail(fault, with: EIO) }
            let (before, generation) = (try settings(vault), vault.record.generation)
            do {
                try vault.write { records in
                    try change(records, step, &random)
                    if Int.random(in: 0..<10, using: &random) == 0 { throw Refused() }
                }
            } catch {
                refused += 1
                #expect(try settings(vault) == before, "step \(step)")
            }
            files.heal()
            try vault.finish()
            // What a rolled-back write left on free pages stays there until the next commit.
            if vault.record.generation > generation {
                commits += 1
                #expect(try opened(blob(vault), vault) == content(vault), "step \(step)")
            }
            if Int.random(in: 0..<40, using: &random) == 0 {
                let lastCommit = vault.record
                let blobs = try home.store.read(account, generation: lastCommit.generation)
                vault.close()
                vault = try OpenVault(opening: account, blobs: blobs, dataKey: key, record: lastCommit, backend: home)
                #expect(try opened(blob(vault), vault) == content(vault), "opened again at step \(step)")
            }
        }
        #expect(refused > 20 && commits > 200)
        #expect(try vault.read { try String.fetchOne($0.db, sql: "PRAGMA integrity_check") } == "ok")
    }

    private struct Refused: Error {}

    private func settings(_ vault: OpenVault) throws -> [String: String] { try vault.read { try $0.settings() } }

    private func change(_ records: Records, _ step: Int, _ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                let key = "\(Int.random(in: 0..<3000, using: &random))"
                try records.setSetting(
                    key, to: String(repeating: "v", count: Int.random(in: 0...400, using: &random)))
            }
        case 1:
            try records.db.execute(
                sql: "DELETE FROM setting WHERE key < ?", arguments: ["\(Int.random(in: 0..<3000, using: &random))"])
        case 2: try records.setSetting("large", to: String(repeating: "x", count: 40_000))
        case 3: try records.setSetting("large", to: nil)
        case 4:
            try records.db.execute(sql: "SAVEPOINT part")
            try records.db.execute(sql: "DELETE FROM setting")
            try records.db.execute(sql: "ROLLBACK TO part; RELEASE part")
            fallthrough
        default: try records.setSetting("a", to: "\(step)")
        }
    }
}
