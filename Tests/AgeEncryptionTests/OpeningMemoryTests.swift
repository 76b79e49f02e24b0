import Fairness
import Foundation
import Seeded
import TestSupport
import Testing

@testable import AgeEncryption

@Suite("What opening a file holds", .timeLimit(.minutes(3)))
struct OpeningMemoryTests {
    @Test("its header until the key is there, and its content after that")
    func held() async {
        // In a process of its own: the other tests use memory at the same time.
        await #expect(processExitsWith: .success) {
            let size = 48 << 20
            var generator = SeededGenerator(seed: 1)
            let parameters = try ScryptParameters(workFactor: 1, using: &generator)
            let passphrase = try AgePassphrase("p")
            var file: [UInt8] = []
            file.reserveCapacity(size + 1 << 20)
            var writer = AgeWriter(
                key: try PassphraseKey.derive(from: passphrase, parameters), using: &generator)
            for _ in 0..<48 { writer.write([UInt8](repeating: 7, count: 1 << 20), into: &file) }
            writer.finish(into: &file)
            let (sealed, before) = (file, try Self.memory())
            let gate = ScryptGate(memoryBytes: parameters.memoryBytes)
            var place: FairSemaphore.Permit? = try gate.gate.enterNow(.alone, units: parameters.memoryBytes)
            let opening = Task { try await AgeFile.open(sealed, with: passphrase, through: gate) }
            try await eventually { gate.waitingCount == 1 }
            #expect(try Self.memory() - before < 8 << 20, "while it waits for its turn")
            #expect(place != nil)
            place = nil
            let content = try await opening.value
            #expect(content.count == size)
            #expect(try Self.memory(at: "VmHWM") - before < size + 16 << 20, "and at any time")
        }
    }

    /// What the process has in memory, in bytes.
    private static func memory(at name: String = "VmRSS") throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return Int(line?.split(separator: " ").dropFirst().first ?? "", radix: 10).map { $0 << 10 } ?? 0
    }
}
