import Foundation
import ReaderScript
import TestSupport
import Testing

@testable import Codes

/// What becomes of a reader program that misbehaves, played by shell scripts in its place.
@Suite("Reader programs that break", .timeLimit(.minutes(3)))
struct ReaderProcessTests {
    private static let png: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]

    /// Runs a script as the program that reads pictures.
    private func read(
        _ script: String, bytes: [UInt8] = png, limits: CodeReader.Limits = .patient
    ) async throws -> Result<[String], ReadRefusal> {
        try await ReaderScript.withFolder(script) { await CodeReader(folder: $0, limits: limits).read(bytes) }
    }

    @Test(arguments: [
        ("exit 0", ReadRefusal.noCode), ("exit 10", .unknownFormat), ("exit 11", .tooManyBytes),
        ("exit 12", .tooManyPixels), ("exit 13", .damaged), ("exit 14", .noCodeOnFirstPages), ("exit 1", .damaged),
        ("exit 70", .unavailable), ("exit 72", .documentsOff), ("kill -SEGV $$", .crashed), ("kill -SYS $$", .crashed),
        ("kill -KILL $$", .crashed),
        ("kill -XCPU $$", .timedOut), ("printf abc", .crashed), ("printf '\\000\\000\\000\\002a'", .crashed),
        ("printf '\\000\\000\\000\\001\\377'", .crashed), ("printf '\\377\\377\\377\\377a'", .crashed),
        ("exec cat /dev/zero", .crashed),
    ])
    func `each way to end has its reason`(script: String, refusal: ReadRefusal) async throws {
        let result = try await read(script)
        #expect(result == .failure(refusal))
    }

    @Test func `texts of a program that breaks afterwards aren't believed`() async throws {
        let texts = "printf '\\000\\000\\000\\001a\\000\\000\\000\\002bc'"
        #expect(try await read(texts) == .success(["a", "bc"]))
        #expect(try await read(texts + "; kill -SEGV $$") == .failure(.crashed))
    }

    @Test func `one that reads nothing of a large file doesn't end this process`() async throws {
        let file = Self.png + [UInt8](repeating: 0, count: 5_000_000)
        #expect(try await read("exec <&-; kill -SEGV $$", bytes: file) == .failure(.crashed))
    }

    @Test func `one that hangs is killed when its time is up`() async throws {
        var limits = CodeReader.Limits()
        limits.time = .milliseconds(300)
        let start = ContinuousClock.now
        #expect(try await read("exec sleep 600", limits: limits) == .failure(.timedOut))
        #expect(ContinuousClock.now - start < .seconds(300))
    }

    @Test func `one that isn't there is unavailable`() async {
        let reader = CodeReader(folder: "/nonexistent")
        #expect(await reader.read(Self.png) == .failure(.unavailable))
        #expect(await reader.read(Array("%PDF-1.4".utf8)) == .failure(.unavailable))
        #expect(await reader.read([0, 0, 0, 24] + Array("ftypheic".utf8)) == .failure(.unavailable))
    }

    @Test func `its environment is empty, and of our descriptors it has three`() async throws {
        // Set by nobody here: whoever starts a program meanwhile reads what `setenv` moves.
        #expect(!ProcessInfo.processInfo.environment.isEmpty)
        let inherited = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        defer { try? inherited.close() }
        // The shell itself adds PWD and such, but only to what it starts.
        let script = """
            test -s /proc/$$/environ && [ -n "$(tr -d '\\000' < /proc/$$/environ)" ] && exit 1
            for descriptor in /proc/$$/fd/*; do
                [ -e $descriptor ] || continue # the one that listed them
                case ${descriptor##*/} in 0|1|2) ;; *) readlink $descriptor | grep -q vaccinapp-reader || exit 12 ;; esac
            done
            exit 14
            """
        #expect(try await read(script) == .failure(.noCodeOnFirstPages))
    }

    @Test func `when too many wait, the next is told that we are busy`() async throws {
        var limits = CodeReader.Limits.patient
        limits.atOnce = 1
        limits.waiting = 1
        let script = #"while [ ! -e "${0%/*}/end" ]; do sleep 0.1; done"#
        try await ReaderScript.withFolder(script) { [limits] folder in
            let reader = CodeReader(folder: folder, limits: limits)
            let first = (0..<2).map { _ in Task { await reader.read(Self.png) } }
            try await eventually { reader.load == (1, 1) }
            for _ in 0..<3 { #expect(await reader.read(Self.png) == .failure(.busy)) }
            try Data().write(to: URL(filePath: folder).appending(path: "end"))
            for task in first { #expect(await task.value == .failure(.noCode), "whoever waits has a turn") }
        }
    }
}
