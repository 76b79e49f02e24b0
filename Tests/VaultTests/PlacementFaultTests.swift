import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// A fault, and a kill, at every call on the files of a backup and of a restore.
///
/// Nothing or all of it is there, and a second try works. `AccountSwapTests` does the same for one account that is put back.
@Suite(.timeLimit(.minutes(5))) struct PlacementFaultTests {
    enum Copying: CaseIterable {
        case toFolder, toFile, toEmptyFolder, restore, restoreOfFile, restoreToEmptyFolder

        var target: String { self == .toFile ? "target.tar" : "target" }
        var isIntoFolder: Bool { self == .toEmptyFolder || self == .restoreToEmptyFolder }
        var isRestore: Bool { [.restore, .restoreOfFile, .restoreToEmptyFolder].contains(self) }
    }

    private let app = TestVaults()
    private var place: String { "\(app.path)-place" }
    private var backup: String { "\(app.path)-backup" }

    /// An account with an attachment, and one that is deleted after its backup.
    private func withBackup(_ body: () throws -> Void) async throws {
        defer {
            for path in [place, backup] { try? FileManager.default.removeItem(atPath: path) }
        }
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        let (_, paul) = try await app.member(accounts, "paul")
        try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
        try app.backup(to: "\(backup)/1")
        try app.backup(to: "\(backup)/1.tar")
        try await accounts.delete(paul, password: TestVaults.password)
        // Its list of the deleted.
        try app.backup(to: "\(backup)/2")
        await accounts.close()
        try body()
    }

    private func lay(_ copying: Copying) throws {
        try? FileManager.default.removeItem(atPath: place)
        let path = copying.isIntoFolder ? "\(place)/target" : place
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private func run(_ copying: Copying, in place: String, _ files: any FileSystem) throws {
        let target = "\(place)/\(copying.target)"
        switch copying {
        case .toFolder, .toFile, .toEmptyFolder: try BackupCopy(of: app.path, files: files).write(to: target)
        case .restore, .restoreToEmptyFolder: try BackupRestore(of: "\(backup)/1", files: files).write(to: target)
        case .restoreOfFile: try BackupRestore(of: "\(backup)/1.tar", files: files).write(to: target)
        }
    }

    /// Whether it is there; then it is right.
    private func isWhole(_ copying: Copying, in place: String) throws -> Bool {
        let target = "\(place)/\(copying.target)"
        let sign = copying == .toFile ? target : "\(target)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: sign) else { return false }
        let check = try copying.isRestore ? DirectoryCheck(target) : DirectoryCheck.backup(target)
        #expect(check.findings == [] && check.accounts == 1)
        if !copying.isRestore { #expect(try DeletedAccountList(at: place)?.count == 1) }
        return true
    }

    /// But for the list of the deleted, which comes first.
    private func names(in place: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: place).filter { $0 != DeletedAccountList.fileName }.sorted()
    }

    @Test(arguments: Copying.allCases)
    func afterAnyFaultNothingIsThereAndASecondTryWorks(_ copying: Copying) async throws {
        try await withBackup {
            var refused = 0
            for operation in PlacementTests.operations {
                var (countdown, isReached) = (0, true)
                while isReached {
                    try lay(copying)
                    let files = FaultyFileSystem()
                    files.fail(operation, with: EIO, at: countdown)
                    let done = Result { try run(copying, in: place, files) }
                    isReached = files.takeCalls().count { $0 == operation } > countdown
                    if (try? done.get()) == nil {
                        refused += 1
                        #expect(
                            try names(in: place) == (copying.isIntoFolder ? ["target"] : []),
                            "\(operation) \(countdown)")
                        try run(copying, in: place, PosixFileSystem())
                    }
                    #expect(try isWhole(copying, in: place), "\(operation) \(countdown)")
                    #expect(try !names(in: place).contains(where: Draft.isDraft), "\(operation) \(countdown)")
                    countdown += 1
                }
            }
            #expect(refused > 20)
        }
    }

    @Test(arguments: Copying.allCases)
    func whatAKillAtAnyCallLeavesIsNothingOrAllAndASecondTryWorks(_ copying: Copying) async throws {
        try await withBackup {
            try lay(copying)
            let place = place
            let files = FaultyFileSystem { operation, number in
                guard PlacementTests.operations.contains(operation) else { return }
                try? FileManager.default.copyItem(atPath: place, toPath: "\(place)-\(number)")
            }
            try run(copying, in: place, files)
            let last = files.takeCalls().count
            defer { for number in 1...last { try? FileManager.default.removeItem(atPath: "\(place)-\(number)") } }
            var seen: [Bool] = []
            for number in 1...last where FileManager.default.fileExists(atPath: "\(place)-\(number)") {
                let left = "\(place)-\(number)"
                seen.append(try isWhole(copying, in: left))
                guard seen.last == false else { continue }
                try run(copying, in: left, PosixFileSystem())
                #expect(try isWhole(copying, in: left), "\(number)")
                #expect(try !names(in: left).contains(where: Draft.isDraft), "\(number)")
            }
            // The name comes once, and stays.
            #expect(seen.count > 20)
            #expect(seen.first == false && seen == seen.sorted { !$0 && $1 })
        }
    }

    /// A server takes away what a restore left that was killed once nothing was missing.
    @Test func aServerThatStartsTakesTheDraftOfAWholeRestoreAway() async throws {
        let first = try app.accounts()
        _ = try await app.member(first)
        await first.close()
        let draft = Draft.name(of: "\(app.path)/")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        try Data("vaults\naccounts.sqlite".utf8).write(to: URL(fileURLWithPath: "\(draft)/.placing"))
        let accounts = try app.accounts()
        #expect(try await accounts.count() == 1)
        #expect(!FileManager.default.fileExists(atPath: draft))
        await accounts.close()
    }
}
