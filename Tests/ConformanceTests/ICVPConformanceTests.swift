import Foundation
import Testing

@testable import conformance

@Suite("The WHO's published international certificates", .timeLimit(.minutes(3)))
struct ICVPConformanceTests {
    // Needs the reference data, which is not part of the project.
    @Test("each layer is what was published beside it", .enabled(if: SharedFolder.has("icvp")))
    func published() throws {
        let outcomes = try ICVPCommand.outcomes(DataFiles(folder: SharedFolder.path("icvp")))
        #expect(outcomes.map(\.state) == [.agrees, .agrees, .agrees, .agrees])
    }

    @Test("a layer that isn't what was published disagrees, as does a text that can't be read")
    func disagreeing() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = #"{"protectedAttributes":{},"unprotectedAttributes":{},"contents":{"1":"XL"}}"#
        try Data("HC1:6BF".utf8).write(to: URL(filePath: folder).appending(path: "a.txt"))
        try Data(contents.utf8).write(to: URL(filePath: folder).appending(path: "aUnpacked.json"))
        try Data("HC1:6BF".utf8).write(to: URL(filePath: folder).appending(path: "b.txt"))
        let outcomes = try ICVPCommand.outcomes(DataFiles(folder: folder))
        #expect(outcomes.map(\.state) == [.disagrees, .disagrees, .disagrees, .disagrees, .skipped])
    }
}
