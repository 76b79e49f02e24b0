import Fairness
import Seeded
import TestSupport
import Testing

@testable import AgeEncryption

@Suite("The gate bounds what passphrases take", .timeLimit(.minutes(3)))
struct ScryptGateTests {
    private static func parameters(_ workFactor: Int) throws -> ScryptParameters {
        var generator = SeededGenerator(seed: 1)
        return try ScryptParameters(workFactor: workFactor, using: &generator)
    }

    @Test("one derivation takes the memory that the parameters say")
    func memory() throws {
        #expect(try Self.parameters(18).memoryBytes == 256 << 20)
        #expect(try Self.parameters(20).memoryBytes == 1 << 30)
    }

    @Test("many come through a gate that has room for one")
    func many() async throws {
        let gate = ScryptGate(memoryBytes: 1 << 20)
        let passphrase = try AgePassphrase("p")
        let parameters = try Self.parameters(10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await gate.derive(from: passphrase, parameters) } }
            try await group.waitForAll()
        }
        #expect(gate.waitingCount == 0)
    }

    @Test("a derivation larger than the gate runs, alone")
    func larger() async throws {
        let gate = ScryptGate(memoryBytes: 1)
        let passphrase = try AgePassphrase("p")
        async let first = gate.derive(from: passphrase, Self.parameters(8))
        async let second = gate.derive(from: passphrase, Self.parameters(9))
        #expect(try await first.parameters.workFactor == 8)
        #expect(try await second.parameters.workFactor == 9)
    }

    @Test("past the end of the line is busy, and a cancelled one leaves the line")
    func busyAndCancelled() async throws {
        let gate = ScryptGate(memoryBytes: 1, maximumWaiting: 1)
        let passphrase = try AgePassphrase("p")
        let quick = try Self.parameters(1)
        var place: FairSemaphore.Permit? = try gate.gate.enterNow(.alone)
        let waiting = Task { try await gate.derive(from: passphrase, quick) }
        try await eventually { gate.waitingCount == 1 }
        await #expect(throws: AgeError(.busy, "")) { try await gate.derive(from: passphrase, quick) }
        waiting.cancel()
        await #expect(throws: AgeError(.cancelled, "")) { try await waiting.value }
        #expect(gate.waitingCount == 0 && place != nil)
        place = nil
        #expect(try await gate.derive(from: passphrase, quick).parameters == quick)
    }
}
