import Foundation
import Synchronization
import Testing

@testable import Web
@testable import WebApp

@Suite("Questions to passkeys", .timeLimit(.minutes(3)))
struct PasskeyChallengesTests {
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_795_219_200))
        var now: Date { time.withLock { $0 } }
        func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
    }

    private let clock = Clock()

    private func challenges(capacity: Int = 100) -> PasskeyChallenges {
        PasskeyChallenges(capacity: capacity, now: { [clock] in clock.now })
    }

    @Test func areTakenOnce() {
        let challenges = challenges()
        let challenge = challenges.make(.signIn, page: "a")
        #expect(challenges.take(challenge, .signIn, page: "a"))
        #expect(!challenges.take(challenge, .signIn, page: "a"))
        #expect(challenges.make(.signIn, page: "a") != challenge)
    }

    @Test func areTakenForWhatAndWhereTheyWereMadeAlone() {
        let challenges = challenges()
        let challenge = challenges.make(.signIn, page: "a")
        #expect(!challenges.take(challenge, .add, page: "a"))
        #expect(!challenges.take(challenge, .secondFactor, page: "a"))
        #expect(!challenges.take(challenge, .signIn, page: "b"))
        #expect(!self.challenges().take(challenge, .signIn, page: "a"), "another process")
        for index in challenge.indices {
            var bent = challenge
            bent[index] ^= 1
            #expect(!challenges.take(bent, .signIn, page: "a"))
        }
        for wrong in [[], Array(challenge.dropLast()), challenge + [0]] as [[UInt8]] {
            #expect(!challenges.take(wrong, .signIn, page: "a"))
        }
        #expect(challenges.take(challenge, .signIn, page: "a"))
    }

    @Test func endAfterTenMinutes() {
        let challenges = challenges()
        let early = challenges.make(.add, page: "a")
        let late = challenges.make(.add, page: "a")
        clock.advance(599)
        #expect(challenges.take(early, .add, page: "a"))
        clock.advance(1)
        #expect(!challenges.take(late, .add, page: "a"))
    }

    @Test func areRememberedInBoundedMemory() {
        let challenges = challenges(capacity: 3)
        let made = (0..<4).map { _ in challenges.make(.signIn, page: "a") }
        #expect(made.map { challenges.take($0, .signIn, page: "a") } == [true, true, true, false])
        clock.advance(600)
        #expect(challenges.take(challenges.make(.signIn, page: "a"), .signIn, page: "a"))
    }
}
