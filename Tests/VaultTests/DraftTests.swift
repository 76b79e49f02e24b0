import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// Backups that are begun beside each other, in one folder.
@Suite(.timeLimit(.minutes(3))) struct DraftTests {
    @Test(arguments: [false, true])
    func oneThatIsBegunIsNoLeftoverToTheOthers(isFolder: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drafts-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // What a killed process left goes each time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for round in 0..<250 {
                        let left = Draft.name(of: "\(folder)/left-\(writer)-\(round)")
                        #expect(FileManager.default.createFile(atPath: left, contents: nil))
                        let draft = try Draft(
                            of: "\(folder)/\(writer)-\(round)", isFolder: isFolder, PosixFileSystem())
                        #expect(FileManager.default.fileExists(atPath: draft.path))
                        draft.remove()
                    }
                }
            }
            try await group.waitForAll()
        }
        _ = try Draft(of: "\(folder)/last", isFolder: isFolder, PosixFileSystem())
        #expect(
            Draft.leftovers(in: folder).map { URL(fileURLWithPath: $0).lastPathComponent } == [
                Draft.name(of: "last")
            ])
    }
}
