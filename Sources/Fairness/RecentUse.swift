/// How long accounts and networks had something within a span of time that ends now.
struct RecentUse: Sendable {
    private struct Use: Sendable {
        let who: Requester
        let end: ContinuousClock.Instant
        var time: Duration
    }

    private let span: Duration
    /// In the order of their ends.
    private var uses: [Use] = []
    private var accounts: [String: Duration] = [:]
    private var networks: [String: Duration] = [:]

    init(span: Duration) { self.span = span }

    func time(ofAccount account: String) -> Duration { accounts[account, default: .zero] }
    func time(ofNetwork network: String) -> Duration { networks[network, default: .zero] }

    /// An account's time and its network's together, so that many accounts of one network gain nothing.
    func time(of who: Requester) -> Duration {
        accounts[who.account, default: .zero] + networks[who.network, default: .zero]
    }

    /// Notes a use that ends now; those of one claimant within a hundredth of the span are kept as one, which ends with the
    /// first of them.
    mutating func add(_ time: Duration, of who: Requester, at now: ContinuousClock.Instant) {
        guard time > .zero else { return }
        if let place = place(of: who, at: now) {
            uses[place].time += time
        } else {
            uses.append(Use(who: who, end: now, time: time))
        }
        accounts[who.account, default: .zero] += time
        networks[who.network, default: .zero] += time
    }

    private func place(of who: Requester, at now: ContinuousClock.Instant) -> Int? {
        let last = uses.indices.reversed().prefix { uses[$0].end.duration(to: now) * 100 < span }
        return last.first { uses[$0].who == who }
    }

    /// Lets go what ended before the span.
    mutating func forget(at now: ContinuousClock.Instant) {
        let old = uses.prefix { $0.end.duration(to: now) >= span }
        for use in old {
            Self.subtract(use.time, from: &accounts[use.who.account])
            Self.subtract(use.time, from: &networks[use.who.network])
        }
        uses.removeFirst(old.count)
    }

    private static func subtract(_ time: Duration, from sum: inout Duration?) {
        let left = (sum ?? .zero) - time
        sum = left > .zero ? left : nil
    }
}
