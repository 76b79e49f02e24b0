/// How long accounts and networks had something within a span of time that ends now.
struct RecentUse: Sendable {
    /// What ended within a hundredth of the span, counted as if all of it had ended when the first did: so there are never
    /// many of them, however many have something, and however often.
    private struct Slice: Sendable {
        let end: ContinuousClock.Instant
        var times: [Requester: Duration] = [:]
    }

    private let span: Duration
    /// In the order of their ends.
    private var slices: [Slice] = []
    private var accounts: [String: Duration] = [:]
    private var networks: [String: Duration] = [:]

    init(span: Duration) { self.span = span }

    func time(ofAccount account: String) -> Duration { accounts[account, default: .zero] }
    func time(ofNetwork network: String) -> Duration { networks[network, default: .zero] }

    /// An account's time and its network's together, so that many accounts of one network gain nothing.
    func time(of who: Requester) -> Duration {
        accounts[who.account, default: .zero] + networks[who.network, default: .zero]
    }

    /// Notes a use that ends now.
    mutating func add(_ time: Duration, of who: Requester, at now: ContinuousClock.Instant) {
        guard time > .zero else { return }
        if slices.last.map({ $0.end.duration(to: now) * 100 >= span }) ?? true { slices.append(Slice(end: now)) }
        slices[slices.count - 1].times[who, default: .zero] += time
        accounts[who.account, default: .zero] += time
        networks[who.network, default: .zero] += time
    }

    /// Lets go what ended before the span.
    mutating func forget(at now: ContinuousClock.Instant) {
        while let first = slices.first, first.end.duration(to: now) >= span {
            slices.removeFirst()
            for (who, time) in first.times {
                Self.subtract(time, from: &accounts[who.account])
                Self.subtract(time, from: &networks[who.network])
            }
        }
    }

    private static func subtract(_ time: Duration, from sum: inout Duration?) {
        let left = (sum ?? .zero) - time
        sum = left > .zero ? left : nil
    }
}
