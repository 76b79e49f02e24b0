import Synchronization
import Testing

@testable import Web
@testable import WebApp

@Suite(.timeLimit(.minutes(2))) struct DeadlinesTests {
    @Test func oneThatIsTakenAwayLeavesNothing() {
        let deadlines = Deadlines()
        for _ in 0..<10_000 { deadlines.remove(deadlines.add(in: .seconds(3_600), while: nil) {}) }
        #expect(deadlines.count == 0)
    }

    @Test func eachComesInItsTimeAndOnce() async {
        let deadlines = Deadlines()
        let (numbers, tell) = AsyncStream.makeStream(of: Int.self)
        _ = deadlines.add(in: .milliseconds(900), while: nil) { tell.yield(2) }
        _ = deadlines.add(in: .milliseconds(1), while: nil) { tell.yield(1) }
        let never = deadlines.add(in: .milliseconds(300), while: nil) { tell.yield(0) }
        deadlines.remove(never)
        var seen: [Int] = []
        for await number in numbers.prefix(2) { seen.append(number) }
        #expect(seen == [1, 2] && deadlines.count == 0)
        // It begins to look again after it had nothing left to look at.
        _ = deadlines.add(in: .milliseconds(1), while: nil) { tell.yield(3) }
        for await number in numbers.prefix(1) { #expect(number == 3) }
    }

    /// Requests that are answered leave no deadline behind.
    @Test func workThatIsDoneTakesItsDeadlineAlong() async throws {
        let before = Deadlines.shared.count
        for _ in 0..<2_000 { _ = try await withTimeLimit(.seconds(3_600)) { 7 } }
        // Other tests have theirs meanwhile.
        #expect(Deadlines.shared.count < before + 500)
    }
}
