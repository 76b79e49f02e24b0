package import Foundation
import Synchronization

/// How failed sign-ins slow down the next ones.
package struct ThrottlePolicy: Sendable {
    /// Failures from one network for one account before waiting starts; from an address or a browser that the owner
    /// used, from that alone.
    package var freeTries = 5
    /// Failures from one address for any account before waiting starts.
    package var freeTriesPerAddress = 30
    /// Failures for one account from networks its owner never used, before those wait; of one network no more of them
    /// count than are free to it.
    package var freeTriesPerAccount = 20
    /// The first wait in seconds; each further failure doubles it.
    package var firstWait: TimeInterval = 2
    package var longestWait: TimeInterval = 900
    /// Seconds without a failure after which it is forgotten.
    package var memory: TimeInterval = 3600
    /// How many different counters are kept.
    package var capacity = 100_000

    package init() {}
}

/// Counts failed sign-ins in memory, by keyed hashes.
///
/// The owner is not locked out: an address or a browser that the account was signed in from before is never slowed by
/// what others do.
final class Throttle: Sendable {
    struct Attempt: Sendable {
        let account: [UInt8]
        let address: [UInt8]
        /// What the address is one of; nil where nobody has more than one.
        var network: [UInt8]?
        var isFamiliar = true
        /// What a failure is called.
        let event: SecurityEvent
        let client: ClientDescription

        /// Attempts of one line count together towards the account, so they are made one after the other.
        var line: Key { Key(account: account, address: isFamiliar ? address : []) }

        /// What counts for the account from where the attempt comes.
        var place: Key { Key(account: account, address: isFamiliar ? address : network ?? address) }
    }

    struct Counter {
        var failures = 0
        var last = Date.distantPast
    }

    struct Key: Hashable {
        let account: [UInt8]
        let address: [UInt8]
    }

    private let policy: ThrottlePolicy
    private let counters = Mutex<[Key: Counter]>([:])

    /// Seconds after which failures are forgotten.
    var memory: TimeInterval { policy.memory }
    var longestWait: TimeInterval { policy.longestWait }

    init(_ policy: ThrottlePolicy) { self.policy = policy }

    /// Seconds to wait before this attempt may be made; 0 = go on.
    func wait(_ attempt: Attempt, now: Date) -> Int {
        counters.withLock { counters in
            let waits = keys(attempt).map { key, freeTries in
                wait(counters[key] ?? Counter(), freeTries: freeTries, now: now)
            }
            return Int((waits.max() ?? 0).rounded(.up), clampedTo: 0...86_400)
        }
    }

    func fail(_ attempt: Attempt, now: Date) {
        counters.withLock { counters in
            if counters.count >= policy.capacity { forgetOld(&counters, now: now) }
            let before = counters[attempt.place] ?? Counter()
            for key in keys(attempt, failingAfter: before, now: now) {
                var counter = counters[key] ?? Counter()
                if isForgotten(counter.last, now: now) { counter.failures = 0 }
                counter.failures = min(counter.failures + 1, 1_000_000)
                counter.last = now
                counters[key] = counter
            }
        }
    }

    func succeed(_ attempt: Attempt) {
        counters.withLock { counters in
            counters[attempt.place] = nil
        }
    }

    /// Each counter of an attempt, with the tries that are free.
    func keys(_ attempt: Attempt) -> [(Key, Int)] {
        var keys = [
            (attempt.place, policy.freeTries),
            (Key(account: [], address: attempt.address), policy.freeTriesPerAddress),
        ]
        if !attempt.isFamiliar {
            keys.append((Key(account: attempt.account, address: []), policy.freeTriesPerAccount))
        }
        return keys
    }

    /// The counters that a failure adds to: one network that goes on and on counts towards the account only as often as
    /// its tries are free, so that it alone makes no other network wait.
    ///
    /// - Parameter place: what was counted of the attempt's place before.
    func keys(_ attempt: Attempt, failingAfter place: Counter, now: Date) -> [Key] {
        let countsForAccount = isForgotten(place.last, now: now) || place.failures < policy.freeTries
        return keys(attempt).map(\.0).filter { countsForAccount || !$0.address.isEmpty }
    }

    /// Whether it is too old to count, or of a time that is yet to come: no clock that is put right by less than the
    /// longest wait makes anybody wait for longer.
    func isForgotten(_ last: Date, now: Date) -> Bool {
        let passed = now.timeIntervalSince(last)
        return passed > policy.memory || passed < -policy.longestWait
    }

    func wait(_ counter: Counter, freeTries: Int, now: Date) -> TimeInterval {
        let passed = now.timeIntervalSince(counter.last)
        guard counter.failures >= freeTries, !isForgotten(counter.last, now: now) else { return 0 }
        let doublings = min(counter.failures - freeTries, 20)
        let wait = min(policy.longestWait, policy.firstWait * TimeInterval(1 << doublings))
        // A clock that was put back doesn't make a wait longer.
        return max(0, wait - max(0, passed))
    }

    private func forgetOld(_ counters: inout [Key: Counter], now: Date) {
        counters = counters.filter { now.timeIntervalSince($0.value.last) <= policy.memory }
        guard counters.count >= policy.capacity else { return }
        let latest = counters.sorted { $0.value.last > $1.value.last }.prefix(policy.capacity / 2)
        counters = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }
}
