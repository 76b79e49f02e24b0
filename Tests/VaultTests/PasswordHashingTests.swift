import Fairness
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

@Suite("Turns at hashing passwords", .timeLimit(.minutes(5)))
struct PasswordHashingTests {
    private static func key(_ hashing: PasswordHashing, _ asker: String) async throws -> SecretBytes {
        try await hashing.key(
            password: Array("p".utf8), salt: [UInt8](repeating: 0, count: 16), parameters: .weakForTests, asker: asker)
    }

    @Test func whoAsksOftenWaitsForTheirOwnTurnsAlone() async throws {
        let hashing = PasswordHashing(atOnce: 1, waiting: 10)
        let stranger = Claimant(address: "stranger")
        var place: FairGate.Place? = try hashing.gate.enterNow(stranger)
        let (tried, trying) = AsyncStream.makeStream(of: FairGate.Place.self)
        let hostile = (0..<2).map { _ in Task { _ = trying.yield(try await hashing.gate.enter(stranger)) } }
        while hashing.load < 3 { await Task.yield() }
        let owner = Task { _ = try await Self.key(hashing, "owner") }
        while hashing.load < 4 { await Task.yield() }
        #expect(place != nil)
        place = nil
        var turns = tried.makeAsyncIterator()
        do {
            let first = await turns.next()
            #expect(first != nil)
        }
        // The stranger's other turn comes after it, and isn't given back.
        try await owner.value
        let second = await turns.next()
        #expect(second != nil)
        for task in hostile { try await task.value }
    }

    @Test func refusesWhoWaitsTooOften() async throws {
        let hashing = PasswordHashing(atOnce: 1, waiting: 4)
        let stranger = Claimant(address: "stranger")
        let place = try hashing.gate.enterNow(stranger)
        let waiting = (0..<2).map { _ in Task { _ = try await Self.key(hashing, "stranger") } }
        while hashing.load < 3 { await Task.yield() }
        await #expect(throws: VaultError(.busy, "")) { try await Self.key(hashing, "stranger") }
        let owner = Task { _ = try await Self.key(hashing, "owner") }
        while hashing.load < 4 { await Task.yield() }
        for task in waiting + [owner] { task.cancel() }
        for task in waiting + [owner] { await #expect(throws: VaultError(.busy, "")) { try await task.value } }
        withExtendedLifetime(place) {}
    }
}
