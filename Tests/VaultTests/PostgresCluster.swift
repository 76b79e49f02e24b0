import Foundation
import Model
import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

/// A PostgreSQL of the tests' own: a private cluster on a Unix socket in a temporary folder, ended with the process.
///
/// PostgreSQL refuses to run as root, so root's tests run it as `nobody`. Each database is dropped with its owner.
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

    private init(_ programs: String) throws {
        self.programs = programs
        folder = NSTemporaryDirectory() + "vaccinapp-postgres-" + String(PassID.random().description.prefix(8))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.run(["chmod", "777", folder])
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
        try Self.process(["sh", "-c", script, "sh", pid] + prefix + control(["stop", "-m", "immediate"])).run()
        try start()
    }

    /// Starts the server, and waits until it answers.
    func start() throws {
        // `fsync=off`: these tests end processes, not the power.
        let options = [
            "listen_addresses=", "unix_socket_directories=\(folder)", "fsync=off", "log_min_duration_statement=0",
            "log_parameter_max_length=8192", "max_connections=200",
        ].map { "-c \($0)" }.joined(separator: " ")
        // The server goes on with what it inherits, so the end of what starts it is not to be waited for by pipes.
        let start = prefix + control(["start", "-w", "-t", "60", "-l", "\(folder)/log", "-o", options])
        let process = Self.process(["sh", "-c", #""$@" >/dev/null && echo ready"#, "sh"] + start)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        guard pipe.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            throw VaultError(.storageFailed, "PostgreSQL didn't start")
        }
        // A child that has ended and that nobody waits for is all that a test of an exit would see from then on.
        var status: Int32 = 0
        waitpid(process.processIdentifier, &status, 0)
    }

    /// Ends the server as a failing machine does: nothing is finished first.
    func stop() throws {
        try Self.run(prefix + control(["stop", "-w", "-m", "immediate"]))
    }

    private func control(_ arguments: [String]) -> [String] {
        ["\(programs)/pg_ctl", "-D", "\(folder)/data"] + arguments
    }

    /// A new database's address.
    func makeDatabase() throws -> PostgresAddress {
        let name = "house_" + PassID.random().description
        try sql("CREATE DATABASE \(name)", in: "postgres")
        return try PostgresAddress("postgres://tests@/\(name)?host=\(folder)")
    }

    func drop(_ database: PostgresAddress) {
        _ = try? sql("DROP DATABASE \(database.name) WITH (FORCE)", in: "postgres")
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
        try Self.run(prefix + ["\(programs)/\(command[0])"] + command.dropFirst())
    }

    private var prefix: [String] { getuid() == 0 ? ["runuser", "-u", "nobody", "--"] : [] }

    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        let process = process(command)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw VaultError(
                .storageFailed, "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func process(_ command: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
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
