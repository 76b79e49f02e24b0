import Foundation
import GRDB
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// Power goes at every point of a series of commits; unsynced writes are dropped, torn, reordered or kept.
@Suite(.timeLimit(.minutes(3))) struct PowerLossTests {
    private let account = AccountID.random()

    private func home(_ disk: RecordedDisk) throws -> OpenVault.Backend {
        OpenVault.Backend(
            store: try DirectoryBlobStore(directory: "vaults", files: disk, limit: 100_000_000), records: disk,
            random: .system, sizeLimit: 33_554_432, migrator: VaultMigrations.migrator)
    }

    private func write(_ number: Int, _ vault: OpenVault, filler: Int) throws {
        try vault.write { records in
            try records.setSetting("number", to: "\(number)")
            let text = String(repeating: "x", count: filler)
            try records.db.execute(sql: "INSERT OR REPLACE INTO setting VALUES ('filler', ?)", arguments: [text])
        }
    }

    @Test func noPointOfPowerLossLosesAnAcknowledgedCommit() throws {
        let keys = [RandomSource.system.secret(32), RandomSource.system.secret(32)]
        let disk = RecordedDisk()
        let vault = try OpenVault(new: account, dataKey: keys[0], backend: home(disk))
        try write(1, vault, filler: 100)
        try disk.record(vault.record, for: account)
        disk.acknowledge(1)
        // Blobs that keep their length are written in place; the growth and the new key have them written beside.
        for (number, filler) in [(2, 200), (3, 300), (4, 400), (5, 90_000), (6, 500), (7, 600)] {
            try write(number, vault, filler: filler)
            disk.acknowledge(number)
        }
        try vault.rotate(to: keys[1], epoch: 2) { try $0.setSetting("number", to: "8") }
        disk.acknowledge(8)
        for number in 9...11 {
            try write(number, vault, filler: number)
            disk.acknowledge(number)
        }
        vault.close()
        var states = 0
        try PowerLoss.states(disk.steps) { state in
            let found = try number(in: state, keys: keys)
            #expect(found >= state.acknowledged, "after \(state.description)")
            states += 1
        }
        #expect(states > 1000)
    }

    /// What opening after the loss finds, and what it does to the disk then, which may lose power in its turn.
    private func number(in state: PowerLoss.State, keys: [SecretBytes]) throws -> Int {
        // Without any bookkeeping yet, the account is not in the books, and nothing was acknowledged.
        guard let lastCommit = state.lastCommit else { return state.acknowledged == 0 ? 0 : -1 }
        let home = try home(RecordedDisk(state.files))
        let blobs = try home.store.read(account, generation: lastCommit.generation)
        let header = try SealedBlob.judge(try #require(blobs.first), account: account, record: lastCommit)
        let vault = try OpenVault(
            opening: account, blobs: blobs, dataKey: keys[Int(header.epoch) - 1], record: lastCommit, backend: home)
        defer { vault.close() }
        let number = try vault.read { records in
            #expect(try String.fetchOne(records.db, sql: "PRAGMA integrity_check") == "ok")
            return Int(try records.setting("number") ?? "", radix: 10) ?? 0
        }
        // It goes on from here.
        try write(number + 1, vault, filler: 10)
        return number
    }
}
