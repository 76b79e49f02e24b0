import Foundation
import Model
import Seeded
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// A PostgreSQL of the tests' own: a private cluster on a Unix socket in a temporary folder, ended with the process.
///
/// PostgreSQL refuses to run as root, so root's tests run it as `nobody`. A database is emptied with its owner's end, and
/// the next one's: to make one takes longer than most tests.
final class PostgresCluster: Sendable {
    /// Nil, said aloud once, where there is no PostgreSQL.
    static let shared: PostgresCluster? = {
        guard let programs = programs else {
            print("skipped: PostgreSQL isn't installed, so nothing is tested on it")
            return nil
        }
        do {
            return try PostgresCluster(programs)
        } catch {
            Issue.record("PostgreSQL is installed and doesn't start: \(error)")
            return nil
        }
    }()

    /// `skipped: …` where there is no PostgreSQL.
    static var reason: Comment { "skipped: PostgreSQL isn't installed" }

    private static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders =
            versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/bin", "/usr/local/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    let folder: String
    private let programs: String
    /// The addresses of empty databases that nobody has.
    private let free = Mutex<[PostgresAddress]>([])

    private init(_ programs: String) throws {
        self.programs = programs
        folder = NSTemporaryDirectory() + "vaccinapp-postgres-" + String(PassID.random().description.prefix(8))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ChildProcess.run(["chmod", "777", folder])
        try asPostgres(["initdb", "-D", "\(folder)/data", "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-sync"])
        // Ends by itself with whoever runs the tests, however those end.
        let script = """
            pid=$1; shift
            begun() { cut -d " " -f 22 "/proc/$pid/stat" 2>/dev/null; }
            first=$(begun)
            while [ -n "$first" ] && [ "$(begun)" = "$first" ]; do sleep 1; done
            "$@"; rm -rf "\(folder)"
            """
        let pid = String(ProcessInfo.processInfo.processIdentifier)
        _ = try ChildProcess(["sh", "-c", script, "sh", pid] + prefix + control(["stop", "-m", "immediate"]))
        try start()
    }

    /// Starts the server, and waits until it answers.
    func start() throws {
        // `fsync=off`: these tests end processes, not the power.
        let options = [
            "listen_addresses=", "unix_socket_directories=\(folder)", "fsync=off", "log_min_duration_statement=0",
            "log_parameter_max_length=8192", "max_connections=200",
        ].map { "-c \($0)" }.joined(separator: " ")
        try ChildProcess.run(prefix + control(["start", "-w", "-t", "300", "-l", "\(folder)/log", "-o", options]))
    }

    /// Ends the server as a failing machine does: nothing is finished first.
    func stop() throws {
        try ChildProcess.run(prefix + control(["stop", "-w", "-m", "immediate"]))
    }

    private func control(_ arguments: [String]) -> [String] {
        ["\(programs)/pg_ctl", "-D", "\(folder)/data"] + arguments
    }

    /// An empty database's address.
    func makeDatabase() throws -> PostgresAddress {
        if let emptied = free.withLock({ $0.popLast() }) { return emptied }
        let name = "house_" + PassID.random().description
        try sql("CREATE DATABASE \(name)", in: "postgres")
        return try PostgresAddress("postgres://tests@/\(name)?host=\(folder)")
    }

    /// Ends whoever works on a database, and empties it.
    func takeBack(_ database: PostgresAddress) {
        let pool = PostgresPool(database, size: 1)
        defer { pool.close() }
        do {
            try pool.transaction(.comparing) { db in
                _ = try db.rows(
                    """
                    SELECT pg_terminate_backend(pid)::text AS ended FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """)
                try db.execute("DROP SCHEMA public CASCADE", [])
                try db.execute("CREATE SCHEMA public", [])
            }
            free.withLock { $0.append(database) }
        } catch {
            _ = try? sql("DROP DATABASE \(database.name) WITH (FORCE)", in: "postgres")
        }
    }

    /// Runs a statement as the database's admin; gives its rows as text.
    @discardableResult
    func sql(_ statement: String, in database: String) throws -> String {
        try asPostgres(["psql", "-h", folder, "-U", "tests", "-d", database, "-qAtc", statement])
    }

    /// Everything that the server has logged.
    var log: Data { FileManager.default.contents(atPath: "\(folder)/log") ?? Data() }

    func dump(_ database: String) throws -> String {
        try asPostgres(["pg_dump", "-h", folder, "-U", "tests", "-d", database])
    }

    @discardableResult
    private func asPostgres(_ command: [String]) throws -> String {
        try ChildProcess.run(prefix + ["\(programs)/\(command[0])"] + command.dropFirst())
    }

    private var prefix: [String] { getuid() == 0 ? ["runuser", "-u", "nobody", "--"] : [] }
}

extension PostgresAddress {
    /// The database's name, for the tests' own looks into it.
    var name: String { String(text.prefix { $0 != "?" }.split(separator: "/").last ?? "") }
}

/// Runs each test twice: with all data in a directory, and with accounts and vaults in PostgreSQL.
struct BothHomes: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil, PostgresCluster.shared != nil else { return }
        try await TestVaults.$isShared.withValue(true) { try await function() }
    }
}

extension Trait where Self == BothHomes {
    static var bothHomes: BothHomes { BothHomes() }
}

extension Sequence {
    /// Every other one over this home, and the rest over the other one; at night all of them over both.
    func inTurn(from first: Int = 0) -> [Element] {
        guard PostgresCluster.shared != nil, !LongForm.isAsked else { return Array(self) }
        return enumerated().filter { (first + $0.offset).isMultiple(of: 2) != TestVaults.isShared }.map(\.element)
    }
}
