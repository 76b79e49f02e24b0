import Foundation
import Immunization
import ImmunizationCases
import Testing

@Suite("Cases that a clinician can read", .timeLimit(.minutes(3)))
struct CaseFileTests {
    static let folder = ShippedCatalogue.root.appending(path: "Tests/ImmunizationTests/Cases").resolvingSymlinksInPath()

    /// Every case below the folder, sorted by name; the files' paths are the cases' names.
    static let cases = Result {
        let catalogue = try ShippedCatalogue.load()
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".json") }.sorted().map { path in
            try CaseFile(
                json: [UInt8](Data(contentsOf: folder.appending(path: path))), name: path, catalogue: catalogue)
        }
    }

    static let engine = Result {
        try ImmunizationEngine(schedules: try ShippedSchedules.load(), catalogue: try ShippedCatalogue.load())
    }

    static let check = Result {
        try CaseCheck(catalogue: try ShippedCatalogue.load(), schedules: try ShippedSchedules.load())
    }

    @Test func areAtLeastOneHundredAndFifty() throws {
        #expect(try Self.cases.get().count >= 150)
    }

    @Test(arguments: (try? cases.get()) ?? [])
    func isJudgedAsExpected(_ file: CaseFile) throws {
        #expect(!file.title.isEmpty && !file.source.isEmpty && file.remarks.isEmpty, "\(file.name): \(file.remarks)")
        for difference in try Self.check.get().differences(in: file) { Issue.record("\(file.name): \(difference)") }
    }
}
