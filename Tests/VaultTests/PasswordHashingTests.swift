import Fairness
import Secrets
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

@Suite("Turns at hashing passwords", .timeLimit(.minutes(5)))
struct PasswordHashingTests {
    private static func key(_ hashing: PasswordHashing, _ asker: String) async throws -> SecretBytes {
        try await key(hashing, Requester(address: asker))
    }

    private static func key(_ hashing: PasswordHashing, _ who: Requester) async throws -> SecretBytes {
        try await hashing.key(
            password: Array("p".utf8), salt: [UInt8](repeating: 0, count: 16), parameters: .weakForTests, for: who)
    }

    private static func hostile(_ number: Int) -> Requester {
        Requester(address: "198.51.100.\(number)", network: "198.51.100.0/24")
    }

    /// Without a share of networks, as many addresses were as many turns, and whoever came after them was refused.
    @Test func aNetworksManyAddressesLeaveOthersTheirTurn() async throws {
        let hashing = PasswordHashing(atOnce: 2, patience: .seconds(300), pace: .milliseconds(1))
        var place: FairSemaphore.Permit? = try hashing.gate.enterNow(Self.hostile(0))
        let waiting = (1...64).map { number in Task { _ = try await Self.key(hashing, Self.hostile(number)) } }
        try await eventually { hashing.gate.waiting == 64 }
        #expect(hashing.gate.held == 1, "one is for others")
        await #expect(throws: VaultError(.busy, "")) { try await Self.key(hashing, Self.hostile(65)) }
        for number in 0..<20 { _ = try await Self.key(hashing, "203.0.113.\(number)") }
        #expect(hashing.gate.waiting == 64 && place != nil)
        place = nil
        for task in waiting { try await task.value }
    }

    /// Each of them had a turn already: whoever had none goes before all of them, and isn't refused for their number.
    @Test func whoHadNothingWaitsForNoNetworkThatHad() async throws {
        let hashing = PasswordHashing(atOnce: 1, patience: .seconds(200), pace: .seconds(10))
        let networks = (0..<40).map { Requester(address: "2001:db8:\($0)::1", network: "2001:db8:\($0)::/56") }
        for who in networks { withExtendedLifetime(try hashing.gate.enterNow(who)) {} }
        var place: FairSemaphore.Permit? = try hashing.gate.enterNow(networks[0])
        let waiting = networks.map { who in Task { withExtendedLifetime(try await hashing.gate.enter(who)) {} } }
        try await eventually { hashing.gate.waiting == networks.count }
        let third = Task { _ = try await Self.key(hashing, "third") }
        try await eventually { hashing.gate.waiting == networks.count + 1 }
        for task in waiting { task.cancel() }
        try await eventually { hashing.gate.waiting == 1 }
        #expect(place != nil)
        place = nil
        try await third.value
    }

    @Test func whoAsksOftenWaitsForTheirOwnTurnsAlone() async throws {
        let hashing = PasswordHashing(atOnce: 1, patience: .seconds(300))
        let stranger = Requester(address: "stranger")
        var place: FairSemaphore.Permit? = try hashing.gate.enterNow(stranger)
        let (tried, trying) = AsyncStream.makeStream(of: FairSemaphore.Permit.self)
        let hostile = (0..<2).map { _ in Task { _ = trying.yield(try await hashing.gate.enter(stranger)) } }
        try await eventually { hashing.load >= 3 }
        let owner = Task { _ = try await Self.key(hashing, "owner") }
        try await eventually { hashing.load >= 4 }
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

    /// One takes a second, and somebody waits for three: a stranger's fifth try would have to wait for four.
    @Test func refusesWhoseTurnWouldComeTooLate() async throws {
        let hashing = PasswordHashing(atOnce: 1, patience: .seconds(3), pace: .seconds(1))
        let place = try hashing.gate.enterNow(Requester(address: "stranger"))
        var waiting: [Task<Void, any Error>] = []
        func wait(_ asker: String) async throws {
            let load = hashing.load
            waiting.append(Task { _ = try await Self.key(hashing, asker) })
            try await eventually { hashing.load > load }
        }
        for _ in 0..<4 { try await wait("stranger") }
        await #expect(throws: VaultError(.busy, "")) { try await Self.key(hashing, "stranger") }
        // Before others there is one turn of each other, and none of the stranger's, who has had more.
        for asker in ["ada", "ben", "cem", "dora"] { try await wait(asker) }
        await #expect(throws: VaultError(.busy, "")) { try await Self.key(hashing, "emil") }
        for task in waiting { task.cancel() }
        for task in waiting { await #expect(throws: VaultError(.busy, "")) { try await task.value } }
        withExtendedLifetime(place) {}
    }

    @Test func whoHasWaitedTooLongIsToldToComeBack() async throws {
        let hashing = PasswordHashing(atOnce: 1, patience: .seconds(1), pace: .zero)
        var place: FairSemaphore.Permit? = try hashing.gate.enterNow(Requester(address: "stranger"))
        let waiting = ["ada", "ben"].map { asker in Task { _ = try await Self.key(hashing, asker) } }
        try await eventually { hashing.load >= 3 }
        let begun = ContinuousClock.now
        try await eventually { begun.duration(to: .now) >= .milliseconds(1_100) }
        #expect(place != nil)
        place = nil
        for task in waiting { await #expect(throws: VaultError(.busy, "")) { try await task.value } }
        _ = try await Self.key(hashing, "cem")
    }

    @Test func waitsByHowLongItTakesAndNotByHowManyThereAre() async throws {
        let hashing = PasswordHashing(atOnce: 2, patience: .seconds(60), pace: .milliseconds(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { _ = try await Self.key(hashing, "\(number % 8)") } }
            try await group.waitForAll()
        }
    }

    @Test func learnsHowLongOneTakes() async throws {
        let hashing = PasswordHashing(atOnce: 1, patience: .seconds(60), pace: .seconds(600))
        var place: FairSemaphore.Permit? = try hashing.gate.enterNow(Requester(address: "ada"))
        let first = Task { _ = try await Self.key(hashing, "ada") }
        try await eventually { hashing.load >= 2 }
        await #expect(throws: VaultError(.busy, "")) { try await Self.key(hashing, "ada") }
        #expect(place != nil)
        place = nil
        try await first.value
        for _ in 0..<40 { _ = try await Self.key(hashing, "ada") }
        place = try hashing.gate.enterNow(Requester(address: "ada"))
        let waiting = ["ada", "ben"].map { asker in Task { _ = try await Self.key(hashing, asker) } }
        try await eventually { hashing.load >= 3 }
        #expect(place != nil)
        place = nil
        for task in waiting { try await task.value }
    }
}
