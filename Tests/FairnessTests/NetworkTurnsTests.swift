import Synchronization
import Testing

@testable import Fairness

@Suite("Networks get their turns, and their accounts after that", .timeLimit(.minutes(1)))
struct NetworkTurnsTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    /// As the threads of long work are shared.
    private static let long = FairnessLimits(room: 4, ofAccount: 1, ofNetwork: 3, remembered: .seconds(30), spare: 1)
    private static let third = Requester(account: "third", network: "theirs")
    private static func hostile(_ number: Int) -> Requester { Requester(account: "\(number)", network: "hostile") }

    private static func wait(_ who: Requester, _ line: inout FairQueue<String>) {
        line.append(.init(item: who.account, id: 0, who: who, units: 1, places: 1))
    }

    private static func inside(_ line: inout FairQueue<String>) -> [Requester] {
        var inside: [Requester] = []
        while let next = line.next() { inside.append(next.who) }
        return inside
    }

    @Test func aNetworksManyAccountsAreOneTurnAmongNetworks() {
        var line = FairQueue<String>(FairnessLimits(room: 1))
        for number in 0..<30 { Self.wait(Self.hostile(number), &line) }
        for _ in 0..<3 { Self.wait(Self.third, &line) }
        #expect(line.turns(before: Requester(account: "new", network: "new")) == 2)
        #expect(line.turns(before: Requester(account: "new", network: "hostile")) == 30 + 3)
        var order: [String] = []
        while let next = line.next() {
            order.append(next.item)
            line.leave(next.who, units: 1)
        }
        #expect(order.prefix(6) == ["0", "third", "1", "third", "2", "third"])
        #expect(order.count == 33 && Set(order).count == 31)
    }

    /// Whoever computed lately doesn't wait until all have who didn't.
    @Test(arguments: [30, 300]) func aThirdPersonWaitsForNoMoreThanANetworkMayHave(accounts: Int) {
        let clock = Clock()
        var line = FairQueue<String>(Self.long) { clock.now }
        line.take(Self.third, units: 1)
        line.leave(Self.third, units: 1, after: .seconds(1))
        for number in 0..<accounts { Self.wait(Self.hostile(number), &line) }
        var running = Self.inside(&line)
        #expect(running.count == 3, "no more than a network's")
        for turn in 0..<20 {
            clock.pass(.seconds(2))
            Self.wait(Self.third, &line)
            #expect(line.next()?.who == Self.third, "turn \(turn)")
            line.leave(Self.third, units: 1, after: .milliseconds(10))
            line.leave(running.removeFirst(), units: 1, after: .seconds(2))
            running += Self.inside(&line)
        }
    }

    /// Nor do they take all places to wait.
    @Test func aThirdOfThePlacesToWaitIsForOtherNetworks() {
        var line = FairQueue<String>(FairnessLimits(room: 1, waiting: 64, waitingOfAccount: 2))
        for number in 0..<80 where line.waitingRefusal(Self.hostile(number / 2)) == nil {
            Self.wait(Self.hostile(number / 2), &line)
        }
        #expect(line.waiting == 43 && line.waitingRefusal(Self.hostile(99)) == .full)
        #expect(line.waitingRefusal(Self.third) == nil)
    }

    /// Else three networks would take all places of those who are known.
    @Test func aNetworkHasSoManyPlacesAndSoManyWaiting() {
        var line = FairQueue<String>(FairnessLimits(room: 8, placesOfNetwork: 2, waiting: 64, waitingOfNetwork: 5))
        for number in 0..<7 { Self.wait(Self.hostile(number), &line) }
        #expect(Self.inside(&line).count == 2 && line.waiting == 5)
        #expect(line.waitingRefusal(Self.hostile(9)) == .ownShare && line.waitingRefusal(Self.third) == nil)
        #expect(line.refusal(Self.hostile(9), units: 1) == .ownShare)
        #expect(line.refusal(Self.hostile(9), units: 1, places: 0) == nil, "what is held beside a place has none")
        #expect(line.refusal(Self.third, units: 1) == nil)
        line.leave(Self.hostile(0), units: 1)
        #expect(Self.inside(&line).count == 1)
    }

    /// Where it is remembered who had how much, nobody's turn comes after those who had more.
    @Test func turnsOfThoseWhoHadMoreAreNotCounted() {
        let clock = Clock()
        var line = FairQueue<String>(FairnessLimits(room: 1, remembered: .seconds(30))) { clock.now }
        for number in 0..<30 {
            let who = Requester(account: "\(number)", network: "\(number)")
            line.take(who, units: 1)
            line.leave(who, units: 1, after: .seconds(number < 20 ? 2 : 1))
            Self.wait(who, &line)
        }
        #expect(line.turns(before: Self.third) == 0)
        line.take(Self.third, units: 1)
        line.leave(Self.third, units: 1, after: .milliseconds(1_500))
        #expect(line.turns(before: Self.third) == 10)
        #expect(line.turns(before: Requester(account: "another", network: "29")) == 9, "its own have had more")
    }

    /// What runs counts while it runs, and not only once it has ended.
    @Test func whatRunsNowCounts() {
        let clock = Clock()
        var line = FairQueue<String>(FairnessLimits(room: 2, remembered: .seconds(30), spare: 1)) { clock.now }
        Self.wait(Self.hostile(0), &line)
        #expect(line.next() != nil)
        clock.pass(.seconds(2))
        line.take(Self.third, units: 1)
        line.leave(Self.third, units: 1, after: .seconds(1))
        Self.wait(Self.hostile(1), &line)
        Self.wait(Self.third, &line)
        #expect(line.next()?.who == Self.third, "who had less, with what runs")
        line.leave(Self.third, units: 1, after: .zero)
        clock.pass(.seconds(2))
        #expect(line.next() == nil, "what is spare is for who has little, with what runs")
        line.leave(Self.hostile(0), units: 1, after: .seconds(4))
        #expect(line.next()?.who == Self.hostile(1))
    }

    /// Behind the address of a school or a company are many: each of them has their turn.
    @Test func whoeverSharesANetworkWithManyIsServedInTurn() {
        let clock = Clock()
        var line = FairQueue<String>(Self.long) { clock.now }
        let neighbour = Requester(account: "neighbour", network: "hostile")
        var turns = 0
        for number in 0..<30 { Self.wait(Self.hostile(number), &line) }
        for running in Self.inside(&line) {
            clock.pass(.seconds(1))
            line.leave(running, units: 1, after: .seconds(2))
            Self.wait(running, &line)
        }
        Self.wait(neighbour, &line)
        while let next = line.next(), next.who != neighbour {
            turns += 1
            clock.pass(.seconds(2))
            line.leave(next.who, units: 1, after: .seconds(2))
            // They come again at once.
            Self.wait(next.who, &line)
        }
        #expect(turns == 27, "those who waited and had nothing yet")
    }

    /// Networks that take all they can leave the pages of everybody else their room.
    @Test func whoHoldsLittleGetsWhatIsSpare() throws {
        let shares = FairnessLimits(room: 160, ofAccount: 72, ofNetwork: 96, spare: 64, little: 8)
        let gate = FairSemaphore(shares)
        var held: [FairSemaphore.Permit] = []
        for number in 0..<40 {
            let who = Requester(account: "\(number)", network: "\(number % 2)")
            for size in [57, 43, 20, 9, 1] {
                while let more = try? gate.enterNow(who, units: size) { held.append(more) }
            }
        }
        #expect(gate.held == 96, "two networks have no more than what isn't spare, however many accounts they are")
        for number in 0..<8 {
            let who = Requester(account: "other \(number)", network: "other \(number)")
            #expect(throws: ShareRefusal.ownShare) { try gate.enterNow(who, units: 9) }
            #expect(throws: Never.self) { try gate.enterNow(who, units: 4, places: 0) }
            let reader = try gate.enterNow(who, units: 4)
            #expect(throws: Never.self, "their next page") { try gate.enterNow(who, units: 4, places: 0) }
            held.append(reader)
        }
        withExtendedLifetime(held) {}
    }
}
