import Foundation
import SandboxProbe
import TestSupport
import Testing

@testable import Codes

@Suite("The reader's sandbox", .timeLimit(.minutes(3)))
struct SandboxTests {
    /// Tracing needs a program and a right that not every machine gives.
    private static let canTrace: Bool = {
        let works = (try? trace(["/bin/true"], input: nil))?.contains("execve") ?? false
        if !works { print("skipped: what the readers do behind their filter, since strace doesn't work here") }
        return works
    }()

    /// A program's system calls, those of its threads too, a line each.
    private static func trace(_ program: [String], input: URL?) throws -> String {
        let log = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: log) }
        let file = try input.map { try FileHandle(forReadingFrom: $0) }
        try ChildProcess(["strace", "-f", "-o", log.path] + program, input: file?.fileDescriptor).end()
        withExtendedLifetime(file) {}
        return try String(contentsOf: log, encoding: .utf8)
    }

    @Test(
        .enabled(if: canTrace),
        arguments: [
            ("vaccinapp-reader", "code.jpg"), ("vaccinapp-reader", "code.webp"), ("vaccinapp-reader", "code.tiff"),
            ("vaccinapp-reader", "inverted.png"), ("vaccinapp-reader", "several.png"),
            ("vaccinapp-reader-heic", "code.heic"), ("vaccinapp-reader-heic", "code.avif"),
            ("vaccinapp-reader-heic draw", "code.heic"), ("vaccinapp-reader-heic draw", "code.avif"),
        ])
    func `behind its filter a reader opens, sends and starts nothing`(program: String, picture: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures/\(picture)")
        let words = program.split(separator: " ").map(String.init)
        let trace = try Self.trace(["\(ReaderPrograms.folderOfThisProgram)/\(words[0])"] + words[1...], input: file)
        let parts = trace.components(separatedBy: "seccomp(SECCOMP_SET_MODE_FILTER, 0, ")
        try #require(parts.count == 2)
        #expect(parts[0].contains("openat("))
        let forbidden = /\b(open|openat|openat2|creat|socket|connect|execve|execveat|fork|vfork|ptrace|unlink\w*)\(/
        #expect(parts[1].firstMatch(of: forbidden) == nil)
        #expect(parts[1].contains("+++ exited with 0 +++"))
        // Standard input is read and standard output written behind the filter, and not before it.
        #expect(parts[1].contains("read(0, ") && parts[1].contains("write(1, "))
        #expect(!parts[0].contains("read(0, "))
    }

    /// The server runs as the same user, so only the filter keeps them apart.
    @Test func `whoever breaks into a reader can't signal another process or change its limits`() {
        for sandbox in [SANDBOX_READER, SANDBOX_READER_WITH_THREADS, SANDBOX_PROGRAM] {
            #expect(sandbox_probe(sandbox, PROBE_NOTHING) == 0)
            #expect(sandbox_probe(sandbox, PROBE_ABORT) == -SIGABRT, "it may still end itself")
            for probe in [PROBE_SIGNAL, PROBE_LIMITS, PROBE_OWNER] {
                #expect(sandbox_probe(sandbox, probe) == (sandbox == SANDBOX_PROGRAM ? 1 : -SIGSYS), "\(probe)")
            }
        }
    }

    @Test func `without Landlock no document is drawn`() async {
        let folder = ReaderPrograms.folderOfThisProgram
        #expect(sandbox_run_without_landlock(folder + "/vaccinapp-reader-pdf") == 72)
        // Pictures are read by our own program, which opens no file at all: to it an empty one is damaged as ever.
        let ends = [sandbox_run_without_landlock(folder + "/vaccinapp-reader"), 10, 13]
        #expect(ends[1...].contains(ends[0]), "\(ends[0])")
        #expect(await CodeReader().documentsRefusal() == nil)
        #expect(await CodeReader(folder: "/nonexistent").documentsRefusal() == .unavailable)
    }
}
