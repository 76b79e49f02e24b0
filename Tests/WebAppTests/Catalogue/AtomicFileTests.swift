import Foundation
import Testing

@testable import Lists
@testable import WebApp

/// Files of the catalogue, of trust lists and of jobs, which commands and servers write at the same time.
@Suite(.timeLimit(.minutes(1))) struct AtomicFileTests {
    private let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "atomic-\(UUID())")

    @Test(arguments: [0o600, 0o644]) func aFileHasTheRightsThatWereAskedForAndLeavesNothingBeside(_ rights: Int) throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "list.json")
        for text in ["first", ""] {
            try AtomicFile.write(Data(text.utf8), to: file, permissions: mode_t(rights))
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == rights)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["list.json"])
    }

    /// What the operator reads names it.
    @Test func aFileThatCannotBeWrittenIsNamed() {
        let file = folder.appending(path: "list.json")
        let error = #expect(throws: CocoaError.self) { try AtomicFile.write(Data(), to: file) }
        #expect(error?.filePath == file.path)
    }
}
