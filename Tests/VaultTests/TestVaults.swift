import CivilDates
import Foundation
import Model
import Synchronization

@testable import Vault
@testable import VaultStorage

/// A data directory of its own, a clock to turn by hand, cheap password hashing; removed when released.
final class TestVaults: Sendable {
    static let password = "korrekt-Pferd-Batterie-7"
    static let client = ClientDescription(address: "192.0.2.7", device: "Firefox on Linux")

    /// Whether houses keep their accounts and vaults in PostgreSQL.
    @TaskLocal static var isShared = false

    let path: String
    let clock = TestClock()
    let database: PostgresAddress?

    init() {
        database = Self.isShared ? try? PostgresCluster.shared?.makeDatabase() : nil
        path = NSTemporaryDirectory() + "vault-test-" + PassID.random().description
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        if let database { PostgresCluster.shared?.takeBack(database) }
    }

    func accounts(_ change: (inout VaultConfiguration) -> Void = { _ in }) throws -> Accounts {
        var configuration = VaultConfiguration(directory: path)
        configuration.argon2 = .weakForTests
        // A busy machine's tests wait for their turn; who is turned away has tests of their own.
        configuration.hashingPatience = .seconds(300)
        configuration.database = database
        configuration.now = { [clock] in clock.now }
        configuration.uptime = { [clock] in clock.uptime }
        change(&configuration)
        return try Accounts(configuration)
    }

    func consent() -> Consent { Consent(version: "1", time: clock.now, language: "en") }

    /// Registers and gives the registration with its session.
    func member(_ accounts: Accounts, _ username: String = "maria") async throws -> (NewCredentials, Session) {
        let registration = try await accounts.registration.register(
            username: username, password: Self.password, consent: consent(), client: Self.client)
        return (registration, try await self.session(accounts, registration.cookie))
    }

    func session(_ accounts: Accounts, _ cookie: String) async throws -> Session {
        guard let session = try await accounts.sessions.session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "expected a session")
        }
        return session
    }

    func pass(_ name: String = "Maria Muster") throws -> PassRecord {
        try PassRecord(
            Pass(kind: "person", name: name, birthDate: PartialDate("1984-02-29"), sex: .female), createdAt: clock.now)
    }

    func vaccination(_ pass: PassID, date: String = "2021-05-29", batch: String? = nil) throws -> VaccinationRecord {
        try VaccinationRecord(
            passID: pass,
            Vaccination(
                target: "840539006", vaccine: "EU/1/20/1528", date: PartialDate(date) ?? .firstOfRecords, batch: batch),
            createdAt: clock.now, updatedAt: clock.now)
    }

    /// Where the account's blob of this generation is.
    func slot(_ account: AccountID, _ generation: UInt64) -> String {
        BlobNames(account, in: "\(path)/vaults").slot(generation)
    }

    /// The generation of each slot of the account that can be read.
    func generations(_ account: AccountID) throws -> [UInt64: Data] {
        var found: [UInt64: Data] = [:]
        for number: UInt64 in [0, 1] {
            guard let data = FileManager.default.contents(atPath: slot(account, number)) else { continue }
            found[try BlobHeader(reading: Array(data)).generation] = data
        }
        return found
    }

    /// Where the account's last commit is.
    func newest(_ account: AccountID) throws -> String {
        guard let generation = try generations(account).keys.max() else {
            throw VaultError(.vaultMissing, "the account has no blob")
        }
        return slot(account, generation)
    }

    /// The bytes of every file in the data directory.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            if let data = FileManager.default.contents(atPath: "\(path)/\(name)") { files[name] = data }
        }
        return files
    }
}

final class TestClock: Sendable {
    private let time = Mutex((now: Date(timeIntervalSince1970: 1_790_000_000), uptime: 0.0))
    var now: Date { time.withLock { $0.now } }
    var uptime: TimeInterval { time.withLock { $0.uptime } }
    func advance(_ seconds: TimeInterval) {
        time.withLock { time in
            time.now += seconds
            time.uptime += seconds
        }
    }
    /// Puts the clock forward or back, while no time passes.
    func leap(_ seconds: TimeInterval) { time.withLock { $0.now += seconds } }
}

extension Accounts {
    /// What the operator does to them from another process.
    var administration: AccountAdministration {
        get throws {
            try AccountAdministration(
                directory: configuration.directory, database: configuration.database, now: configuration.now)
        }
    }
}
