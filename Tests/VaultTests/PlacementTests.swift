import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// Files that come to their places together, in a folder of their own.
@Suite(.timeLimit(.minutes(3))) struct PlacementTests {
    static let operations = [
        "create", "write", "sync", "close", "rename", "syncDirectory", "remove", "makeDirectory", "list",
    ]
    private let folder = NSTemporaryDirectory() + "placement-\(UUID())"

    private func lay(_ files: [String: String]) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    }

    private func content() throws -> [String: String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(into: [:]) { content, name in
            content[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    private func change(_ files: any FileSystem) throws {
        let placement = Placement(files)
        do {
            try placement.makeFolder("\(folder)/new/deep")
            try placement.write(Array("1".utf8), to: "\(folder)/new/deep/a")
            try placement.write("\(folder)/b") { try files.write(Array("1".utf8), to: $0) }
            for name in ["old", "older"] { try placement.setAside("\(folder)/\(name)") }
            try placement.place()
        } catch {
            placement.rollBack()
            throw error
        }
        placement.finish()
    }

    @Test func afterAnyFaultAllIsAsBeforeAndASecondTryWorks() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (before, after) = (["old": "0", "older": "00"], ["new/deep/a": "1", "b": "1"])
        var refused = 0
        for operation in Self.operations {
            var (countdown, isReached) = (0, true)
            while isReached {
                try lay(before)
                let files = FaultyFileSystem()
                files.fail(operation, with: EIO, at: countdown)
                let done = Result { try change(files) }
                isReached = files.takeCalls().count { $0 == operation } > countdown
                if (try? done.get()) == nil {
                    #expect(try content() == before, "\(operation) \(countdown)")
                    try change(PosixFileSystem())
                    refused += 1
                }
                // What waited and couldn't be removed goes with the next start.
                let left = try content().filter { Placement.place(ofAside: $0.key) == nil }
                #expect(left == after, "\(operation) \(countdown)")
                countdown += 1
            }
        }
        #expect(refused > 12)
    }

    /// What waited, as a killed process leaves it, counts or not: one who knows says so.
    @Test func whatAKilledProcessSetAsideIsPutBackOrGoes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for isPutBack in [false, true] {
            try lay(["a.before": "0", "b.before": "0", "a": "1"])
            let left = try PosixFileSystem().list(folder).compactMap(Placement.place(ofAside:))
            #expect(left == ["a", "b"])
            let placement = Placement(PosixFileSystem(), aside: left.map { "\(folder)/\($0)" })
            if isPutBack { try placement.putBack() } else { placement.finish() }
            #expect(try content() == (isPutBack ? ["a": "0", "b": "0"] : ["a": "1"]))
        }
    }

    @Test func aSweepTakesDraftsAwayAndNothingThatWaits() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try lay([
            Draft.name(of: "a"): "", "b.new": "", "restore.partial": "", "c.0.vault.before": "0", "c.vault": "1",
        ])
        try Draft.sweep(folder, PosixFileSystem())
        #expect(try content() == ["c.0.vault.before": "0", "c.vault": "1"])
        try Draft.sweep("\(folder)/nothing", PosixFileSystem())
    }

    // MARK: One file that others may be writing too

    @Test func ofManyWhoWriteAFileAtOnceOneIsThereAsAWhole() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try lay([:])
        let path = "\(folder)/list"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let bytes = [UInt8](repeating: UInt8(writer), count: 10_000 * (writer + 1))
                    for _ in 0..<20 {
                        try Placement.write(path, PosixFileSystem()) { try PosixFileSystem().write(bytes, to: $0) }
                        let found = try #require(FileManager.default.contents(atPath: path))
                        #expect(Set(found).count == 1 && found.first.map { (Int($0) + 1) * 10_000 } == found.count)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["list"])
    }

    @Test func itTakesItsOwnLeftoversAwayAndNobodyElses() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let others = [Draft.name(of: "names.key"): "", Draft.name(of: ".other.\(UUID())"): "", ".list.mine": ""]
        // The last two are what it was called before version 1.0.
        let own = [Draft.name(of: ".list.\(UUID())"), ".list.partial", ".list.\(UUID())"]
        try lay(own.reduce(into: others) { $0[$1] = "half" })
        let living = try Draft(of: "\(folder)/.list.1", isFolder: false, PosixFileSystem()) { _ in false }
        try Placement.write("\(folder)/list", PosixFileSystem()) { try PosixFileSystem().write([0x31], to: $0) }
        let all = others.merging(["list": "1", Draft.name(of: ".list.1"): ""]) { $1 }
        #expect(try content() == all)
        withExtendedLifetime(living) {}
    }
}
