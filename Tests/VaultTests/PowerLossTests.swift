import Foundation
import GRDB
import Synchronization
import Testing

@testable import Vault

/// Power goes at every point of a series of commits; unsynced writes are dropped, torn or kept.
@Suite struct PowerLossTests {
    @Test func noPointOfPowerLossLosesAnAcknowledgedCommit() throws {
        let account = AccountID.random()
        let key = try RandomSource.system.secret(32)
        let disk = RecordedDisk()
        let store = try DirectoryBlobStore(directory: "vaults", files: disk, limit: 100_000_000)
        let home = OpenVault.Home(
            store: store, bookkeeping: disk, random: .system, sizeLimit: 33_554_432, tally: VaultTally(),
            migrator: VaultMigrations.migrator)
        let vault = try OpenVault(new: account, dataKey: key, home: home)
        for number in 1...6 {
            try vault.write { records in
                try records.setSetting("number", to: "\(number)")
                try records.setSetting("filler", to: String(repeating: "x", count: number * 5000))
            }
            disk.acknowledge(number)
        }
        vault.close()
        var states = 0
        for state in disk.statesAfterPowerLoss() {
            let found = try number(in: state, account: account, key: key, home: home)
            #expect(found >= state.acknowledged, "after \(state.description)")
            states += 1
        }
        // Six commits of six steps each, and what the disk may have made of them.
        #expect(states > 150)
    }

    private func number(
        in state: RecordedDisk.State, account: AccountID, key: SecretBytes, home: OpenVault.Home
    ) throws -> Int {
        guard let blob = state.files["vaults/\(account).vault"] else {
            // Before the first commit was acknowledged there may be none.
            return 0
        }
        // Without any bookkeeping yet, the account is not in the books, and nothing was acknowledged.
        guard let bookmark = state.bookmark ?? (state.acknowledged <= 1 ? Bookmark.none : nil) else { return -1 }
        let vault = try OpenVault(opening: account, blob: blob, dataKey: key, bookmark: bookmark, home: home)
        defer { vault.close() }
        return try vault.read { records in
            #expect(try String.fetchOne(records.db, sql: "PRAGMA integrity_check") == "ok")
            return Int(try records.setting("number") ?? "") ?? 0
        }
    }
}

extension Bookmark {
    fileprivate static let none = Bookmark(generation: 0, epoch: 1, tag: [], digest: [], length: 0)
}

/// A disk that remembers every step, so that the power can be cut afterwards at each of them.
private final class RecordedDisk: FileSystem, Bookkeeping {
    enum Step {
        case create(String, Int)
        case write(Int, [UInt8])
        case sync(Int)
        case rename(String, String)
        case syncDirectory
        case remove(String)
        case record(Bookmark)
        case acknowledge(Int)
    }

    struct State: CustomStringConvertible {
        var files: [String: [UInt8]] = [:]
        var bookmark: Bookmark?
        var acknowledged = 0
        var description: String
    }

    private struct Log {
        var steps: [Step] = []
        var paths: [String: Int] = [:]
        var contents: [Int: [UInt8]] = [:]
        var nextFile = 0
    }

    private let log = Mutex(Log())

    func acknowledge(_ number: Int) { log.withLock { $0.steps.append(.acknowledge(number)) } }

    func record(_ bookmark: Bookmark, for account: AccountID) throws(VaultError) {
        log.withLock { $0.steps.append(.record(bookmark)) }
    }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        log.withLock { log in log.paths[path].flatMap { log.contents[$0] } }
    }

    func create(_ path: String) throws(FileError) -> Int32 {
        log.withLock { log in
            log.nextFile += 1
            log.paths[path] = log.nextFile
            log.contents[log.nextFile] = []
            log.steps.append(.create(path, log.nextFile))
            return Int32(log.nextFile)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileError) {
        let bytes = Array(bytes)
        log.withLock { log in
            log.contents[Int(file)]? += bytes
            log.steps.append(.write(Int(file), bytes))
        }
    }

    func sync(_ file: Int32) throws(FileError) { log.withLock { $0.steps.append(.sync(Int(file))) } }
    func close(_ file: Int32) throws(FileError) {}

    func rename(_ source: String, to target: String) throws(FileError) {
        log.withLock { log in
            log.paths[target] = log.paths.removeValue(forKey: source)
            log.steps.append(.rename(source, target))
        }
    }

    func syncDirectory(_ path: String) throws(FileError) { log.withLock { $0.steps.append(.syncDirectory) } }

    func remove(_ path: String) throws(FileError) {
        log.withLock { log in
            guard log.paths.removeValue(forKey: path) != nil else { return }
            log.steps.append(.remove(path))
        }
    }

    func list(_ directory: String) throws(FileError) -> [String] { [] }
    func makeDirectory(_ path: String) throws(FileError) {}

    /// What may be on the disk when the power goes after each step.
    func statesAfterPowerLoss() -> [State] {
        let steps = log.withLock { $0.steps }
        return (0...steps.count).flatMap { Replay(steps[..<$0]).states(after: $0) }
    }

    /// Two views of the same steps: what was made durable, and what was asked for.
    private struct Replay {
        var durableNames: [String: Int] = [:]
        var names: [String: Int] = [:]
        var durable: [Int: [UInt8]] = [:]
        var contents: [Int: [UInt8]] = [:]
        var bookmark: Bookmark?
        var acknowledged = 0

        init(_ steps: ArraySlice<Step>) {
            for step in steps { apply(step) }
        }

        private mutating func apply(_ step: Step) {
            switch step {
            case .create(let path, let file):
                names[path] = file
                contents[file] = []
            case .write(let file, let bytes): contents[file, default: []] += bytes
            case .sync(let file): durable[file] = contents[file]
            case .rename(let source, let target): names[target] = names.removeValue(forKey: source)
            case .syncDirectory: durableNames = names
            case .remove(let path): names[path] = nil
            case .record(let bookmark): self.bookmark = bookmark
            case .acknowledge(let number): acknowledged = number
            }
        }

        func states(after step: Int) -> [State] {
            [("old names", durableNames), ("new names", names)].flatMap { label, names in
                ["dropped", "torn", "zeroed", "kept"].map { fate in
                    var state = State(
                        bookmark: bookmark, acknowledged: acknowledged, description: "step \(step), \(label), \(fate)")
                    for (path, file) in names { state.files[path] = content(file, fate) }
                    return state
                }
            }
        }

        private func content(_ file: Int, _ fate: String) -> [UInt8] {
            let asked = contents[file] ?? []
            if let safe = durable[file], safe == asked { return safe }
            switch fate {
            case "dropped": return durable[file] ?? []
            case "torn": return Array(asked.prefix(asked.count / 2))
            case "zeroed": return [UInt8](repeating: 0, count: asked.count)
            default: return asked
            }
        }
    }
}
