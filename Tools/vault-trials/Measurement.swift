import Foundation
import Model
import Vault

/// Opens and commits against GRDB with WAL and synchronous=FULL, in one run, on the same disk, in turns.
///
/// Both sides hold the same tables and rows. A round opens each from closed and reads a row; then each commits twice, and
/// ten times in a row. The first commit after opening makes a new WAL file for GRDB, and writes the vault's other blob whole;
/// the second is what every later one is like. Each of these comes after a pause.
struct Measurement {
    let rounds: Int

    func run() async throws {
        for entries in [200, 3000] {
            let directory = NSTemporaryDirectory() + "vault-measure-" + PassID.random().description
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let vault = try await VaultSide(directory: directory, entries: entries)
            let plain = try PlainSide(path: directory + "/plain.sqlite", entries: entries)
            let storage = try StorageSide(directory: directory + "/storage", entries: entries)
            try await compare(vault, storage, plain)
            await vault.accounts.close()
        }
    }

    private func compare(_ vault: VaultSide, _ storage: StorageSide, _ plain: PlainSide) async throws {
        var all = Samples()
        for round in 0..<rounds + 5 {
            // The first rounds warm up caches.
            if round == 5 { all = Samples() }
            await vault.close()
            all.add("cookie", try await seconds { try await vault.open() })
            all.add("first", try await seconds { try await vault.commit() })
            all.add("commit", try await seconds { try await vault.commit() })
            all.add("row", try await seconds { for _ in 0..<Self.row { try await vault.commit() } })
            // Closed, its books are written too, and nothing of it runs beside the other side.
            await vault.close()
            try plain.close()
            all.add("opening", try await seconds { all.blobBytes = try storage.open() })
            all.add("plain open", try await seconds { try await plain.open() })
            all.add("plain first", try await seconds { try await plain.commit() })
            all.add("plain commit", try await seconds { try await plain.commit() })
            all.add("plain row", try await seconds { for _ in 0..<Self.row { try await plain.commit() } })
        }
        report(all)
    }

    private static let row = 10

    /// As between two clicks of a user, though shorter; neither side's work before runs on beside what is timed.
    private static func pause() async throws { try await Task.sleep(for: .milliseconds(5)) }

    private func report(_ all: Samples) {
        let label = "\(all.blobBytes / 1024) KB sealed"
        func line(_ what: String, _ ours: String, _ theirs: String) {
            let ratio = (all.median(ours) / all.median(theirs) * 100).rounded() / 100
            print(
                "\(what) \(label): vault \(all.microseconds(ours)), GRDB \(all.microseconds(theirs)), ratio \(ratio)")
        }
        line("open with the key at hand", "opening", "plain open")
        line("open from a cookie", "cookie", "plain open")
        line("first commit", "first", "plain first")
        line("commit", "commit", "plain commit")
        line("\(Self.row) commits in a row", "row", "plain row")
    }

    private func seconds(_ body: () async throws -> Void) async throws -> Duration {
        try await Self.pause()
        let start = ContinuousClock.now
        try await body()
        return start.duration(to: .now)
    }
}

/// Durations by what took them.
private struct Samples {
    private var all: [String: [Duration]] = [:]
    var blobBytes = 0

    mutating func add(_ name: String, _ duration: Duration) { all[name, default: []].append(duration) }

    /// In seconds.
    func median(_ name: String) -> Double {
        let sorted = (all[name] ?? []).sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted[sorted.count / 2].components
        return Double(middle.seconds) + Double(middle.attoseconds) / 1e18
    }

    func microseconds(_ name: String) -> String { "\(Int(median(name) * 1e6)) µs" }
}
