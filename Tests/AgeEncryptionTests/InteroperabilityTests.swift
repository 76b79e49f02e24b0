import AgeEncryption
import Foundation
import TestSupport
import Testing

/// Needs Debian's `age` and `python3`: age asks for its passphrase on a terminal only.
@Suite("Debian's age and we open each other's files", .serialized, .timeLimit(.minutes(3)))
struct InteroperabilityTests {
    static let contents = [0, 1, 65535, 65536, 65537, 1 << 20, 20 << 20].map { AgeSamples.content($0) }

    @Test("a file that age 1.1.1 wrote once opens")
    func kept() throws {
        let content = try AgeSamples.open(KeptFiles.forPassphrase, passphrase: KeptFiles.passphrase)
        #expect(String(decoding: content, as: UTF8.self) == KeptFiles.content)
    }

    @Test("age opens what we write, binary and armored", .enabled(if: AgeTool.isInstalled, AgeTool.howToInstall))
    func opened() throws {
        let tool = try AgeTool(passphrase: AgeSamples.passphrase)
        defer { tool.remove() }
        for (content, isArmored) in Self.contents.flatMap({ [($0, false), ($0, true)] }) {
            let file = try AgeSamples.seal(content, workFactor: 10, isArmored: isArmored)
            #expect(try tool.open(file) == content, "\(content.count) bytes, armored: \(isArmored)")
        }
    }

    @Test("age opens our default work factor", .enabled(if: AgeTool.isInstalled, AgeTool.howToInstall))
    func openedAtDefault() throws {
        let tool = try AgeTool(passphrase: "grün Straße")
        defer { tool.remove() }
        let file = try AgeSamples.seal(
            [1, 2, 3], passphrase: "grün Straße", workFactor: ScryptParameters.defaultWorkFactor)
        #expect(try tool.open(file) == [1, 2, 3])
    }

    @Test("we open what age writes, binary and armored", .enabled(if: AgeTool.isInstalled, AgeTool.howToInstall))
    func written() throws {
        let tool = try AgeTool(passphrase: AgeSamples.passphrase)
        defer { tool.remove() }
        for (index, content) in Self.contents.enumerated() {
            let file = try tool.seal(content, isArmored: index.isMultiple(of: 2))
            #expect(try AgeSamples.open(file, step: 100_000) == content, "\(content.count) bytes")
        }
    }
}

/// The `age` command in a directory of its own.
private struct AgeTool {
    static let isInstalled: Bool = {
        let names = ["age", "python3"]
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let isThere = names.allSatisfy { name in
            paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        }
        if !isThere { print("skipped: interoperability with age, which needs age and python3") }
        return isThere
    }()
    static let howToInstall: Comment = "age and python3 are not installed (apt-get install age python3)"

    private let directory: URL

    init(passphrase: String) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "age-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(passphrase.utf8).write(to: directory.appending(path: "passphrase"))
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }

    func open(_ file: [UInt8]) throws -> [UInt8] {
        try run(["-d"], on: file)
    }

    func seal(_ content: [UInt8], isArmored: Bool) throws -> [UInt8] {
        try run(isArmored ? ["-p", "-a"] : ["-p"], on: content)
    }

    private func run(_ options: [String], on bytes: [UInt8]) throws -> [UInt8] {
        let (input, output) = (directory.appending(path: "input"), directory.appending(path: "output"))
        try? FileManager.default.removeItem(at: output)
        try Data(bytes).write(to: input)
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let script = root.deletingLastPathComponent().appending(path: "Judges/age_terminal.py")
        try ChildProcess.run(
            ["python3", script.path, directory.appending(path: "passphrase").path, "age"] + options
                + ["-o", output.path, input.path])
        // age makes no file for an empty content.
        return FileManager.default.fileExists(atPath: output.path) ? Array(try Data(contentsOf: output)) : []
    }
}
