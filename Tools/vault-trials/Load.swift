import CivilDates
import Foundation
import Model
import Vault
import VaultStorage

/// Many signed-in users at once: how long they wait, and what each open vault takes of memory.
struct Load {
    let users: Int
    /// How many vaults read or write at once; nil for as many as in a server.
    var turnsAtOnce: Int?
    private static let rounds = 10
    private static let client = ClientDescription(address: "127.0.0.1", device: "load")

    func run() async throws {
        let directory = NSTemporaryDirectory() + "vault-load-" + PassID.random().description
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        configuration.maxOpenVaults = users
        if let turnsAtOnce { configuration.turnsAtOnce = turnsAtOnce }
        configuration.idleSeconds = 0
        // By a process of its own: what registering leaves in memory is not the vaults'.
        let cookies = try registered(in: directory)
        let accounts = try Accounts(configuration)
        let before = Self.residentBytes
        try await each(cookies) { cookie in _ = try await Self.read(accounts, cookie) }
        let statistics = await accounts.statistics()
        let each = (Self.residentBytes - before) / users / 1024
        print("memory: \(statistics.openVaults) vaults open, \(each) KB of the process for each")
        let reads = Times()
        let writes = Times()
        let start = ContinuousClock.now
        try await self.each(cookies) { cookie in
            for _ in 0..<Self.rounds {
                for _ in 0..<4 { await reads.add(try await Self.read(accounts, cookie)) }
                await writes.add(try await Self.write(accounts, cookie))
            }
        }
        let seconds = Double(start.duration(to: .now).components.seconds) + 0.001
        print("\(users) users at once: \(await reads.summary("read")); \(await writes.summary("write"))")
        print("\(users) users at once: \(Int(Double(users * Self.rounds * 5) / seconds)) requests a second")
        await accounts.close()
    }

    private func registered(in directory: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["register", directory, "\(users)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Registers everybody and prints their cookies, a line each.
    func register(in directory: String) async throws {
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        let accounts = try Accounts(configuration)
        for number in 0..<users { print(try await register(accounts, number)) }
        await accounts.close()
    }

    /// Somebody with the vaccinations of a family.
    private func register(_ accounts: Accounts, _ number: Int) async throws -> String {
        let registration = try await accounts.registration.register(
            username: "user-\(number)", password: "korrekt-Pferd-Batterie-7",
            consent: Consent(version: "1", time: Date(), language: "en"), client: Self.client)
        let pass = try PassRecord(Pass(kind: "person", name: "Maria"), createdAt: Date())
        let session = try await Self.session(accounts, registration.cookie)
        try await session.vault.write { records in
            try records.insert(pass)
            for dose in 0..<100 {
                try records.insert(
                    VaccinationRecord(
                        passID: pass.id,
                        Vaccination(
                            target: "840539006", vaccine: "EU/1/20/1528",
                            date: PartialDate("2021-05-29") ?? .firstOfRecords,
                            batch: "LOT\(dose)"), createdAt: Date(), updatedAt: Date()))
            }
        }
        return registration.cookie
    }

    private func each(_ cookies: [String], _ body: @escaping @Sendable (String) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for cookie in cookies { group.addTask { try await body(cookie) } }
            try await group.waitForAll()
        }
    }

    private static func session(_ accounts: Accounts, _ cookie: String) async throws -> Session {
        guard let session = try await accounts.sessions.session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "no session")
        }
        return session
    }

    private static func read(_ accounts: Accounts, _ cookie: String) async throws -> Duration {
        let start = ContinuousClock.now
        _ = try await session(accounts, cookie).vault.read { records in
            try records.passes().flatMap { try records.vaccinations(of: $0.id) }.count
        }
        return start.duration(to: .now)
    }

    private static func write(_ accounts: Accounts, _ cookie: String) async throws -> Duration {
        let start = ContinuousClock.now
        try await session(accounts, cookie).vault.write { records in
            try records.setSetting("a", to: "\(UInt64.random(in: 0...(.max)))")
        }
        return start.duration(to: .now)
    }

    private static var residentBytes: Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}

/// Durations, gathered by many.
private actor Times {
    private var all: [Duration] = []

    func add(_ duration: Duration) { all.append(duration) }

    func summary(_ what: String) -> String {
        let sorted = all.sorted()
        func at(_ part: Double) -> String {
            let (seconds, atto) = sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))].components
            return "\((Double(seconds) * 1000 + Double(atto) / 1e15).rounded(toPlaces: 1)) ms"
        }
        return "\(what) p50 \(at(0.5)), p99 \(at(0.99))"
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { result, _ in result * 10 }
        return (self * factor).rounded() / factor
    }
}
