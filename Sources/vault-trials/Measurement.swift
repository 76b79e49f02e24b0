import Foundation
import GRDB
import Vault

/// Opens and commits against GRDB with WAL and synchronous=FULL, in one run, on the same disk, in turns.
struct Measurement {
    let rounds: Int

    func run() async throws {
        for (label, entries) in [("110 KB", 250), ("1 MB", 4200)] {
            let directory = NSTemporaryDirectory() + "vault-measure-" + PassID.random().description
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let vault = try await VaultSide(directory: directory, entries: entries)
            let plain = try PlainSide(path: directory + "/plain.sqlite", entries: entries)
            try await compare(label, vault, plain)
            let statistics = await vault.accounts.statistics()
            print("memory  \(label): \(statistics.openBytes / 1024) KB counted for the open vault")
            await vault.accounts.close()
        }
    }

    /// In turns: close, open and read (timed), commit (timed).
    private func compare(_ label: String, _ vault: VaultSide, _ plain: PlainSide) async throws {
        var times = [[Double]](repeating: [], count: 4)
        for round in 0..<rounds + 5 {
            await vault.close()
            let vaultOpen = try await seconds(vault.open)
            let vaultCommit = try await seconds(vault.commit)
            try plain.close()
            let plainOpen = try await seconds(plain.open)
            let plainCommit = try await seconds(plain.commit)
            // The first rounds warm up caches.
            guard round >= 5 else { continue }
            for (index, time) in [vaultOpen, plainOpen, vaultCommit, plainCommit].enumerated() {
                times[index].append(time)
            }
        }
        report("open from a cookie", label, times[0], times[1])
        let bare = try await vault.openBare(times: rounds).sorted()
        report("open with the key at hand", label, bare, times[1])
        report("commit", label, times[2], times[3])
    }

    private func report(_ what: String, _ label: String, _ vault: [Double], _ plain: [Double]) {
        let (vaultTime, plainTime) = (median(vault), median(plain))
        let (left, right) = (Int(vaultTime * 1e6), Int(plainTime * 1e6))
        let ratio = (vaultTime / plainTime * 100).rounded() / 100
        print("\(what) \(label): vault \(left) µs, GRDB \(right) µs, ratio \(ratio)")
    }

    private func seconds(_ body: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        let duration = clock.now - start
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}

/// The vault's side: through the same calls as a page.
private struct VaultSide {
    let accounts: Accounts
    let cookie: String

    init(directory: String, entries: Int) async throws {
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        configuration.idleSeconds = 0
        accounts = try Accounts(configuration)
        let registration = try await accounts.register(
            username: "measured", password: "korrekt-Pferd-Batterie-7",
            consent: Consent(version: "1", time: Date(), language: "en"),
            client: ClientDescription(address: "127.0.0.1", device: "measurement"))
        cookie = registration.cookie
        let pass = try Pass(kind: "person", name: "Maria", birthDate: nil, sex: .female, createdAt: Date())
        try await session().vault.write { records in
            try records.insert(pass)
            for number in 0..<entries {
                try records.insert(
                    Vaccination(
                        passID: pass.id, target: "840539006", vaccine: "EU/1/20/1528", date: "2021-05-29",
                        batch: "LOT\(number)", note: String(repeating: "n", count: 60), createdAt: Date(),
                        updatedAt: Date()))
            }
        }
    }

    private func session() async throws -> Session {
        guard let session = try await accounts.session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "no session")
        }
        return session
    }

    func close() async { await accounts.sweep() }

    /// From a cookie to the first answer, with the vault closed before.
    func open() async throws {
        _ = try await session().vault.read { try $0.setting("a") }
    }

    /// From the blob to the first answer, as often as asked; the key is there.
    func openBare(times: Int) async throws -> [Double] {
        try await accounts.measureOpening(try await session(), times: times).map {
            Double($0.components.attoseconds) / 1e18
        }
    }

    func commit() async throws {
        try await session().vault.write { try $0.setSetting("a", to: "\(UInt64.random(in: 0...(.max)))") }
    }
}

/// The same rows in a plain file.
private final class PlainSide {
    private let path: String
    private var pool: DatabasePool

    init(path: String, entries: Int) throws {
        self.path = path
        pool = try Self.open(path)
        try pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE vaccination (id TEXT PRIMARY KEY, pass TEXT, target TEXT, vaccine TEXT, date TEXT,
                        batch TEXT, note TEXT, createdAt REAL, updatedAt REAL);
                    CREATE INDEX i ON vaccination (pass, target, date);
                    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
                    """)
            let pass = PassID.random().description
            for number in 0..<entries {
                try db.execute(
                    sql: "INSERT INTO vaccination VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        VaccinationID.random().description, pass, "840539006", "EU/1/20/1528", "2021-05-29",
                        "LOT\(number)", String(repeating: "n", count: 60), 1.0, 2.0,
                    ])
            }
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    func close() throws { try pool.close() }

    func open() async throws {
        pool = try Self.open(path)
        _ = try await pool.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE key = 'a'") }
    }

    func commit() async throws {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting VALUES ('a', ?)",
                arguments: ["\(UInt64.random(in: 0...(.max)))"])
        }
    }
}
