import Foundation
import GRDB
import Model
import Seeded
import TestSupport
import Testing

@testable import Vault

/// Kills a real process that writes without end, and looks whether anything acknowledged is lost.
///
/// A short form runs with the other tests; `VACCINAPP_TORTURE=1` (`make torture`) runs the long one.
@Suite(
    .serialized, .enabled(if: Trials.executable != nil, "skipped: vault-trials is not built"),
    .timeLimit(.minutes(LongForm.minutes)))
struct TortureTests {
    static let isLong = ProcessInfo.processInfo.environment["VACCINAPP_TORTURE"] == "1"
    let app = TestVaults()

    @Test func killsAtRandomMomentsLoseNoAcknowledgedCommit() async throws {
        let rounds = Self.isLong ? 1000 : 15
        var (last, round) = (0, 0)
        // A machine that does other things comes to its first commit later.
        while round < rounds || last == 0 {
            try #require(round < rounds + 8, "nothing was written in any round")
            let longest = 0.35 * Double(1 << max(0, round - rounds + 1))
            let output = try Trials.run(["write", app.path], killAfter: .random(in: 0.02...longest))
            let acknowledged = max(last, Trials.acknowledged(output))
            last = try await number()
            #expect(last >= acknowledged && last <= acknowledged + 1, "round \(round)")
            round += 1
        }
    }

    @Test(.enabled(if: Trials.killer != nil, "skipped: python3 is not installed"))
    func aKillAtEverySystemCallOfTheFilesLosesNoAcknowledgedCommit() async throws {
        let killer = try #require(Trials.killer)
        // Another tenth of the moments each time the short form runs.
        var call = Self.isLong ? 1 : Int.random(in: 1...10)
        var isComplete = false
        while !isComplete {
            try #require(call < 20_000, "it doesn't come to its end without a kill either")
            let app = TestVaults()
            let output = try Trials.run(["write-few", app.path], under: killer + ["\(call)"])
            if output.contains("registered") {
                let found = try await number(app)
                #expect(found >= Trials.acknowledged(output), "call \(call)")
            }
            isComplete = output.contains("done")
            if !isComplete { call += Self.isLong ? 1 : 10 }
        }
        // It was killed before, at hundreds of moments in the long form.
        #expect(call > 300)
    }

    @Test(.enabled(if: Trials.strace != nil, "skipped: strace is not installed"), arguments: ["EIO", "ENOSPC"])
    func aRefusedSystemCallIsToldAndLosesNothing(_ error: String) async throws {
        let strace = try #require(Trials.strace)
        for call in ["fsync", "fdatasync", "rename", "openat", "write", "close", "unlink"] {
            for when in Self.isLong ? Array(1...40) : [1, 3] {
                let app = TestVaults()
                // The account's files must be known by name before they can be watched.
                let before = Trials.acknowledged(try Trials.run(["write-few", app.path]))
                let vaults = app.path + "/vaults"
                let account = try #require(try FileManager.default.contentsOfDirectory(atPath: vaults).first).prefix(26)
                let watched = ["", ".0.vault", ".1.vault", ".vaccinapp.partial"].flatMap {
                    ["-P", $0.isEmpty ? vaults : "\(vaults)/\(account)\($0)"]
                }
                let output = try Trials.run(
                    ["write-few", app.path],
                    under: strace + ["-f", "-qq", "-o", "/dev/null"] + watched
                        + ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error):when=\(when)"])
                let found = try await number(app)
                #expect(found >= max(before, Trials.acknowledged(output)), "\(call) \(when)")
            }
        }
    }

    /// No file that is opened holds anything readable, and none is outside the data directory.
    @Test(.enabled(if: Trials.strace != nil, "skipped: strace is not installed"))
    func nothingIsWrittenOutsideTheDataDirectory() throws {
        let log = NSTemporaryDirectory() + "vault-strace-" + PassID.random().description
        defer { try? FileManager.default.removeItem(atPath: log) }
        let output = try Trials.run(
            ["write-few", app.path],
            under: try #require(Trials.strace) + [
                "-f", "-qq", "-o", log, "-e", "trace=openat,open,creat,rename,mkdir,memfd_create",
            ])
        #expect(output.contains("done"))
        let opened = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .filter {
                $0.contains("O_WRONLY") || $0.contains("O_RDWR") || $0.contains("O_CREAT") || $0.contains("memfd")
            }
        #expect(opened.contains { $0.contains(app.path) })
        for line in opened
        where !line.contains(app.path) && !line.contains("\"/dev/null\"") && !line.contains("\"/dev/urandom\"")
            && !line.contains("ENOENT")
        {
            Issue.record("a file outside the data directory: \(line)")
        }
    }

    private func number(_ app: TestVaults? = nil) async throws -> Int {
        let accounts = try (app ?? self.app).accounts()
        defer { withExtendedLifetime(accounts) {} }
        guard try await accounts.registration.state() == .open,
            let signIn = try? await accounts.signIn.withPassword(
                username: "torture", password: TestVaults.password, client: TestVaults.client)
        else {
            await accounts.close()
            return 0
        }
        let session = try await (app ?? self.app).session(accounts, signIn.cookie)
        let number = try await session.vault.read { records -> Int in
            #expect(try String.fetchOne(records.db, sql: "PRAGMA integrity_check") == "ok")
            return Int(try records.setting("number") ?? "0", radix: 10) ?? 0
        }
        await accounts.close()
        return number
    }
}

/// The process that is tortured.
enum Trials {
    /// Built beside the test bundle.
    static let executable: String? = {
        let candidates = CommandLine.arguments + [Bundle.main.executablePath ?? ""]
        return candidates.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/vault-trials" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static let strace = program("strace")
    /// Takes the number of the call to kill at, then the command.
    static let killer = program("python3").map { python in
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return python + [tests.appendingPathComponent("Judges/kill_at.py").path]
    }

    private static func program(_ name: String) -> [String]? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first { FileManager.default.isExecutableFile(atPath: $0) }.map { [$0] }
    }

    /// Runs it to its end, or kills it after so many seconds; gives what it said.
    static func run(
        _ arguments: [String], under tracing: [String]? = nil, killAfter seconds: Double? = nil
    ) throws -> String {
        // The status shows a crash: printing its stack takes longer than the test waits.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let child = try ChildProcess(
            (tracing ?? []) + [try #require(executable)] + arguments, environment: environment)
        if let seconds {
            if try child.end(within: .seconds(seconds)) != nil { return child.said }
            child.kill()
        }
        try child.end()
        return child.said
    }

    /// The last commit that it said was done.
    static func acknowledged(_ output: String) -> Int {
        output.split(separator: "\n").compactMap { $0.hasPrefix("ok ") ? Int($0.dropFirst(3), radix: 10) : nil }.last
            ?? 0
    }
}
