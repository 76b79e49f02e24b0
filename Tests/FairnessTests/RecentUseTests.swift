import Testing

@testable import Fairness

@Suite("How long somebody had something lately", .timeLimit(.minutes(1)))
struct RecentUseTests {
    private static let who = Requester(account: "a", network: "n")
    private static let other = Requester(account: "b", network: "n")

    @Test func whatEndsIsCountedForTheSpan() {
        var recent = RecentUse(span: .seconds(30))
        let start = ContinuousClock.now
        recent.add(.seconds(1), of: Self.who, at: start)
        recent.add(.seconds(2), of: Self.other, at: start + .seconds(10))
        recent.forget(at: start + .seconds(29))
        #expect(recent.time(ofAccount: "a") == .seconds(1))
        #expect(recent.time(ofNetwork: "n") == .seconds(3))
        recent.forget(at: start + .seconds(30))
        #expect(recent.time(ofAccount: "a") == .zero)
        #expect(recent.time(of: Self.other) == .seconds(4), "the account's and the network's")
        recent.forget(at: start + .seconds(40))
        #expect(recent.time(ofNetwork: "n") == .zero)
    }

    /// However often somebody has something, no more than a hundred and one ends are kept.
    @Test func whatEndsTogetherGoesTogether() {
        var recent = RecentUse(span: .seconds(30))
        let start = ContinuousClock.now
        for number in 0..<10 { recent.add(.milliseconds(1), of: Self.who, at: start + .milliseconds(number * 29)) }
        recent.add(.milliseconds(1), of: Self.who, at: start + .milliseconds(300))
        recent.forget(at: start + .seconds(30))
        #expect(recent.time(ofAccount: "a") == .milliseconds(1))
    }
}
