import Synchronization
import TestSupport
import Testing

@testable import Fairness

@Suite("FairnessLimits", .timeLimit(.minutes(3)))
struct FairSemaphoreTests {
    private static func who(_ account: String, _ network: String = "a") -> Requester {
        Requester(account: account, network: network)
    }

    @Test func boundsWhatAllAnAccountAndANetworkHave() throws {
        let gate = FairSemaphore(FairnessLimits(room: 100, ofAccount: 40, ofNetwork: 60))
        let first = try gate.enterNow(Self.who("ada"), units: 30)
        #expect(throws: ShareRefusal.ownShare) { try first.take(11) }
        try first.take(10)
        #expect(throws: ShareRefusal.ownShare, "the network's") { try gate.enterNow(Self.who("ben"), units: 21) }
        let second = try gate.enterNow(Self.who("ben", "b"), units: 40)
        let third = try gate.enterNow(Self.who("cem", "c"), units: 20)
        #expect(throws: ShareRefusal.full) { try gate.enterNow(Self.who("dora", "d")) }
        #expect(gate.held == 100)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func whatGoesIsFreeAgain() throws {
        let gate = FairSemaphore(FairnessLimits(room: 1, ofAccount: 1))
        do {
            let place = try gate.enterNow(Self.who("ada"))
            #expect(throws: ShareRefusal.ownShare) { try gate.enterNow(Self.who("ada")) }
            withExtendedLifetime(place) {}
        }
        #expect(gate.held == 0)
        _ = try gate.enterNow(Self.who("ada"))
    }

    @Test func boundsPlacesHoweverSmall() throws {
        let gate = FairSemaphore(FairnessLimits(room: 100, placesOfAccount: 2))
        let places = [try gate.enterNow(Self.who("ada"), units: 0), try gate.enterNow(Self.who("ada"), units: 0)]
        #expect(throws: ShareRefusal.ownShare) { try gate.enterNow(Self.who("ada"), units: 0) }
        withExtendedLifetime(places) {}
    }

    @Test func thoseWhoWaitGetTheirTurnsAccountByAccount() {
        var line = FairQueue<Int>(FairnessLimits(room: 1))
        for (id, account) in ["ada", "ada", "ada", "ben", "cem"].enumerated() {
            line.append(.init(item: id, id: UInt64(id), who: Self.who(account), units: 1, places: 1))
        }
        var order: [String] = []
        while let next = line.next() {
            order.append(next.who.account)
            line.leave(next.who, units: 1)
        }
        #expect(order == ["ada", "ben", "cem", "ada", "ada"])
    }

    @Test func tellsHowManyTurnsComeBeforeOnesOwn() {
        var line = FairQueue<Int>(FairnessLimits(room: 1))
        for (id, account) in ["ada", "ada", "ada", "ben", "cem", "cem"].enumerated() {
            #expect(line.turns(before: Self.who("dora")) == Set(["ada", "ada", "ada", "ben", "cem"].prefix(id)).count)
            line.append(.init(item: id, id: UInt64(id), who: Self.who(account), units: 1, places: 1))
        }
        #expect(line.turns(before: Self.who("ada")) == 3 + 1 + 2)
        #expect(line.turns(before: Self.who("ben")) == 1 + 2 + 2)
    }

    @Test func whoHasTheirShareHoldsUpNobody() {
        var line = FairQueue<Int>(FairnessLimits(room: 3, ofAccount: 1, ofNetwork: 2))
        let claims = [("ada", "a"), ("ada", "a"), ("ben", "a"), ("cem", "a"), ("dora", "d")]
        for (id, claim) in claims.enumerated() {
            line.append(.init(item: id, id: UInt64(id), who: Self.who(claim.0, claim.1), units: 1, places: 1))
        }
        var inside: [Int] = []
        while let next = line.next() { inside.append(next.item) }
        #expect(inside == [0, 4, 2] && line.waiting == 2)
    }

    @Test func smallSharesDontOvertakeALargeOneForEver() {
        var line = FairQueue<Int>(FairnessLimits(room: 10))
        line.take(Self.who("ada"), units: 5)
        line.append(.init(item: 0, id: 0, who: Self.who("ben"), units: 8, places: 1))
        line.append(.init(item: 1, id: 1, who: Self.who("cem"), units: 1, places: 1))
        #expect(line.next() == nil)
        line.leave(Self.who("ada"), units: 5)
        #expect(line.next()?.item == 0 && line.next()?.item == 1)
    }

    /// A clock that moves only when asked to.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    /// A line for one at a time, which remembers ten minutes.
    private static func line(_ clock: Clock, waiting: Int = .max) -> FairQueue<String> {
        FairQueue(FairnessLimits(room: 1, waiting: waiting, remembered: .seconds(600))) { clock.now }
    }

    private static func use(_ seconds: Int, by who: Requester, _ line: inout FairQueue<String>) {
        line.take(who, units: 1)
        line.leave(who, units: 1, after: .seconds(seconds))
    }

    private static func wait(_ who: Requester, _ line: inout FairQueue<String>) {
        line.append(.init(item: who.account, id: 0, who: who, units: 1, places: 1))
    }

    /// Who goes in one after the other; nobody keeps anything.
    private static func order(_ line: inout FairQueue<String>) -> [String] {
        var order: [String] = []
        while let next = line.next() {
            order.append(next.item)
            line.leave(next.who, units: 1)
        }
        return order
    }

    @Test func whoHadLeastLatelyGoesFirst() {
        let clock = Clock()
        var line = Self.line(clock)
        let people = ["ada", "ben", "cem"].map { Self.who($0, $0) }
        for (person, seconds) in zip(people, [9, 5, 7]) { Self.use(seconds, by: person, &line) }
        for person in people + [Self.who("dora", "d")] { Self.wait(person, &line) }
        #expect(Self.order(&line) == ["dora", "ben", "cem", "ada"])
        clock.pass(.seconds(599))
        Self.use(1, by: Self.who("ben", "ben"), &line)
        for person in people { Self.wait(person, &line) }
        #expect(Self.order(&line) == ["ben", "cem", "ada"])
        // Of those ten minutes only Ben's last second is left.
        clock.pass(.seconds(1))
        for person in people { Self.wait(person, &line) }
        #expect(Self.order(&line) == ["ada", "cem", "ben"])
    }

    @Test func eightAccountsOfThreeNetworksKeepNobodyElseWaiting() {
        var line = Self.line(Clock())
        let hostile = (0..<8).map { Self.who("hostile \($0)", "\($0 % 3)") }
        for account in hostile { Self.use(5, by: account, &line) }
        for account in hostile + hostile + hostile { Self.wait(account, &line) }
        Self.wait(Self.who("hostile 8", "0"), &line)
        Self.use(1, by: Self.who("ada", "a"), &line)
        Self.wait(Self.who("ada", "a"), &line)
        Self.wait(Self.who("ben", "b"), &line)
        let order = Self.order(&line)
        #expect(order.prefix(2) == ["ben", "ada"], "a new account of their network gains nothing")
        #expect(order.count == 27 && order.firstIndex(of: "hostile 8") == 8)
    }

    @Test func aThirdOfThePlacesToWaitIsForWhoHadNothing() {
        let clock = Clock()
        var line = Self.line(clock, waiting: 9)
        line.take(Self.who("held", "h"), units: 1)
        Self.use(1, by: Self.who("ada", "a"), &line)
        for number in 0..<6 {
            let who = Self.who("hostile \(number)", "x")
            #expect(line.waitingRefusal(who) == nil, "\(number)")
            Self.wait(who, &line)
        }
        for (known, why) in [
            (Self.who("hostile 0", "y"), "its account waits"), (Self.who("hostile 6", "x"), "its network waits"),
            (Self.who("held", "y"), "its account has something"), (Self.who("new", "h"), "its network has something"),
            (Self.who("ada", "y"), "its account had something"), (Self.who("new", "a"), "its network had something"),
        ] { #expect(line.waitingRefusal(known) == .full, "\(why)") }
        for name in ["ben", "cem", "dora"] {
            #expect(line.waitingRefusal(Self.who(name, name)) == nil, "\(name)")
            Self.wait(Self.who(name, name), &line)
            if name == "ben" {
                // Ten minutes later what Ada had counts no more.
                clock.pass(.seconds(600))
                #expect(line.waitingRefusal(Self.who("ada", "a")) == nil)
            }
        }
        #expect(line.waitingRefusal(Self.who("erik", "e")) == .full)
    }

    private actor Order {
        private(set) var names: [String] = []
        func add(_ name: String) { names.append(name) }
    }

    @Test func aGateRemembersHowLongAPlaceWasHeld() async throws {
        let clock = Clock()
        let gate = FairSemaphore(FairnessLimits(room: 1, remembered: .seconds(600))) { clock.now }
        do {
            let place = try await gate.enter(Self.who("ada", "ada"))
            clock.pass(.seconds(5))
            withExtendedLifetime(place) {}
        }
        var held: FairSemaphore.Permit? = try await gate.enter(Self.who("cem", "c"))
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, name) in ["ada", "ben"].enumerated() {
                group.addTask {
                    let place = try await gate.enter(Self.who(name, name))
                    await order.add(name)
                    withExtendedLifetime(place) {}
                }
                try await eventually { gate.waiting == number + 1 }
            }
            #expect(held != nil)
            held = nil
            try await group.waitForAll()
        }
        #expect(await order.names == ["ben", "ada"])
    }

    @Test func whoIsCancelledWhileWaitingLeavesTheLine() async throws {
        let gate = FairSemaphore(FairnessLimits(room: 1, waiting: 1))
        let place = try await gate.enter(Self.who("ada"))
        let waiting = Task { try await gate.enter(Self.who("ben")) }
        try await eventually { gate.waiting > 0 }
        await #expect(throws: ShareRefusal.full) { try await gate.enter(Self.who("cem")) }
        waiting.cancel()
        await #expect(throws: ShareRefusal.cancelled) { try await waiting.value }
        #expect(gate.waiting == 0)
        withExtendedLifetime(place) {}
    }

    @Test func whoWaitsComesInWhenAnotherLeaves() async throws {
        let gate = FairSemaphore(FairnessLimits(room: 1))
        var place: FairSemaphore.Permit? = try await gate.enter(Self.who("ada"))
        let waiting = Task { _ = try await gate.enter(Self.who("ben")) }
        try await eventually { gate.waiting > 0 }
        #expect(place != nil)
        place = nil
        try await waiting.value
    }
}
