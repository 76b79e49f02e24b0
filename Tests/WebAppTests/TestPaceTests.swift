import Foundation
import Testing

@testable import WebApp

@Suite("The pace of servers that tests start", .timeLimit(.minutes(3)))
struct TestPaceTests {
    private func pace(_ text: String) throws -> Double {
        let file = FileManager.default.temporaryDirectory.appending(path: "pace-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        return TestPace.read(handle.fileDescriptor)
    }

    @Test func isReadOffADescriptorThatSaysSo() throws {
        #expect(try pace("vaccinapp-pace 30") == 30)
        #expect(TestPace.ofThisProcess == 1, "the tests' own process has none")
    }

    @Test(arguments: [
        "", "30", "vaccinapp-pace", "vaccinapp-pace 0", "vaccinapp-pace -3", "vaccinapp-pace 1001",
        "vaccinapp-pace 0.5",
        "vaccinapp-pace 30\n", "vaccinapp-pace 99999999999999999999999", "vaccinapp-pace x", "pace 30",
    ])
    func isOneForAnyOtherFile(_ text: String) throws {
        #expect(try pace(text) == 1)
    }

    @Test(arguments: [-1, 998] as [Int32])
    func isOneWhereNothingIsOpen(_ descriptor: Int32) { #expect(TestPace.read(descriptor) == 1) }
}
