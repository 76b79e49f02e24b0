import Synchronization
import TestSupport
import Testing

@testable import Fairness

@Suite("What is kept for those who had little lately", .timeLimit(.minutes(1)))
struct SpareTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private static let shares = FairnessLimits(room: 4, ofAccount: 1, ofNetwork: 3, remembered: .seconds(30), spare: 1)
    private static let greedy = (0..<4).map { Requester(account: "greedy \($0)", network: $0 < 3 ? "a" : "b") }
    private static let third = Requester(account: "third", network: "c")

    private static func wait(_ who: Requester, _ line: inout FairQueue<String>) {
        line.append(.init(item: who.account, id: 0, who: who, units: 1, places: 1))
    }

    /// Four accounts of two addresses that compute without end: whoever comes then waits for none of them.
    @Test func fourAccountsDontHoldAllThatThereIs() {
        let clock = Clock()
        var line = FairQueue<String>(Self.shares) { clock.now }
        for turn in 0..<20 {
            for who in Self.greedy { Self.wait(who, &line) }
            var inside: [Requester] = []
            while let next = line.next() { inside.append(next.who) }
            #expect(inside.count == (turn == 0 ? 4 : 3), "turn \(turn)")
            if turn > 0 {
                Self.wait(Self.third, &line)
                #expect(line.next()?.item == "third")
                line.leave(Self.third, units: 1, after: .milliseconds(50))
            }
            clock.pass(.seconds(2))
            for who in inside { line.leave(who, units: 1, after: .seconds(2)) }
            for who in Self.greedy { while line.remove(0, of: who) != nil {} }
        }
    }

    @Test func itIsTheirsAgainOnceThatIsLongAgo() {
        let clock = Clock()
        var line = FairQueue<String>(FairnessLimits(room: 1, remembered: .seconds(30))) { clock.now }
        let (ada, ben) = (Self.greedy[0], Self.greedy[3])
        // Many short uses are one use of their time.
        for _ in 0..<5_000 {
            line.take(ada, units: 1)
            line.leave(ada, units: 1, after: .milliseconds(1))
        }
        line.take(ben, units: 1)
        line.leave(ben, units: 1, after: .seconds(4))
        for who in [ada, ben] { Self.wait(who, &line) }
        #expect(line.next()?.who == ben)
        line.leave(ben, units: 1)
        #expect(line.next()?.who == ada)
        line.leave(ada, units: 1)
        clock.pass(.seconds(30))
        for who in [ada, ben] { Self.wait(who, &line) }
        #expect(line.next()?.who == ada)
    }

    /// What was cancelled while it waited for a thread isn't begun.
    @Test func whatNobodyWaitsForAnyMoreIsNotBegun() async throws {
        let threads = FairThreadPool(FairnessLimits(room: 1))
        let begun = Mutex(false)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await threads.run(for: Self.third) { begun.withLock { $0 = true } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!begun.withLock { $0 })
    }
}
