import TestSupport
import Testing

@testable import Fairness

@Suite("Shares", .timeLimit(.minutes(3)))
struct FairGateTests {
    private static func who(_ account: String, _ address: String = "a") -> Claimant {
        Claimant(account: account, address: address)
    }

    @Test func boundsWhatAllAnAccountAndAnAddressHave() throws {
        let gate = FairGate(Shares(room: 100, ofAccount: 40, ofAddress: 60))
        let first = try gate.enterNow(Self.who("ada"), units: 30)
        #expect(throws: ShareRefusal.ownShare) { try first.take(11) }
        try first.take(10)
        #expect(throws: ShareRefusal.ownShare, "the address's") { try gate.enterNow(Self.who("ben"), units: 21) }
        let second = try gate.enterNow(Self.who("ben", "b"), units: 40)
        let third = try gate.enterNow(Self.who("cem", "c"), units: 20)
        #expect(throws: ShareRefusal.full) { try gate.enterNow(Self.who("dora", "d")) }
        #expect(gate.held == 100)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func whatGoesIsFreeAgain() throws {
        let gate = FairGate(Shares(room: 1, ofAccount: 1))
        do {
            let place = try gate.enterNow(Self.who("ada"))
            #expect(throws: ShareRefusal.ownShare) { try gate.enterNow(Self.who("ada")) }
            withExtendedLifetime(place) {}
        }
        #expect(gate.held == 0)
        _ = try gate.enterNow(Self.who("ada"))
    }

    @Test func boundsPlacesHoweverSmall() throws {
        let gate = FairGate(Shares(room: 100, placesOfAccount: 2))
        let places = [try gate.enterNow(Self.who("ada"), units: 0), try gate.enterNow(Self.who("ada"), units: 0)]
        #expect(throws: ShareRefusal.ownShare) { try gate.enterNow(Self.who("ada"), units: 0) }
        withExtendedLifetime(places) {}
    }

    @Test func thoseWhoWaitGetTheirTurnsAccountByAccount() {
        var line = FairLine<Int>(Shares(room: 1))
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
        var line = FairLine<Int>(Shares(room: 1))
        for (id, account) in ["ada", "ada", "ada", "ben", "cem", "cem"].enumerated() {
            #expect(line.turns(before: Self.who("dora")) == Set(["ada", "ada", "ada", "ben", "cem"].prefix(id)).count)
            line.append(.init(item: id, id: UInt64(id), who: Self.who(account), units: 1, places: 1))
        }
        #expect(line.turns(before: Self.who("ada")) == 3 + 1 + 2)
        #expect(line.turns(before: Self.who("ben")) == 1 + 2 + 2)
    }

    @Test func whoHasTheirShareHoldsUpNobody() {
        var line = FairLine<Int>(Shares(room: 3, ofAccount: 1, ofAddress: 2))
        let claims = [("ada", "a"), ("ada", "a"), ("ben", "a"), ("cem", "a"), ("dora", "d")]
        for (id, claim) in claims.enumerated() {
            line.append(.init(item: id, id: UInt64(id), who: Self.who(claim.0, claim.1), units: 1, places: 1))
        }
        var inside: [Int] = []
        while let next = line.next() { inside.append(next.item) }
        #expect(inside == [0, 2, 4] && line.waiting == 2)
    }

    @Test func smallSharesDontOvertakeALargeOneForEver() {
        var line = FairLine<Int>(Shares(room: 10))
        line.take(Self.who("ada"), units: 5)
        line.append(.init(item: 0, id: 0, who: Self.who("ben"), units: 8, places: 1))
        line.append(.init(item: 1, id: 1, who: Self.who("cem"), units: 1, places: 1))
        #expect(line.next() == nil)
        line.leave(Self.who("ada"), units: 5)
        #expect(line.next()?.item == 0 && line.next()?.item == 1)
    }

    @Test func whoIsCancelledWhileWaitingLeavesTheLine() async throws {
        let gate = FairGate(Shares(room: 1, waiting: 1))
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
        let gate = FairGate(Shares(room: 1))
        var place: FairGate.Place? = try await gate.enter(Self.who("ada"))
        let waiting = Task { _ = try await gate.enter(Self.who("ben")) }
        try await eventually { gate.waiting > 0 }
        #expect(place != nil)
        place = nil
        try await waiting.value
    }
}
