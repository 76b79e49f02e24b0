import Synchronization
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.timeLimit(.minutes(3))) struct KeyedLockTests {
    private struct Failure: Error {}

    /// Opens once, for all who wait.
    private final class Gate: Sendable {
        private let opened = Mutex(false)

        func open() { opened.withLock { $0 = true } }
        /// For a minute at most.
        func wait() async {
            let end = ContinuousClock.now + .seconds(60)
            while !opened.withLock({ $0 }), ContinuousClock.now < end { await Task.yield() }
        }
    }

    /// How many are inside at once, and were at most.
    private final class Room: Sendable {
        private let counts = Mutex((inside: 0, most: 0))

        var most: Int { counts.withLock(\.most) }
        func enter() { counts.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1)) } }
        func leave() { counts.withLock { $0.inside -= 1 } }
    }

    @Test func oneAtATimeForAKey() async throws {
        let (locks, room) = (KeyedLock<Int>(), Room())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await locks.withLock(1) {
                        room.enter()
                        for _ in 0..<20 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.most == 1)
    }

    @Test func keysDontWaitForEachOther() async throws {
        let (locks, gate) = (KeyedLock<Int>(), Gate())
        async let first = locks.withLock(1) {
            await gate.wait()
            return 1
        }
        #expect(try await locks.withLock(2) { 2 } == 2)
        gate.open()
        #expect(try await first == 1)
    }

    @Test func whoComesToALineThatIsTooLongIsSentAway() async throws {
        let (locks, gate) = (KeyedLock<Int>(limit: 2), Gate())
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        try await locks.withLock(1) { await gate.wait() }
                        return false
                    } catch {
                        gate.open()
                        return (error as? VaultError)?.code == .busy
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 1)
    }

    @Test func whoHasHadTheirTurnTakesNoPlaceAndFailuresEndIt() async throws {
        let locks = KeyedLock<Int>(limit: 2)
        for number in 0..<10 {
            await #expect(throws: Failure.self) { try await locks.withLock(1) { throw Failure() } }
            #expect(try await locks.withLock(1) { number } == number)
        }
    }
}
