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

    @Test("a derivation counts as much as it takes, and one that takes more than there is is refused")
    func larger() async throws {
        let gate = ScryptGate(memoryBytes: 1 << 19)
        let passphrase = try AgePassphrase("p")
        #expect(try await gate.derive(from: passphrase, Self.parameters(9)).parameters.workFactor == 9)
        await #expect(throws: AgeError(.workFactorTooHigh, "")) {
            try await gate.derive(from: passphrase, Self.parameters(10))
        }
        #expect(ScryptGate().workFactor == 19 && ScryptGate(memoryBytes: 1 << 30).workFactor == AgeLimits().workFactor)
    }

    private static func hostile(_ number: Int) -> Requester { Requester(account: "\(number)", network: "hostile") }

    @Test("a network's accounts have one derivation and some places to wait, and others the rest")
    func networks() async throws {
        let (passphrase, small) = (try AgePassphrase("p"), try Self.parameters(1))
        let gate = ScryptGate(memoryBytes: 2 * small.memoryBytes)
        var place: FairSemaphore.Permit? = try gate.gate.enterNow(Self.hostile(0), units: small.memoryBytes)
        let waiting = (1...8).map { number in
            Task { try await gate.derive(from: passphrase, small, for: Self.hostile(number)) }
        }
        try await eventually { gate.waitingCount == 8 }
        await #expect(throws: AgeError(.busy, "")) {
            try await gate.derive(from: passphrase, small, for: Self.hostile(9))
        }
        let third = Requester(account: "third", network: "theirs")
        #expect(try await gate.derive(from: passphrase, small, for: third).parameters == small)
        #expect(gate.waitingCount == 8 && gate.gate.held == small.memoryBytes && place != nil)
        place = nil
        for task in waiting { #expect(try await task.value.parameters == small) }
    }

    @Test("half of the memory is for those who derived little lately")
    func spare() {
        let shares = ScryptGate().gate.shares
        #expect(shares.room == 512 << 20 && shares.spare == 256 << 20 && shares.placesOfNetwork == 1)
        #expect(shares.remembered == .seconds(600) && shares.waiting == 64)
    }

    @Test("past the end of the line is busy, and a cancelled one leaves the line")
    func busyAndCancelled() async throws {
        let gate = ScryptGate(memoryBytes: 1 << 11, maximumWaiting: 1)
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
