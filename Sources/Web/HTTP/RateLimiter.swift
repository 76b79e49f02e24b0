internal import Synchronization

/// A bucket of tokens for each key: so many at once, then one as often as they are refilled.
package final class RateLimiter: Sendable {
    private struct Bucket {
        /// When the bucket will be full again; the tokens in it follow from that.
        var fullAt: ContinuousClock.Instant
    }

    private let burst: Int
    private let refillEvery: Duration
    private let maximumKeys: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameters:
    ///   - burst: tokens in a full bucket.
    ///   - refillEvery: how long one token takes to come back.
    ///   - maximumKeys: buckets that are held; past that the fullest are forgotten, which are the least used.
    package init(burst: Int, refillEvery: Duration, maximumKeys: Int = 10_000) {
        self.burst = max(burst, 1)
        self.refillEvery = refillEvery
        self.maximumKeys = max(maximumKeys, 2)
    }

    /// Takes a token: nil when there was one, else how long to wait for the next.
    package func take(_ key: String, now: ContinuousClock.Instant = .now) -> Duration? {
        self.buckets.withLock { buckets in
            let fullAt = max(buckets[key]?.fullAt ?? now, now)
            let wait = now.duration(to: fullAt) - self.refillEvery * (self.burst - 1)
            guard wait <= .zero else { return wait }
            if buckets[key] == nil, buckets.count >= self.maximumKeys { self.forget(&buckets, now: now) }
            buckets[key] = Bucket(fullAt: fullAt + self.refillEvery)
            return nil
        }
    }

    /// Gives a token back that was taken, as after a right password.
    package func giveBack(_ key: String) {
        self.buckets.withLock { buckets in
            guard let fullAt = buckets[key]?.fullAt else { return }
            buckets[key] = Bucket(fullAt: fullAt - self.refillEvery)
        }
    }

    package var count: Int { self.buckets.withLock { $0.count } }

    /// Drops the buckets that are full; when that frees too few, the fuller half of the rest.
    private func forget(_ buckets: inout [String: Bucket], now: ContinuousClock.Instant) {
        buckets = buckets.filter { $0.value.fullAt > now }
        guard buckets.count > self.maximumKeys / 2 else { return }
        let median = buckets.values.map(\.fullAt).sorted()[buckets.count / 2]
        buckets = buckets.filter { $0.value.fullAt > median }
    }
}
