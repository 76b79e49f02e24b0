/// Who has how much, and who waits: networks get their turns one after the other, and of each its accounts, however many
/// wait; those first who had least lately, where that is remembered.
///
/// A value without a lock or a thread; `FairSemaphore` and `FairThreadPool` are made of it.
struct FairQueue<Item: Sendable>: Sendable {
    struct Waiter: Sendable {
        let item: Item
        let id: UInt64
        let who: Requester
        let units: Int
        let places: Int
    }

    private struct Use: Sendable {
        var units = 0
        var places = 0
    }

    private typealias AccountTime = (who: Requester, time: Duration)

    private let shares: FairnessLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private var recent: RecentUse
    /// Who has something, and since when, where that is remembered.
    private var running: [(who: Requester, since: ContinuousClock.Instant)] = []
    private var units = 0
    private var accounts: [String: Use] = [:]
    private var networks: [String: Use] = [:]
    /// The networks that wait, the next one first, and of each those who do.
    private var ring: [String] = []
    private var members: [String: [Requester]] = [:]
    private var queues: [Requester: [Waiter]] = [:]
    private var waitingOfAccounts: [String: Int] = [:]
    private(set) var waiting = 0

    init(_ shares: FairnessLimits, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.shares, self.now) = (shares, now)
        recent = RecentUse(span: shares.remembered ?? .zero)
    }

    /// What all have together.
    var held: Int { units }

    /// Why so much can't be had now; nil where it can.
    func refusal(_ who: Requester, units: Int, places: Int = 1) -> ShareRefusal? {
        let own = accounts[who.account] ?? Use()
        let ofNetwork = networks[who.network] ?? Use()
        guard own.units + units <= shares.ofAccount, own.places + places <= shares.placesOfAccount,
            ofNetwork.units + units <= shares.ofNetwork, ofNetwork.places + places <= shares.placesOfNetwork
        else { return .ownShare }
        if self.units + units > shares.room { return .full }
        guard self.units + units > shares.room - shares.spare else { return nil }
        return units > 0 && (ofNetwork.units + units > shares.little || hadMuch(who)) ? .ownShare : nil
    }

    /// Whether an account with its network had much lately, or has, where that is remembered.
    private func hadMuch(_ who: Requester) -> Bool {
        guard let remembered = shares.remembered else { return false }
        let now = now()
        return time(ofAccount: who.account, at: now) + time(ofNetwork: who.network, at: now) > remembered / 10
    }

    /// How long an account had something lately, with what it has now.
    private func time(ofAccount account: String, at now: ContinuousClock.Instant) -> Duration {
        running.reduce(recent.time(ofAccount: account)) {
            $1.who.account == account ? $0 + $1.since.duration(to: now) : $0
        }
    }

    /// How long a network had something lately, with what it has now.
    private func time(ofNetwork network: String, at now: ContinuousClock.Instant) -> Duration {
        running.reduce(recent.time(ofNetwork: network)) {
            $1.who.network == network ? $0 + $1.since.duration(to: now) : $0
        }
    }

    mutating func take(_ who: Requester, units: Int, places: Int = 1) {
        if shares.remembered != nil, places > 0 { running.append((who, now())) }
        self.units += units
        accounts[who.account, default: Use()].units += units
        accounts[who.account, default: Use()].places += places
        networks[who.network, default: Use()].units += units
        networks[who.network, default: Use()].places += places
    }

    /// - Parameter time: how long they had it.
    mutating func leave(_ who: Requester, units: Int, places: Int = 1, after time: Duration = .zero) {
        if shares.remembered != nil {
            recent.add(time, of: who, at: now())
            if places > 0, let place = running.firstIndex(where: { $0.who == who }) { running.remove(at: place) }
        }
        self.units -= units
        Self.subtract(units, places, from: &accounts[who.account])
        Self.subtract(units, places, from: &networks[who.network])
    }

    private static func subtract(_ units: Int, _ places: Int, from use: inout Use?) {
        guard let had = use else { return }
        let left = Use(units: had.units - units, places: had.places - places)
        use = left.units > 0 || left.places > 0 ? left : nil
    }

    /// Why nobody more may wait; nil where they may.
    mutating func waitingRefusal(_ who: Requester) -> ShareRefusal? {
        guard waitingOfAccounts[who.account, default: 0] < shares.waitingOfAccount,
            waiting(of: members[who.network] ?? []) < shares.waitingOfNetwork
        else { return .ownShare }
        return waiting < shares.waiting - (isKnown(who) ? shares.waiting / 3 : 0) ? nil : .full
    }

    /// Whether an account or its network has or waits for something, or had, where that is remembered.
    private mutating func isKnown(_ who: Requester) -> Bool {
        recent.forget(at: now())
        return accounts[who.account] != nil || networks[who.network] != nil || waitingOfAccounts[who.account] != nil
            || members[who.network] != nil || recent.time(of: who) > .zero
    }

    /// About how many turns come before the one of somebody who would wait from now on: what their account has in the line,
    /// of each other account of their network no more than that and one, and of each other network no more than all of those
    /// and one; none of those who had more lately, where that is remembered.
    func turns(before who: Requester) -> Int {
        let now = now()
        let (own, mine) = (queues[who]?.count ?? 0, time(ofAccount: who.account, at: now))
        let neighbours = accountTimes(of: (members[who.network] ?? []).filter { $0 != who }, at: now)
        let ofNetwork = neighbours.reduce(own) { sum, other in
            other.time > mine ? sum : sum + min(waiting(of: [other.who]), own + 1)
        }
        let ownRank = rank(of: who.network, neighbours.map(\.time) + [mine], at: now)
        return members.reduce(ofNetwork) { sum, other in
            guard other.key != who.network,
                rank(of: other.key, accountTimes(of: other.value, at: now).map(\.time), at: now) <= ownRank
            else { return sum }
            return sum + min(waiting(of: other.value), ofNetwork + 1)
        }
    }

    private func waiting(of members: [Requester]) -> Int { members.reduce(0) { $0 + (queues[$1]?.count ?? 0) } }

    mutating func append(_ waiter: Waiter) {
        let who = waiter.who
        if members[who.network] == nil { ring.append(who.network) }
        if queues[who] == nil { members[who.network, default: []].append(who) }
        queues[who, default: []].append(waiter)
        waitingOfAccounts[who.account, default: 0] += 1
        waiting += 1
    }

    /// The next one whose turn it is, who then has what they waited for; nil where nobody's is.
    ///
    /// Who waits for more room than there is holds up those behind, or small shares would always overtake a large one;
    /// who waits for their own share, or their network's, holds up nobody.
    mutating func next() -> Waiter? {
        let times = shares.remembered == nil ? nil : sortRing()
        for network in ring {
            if let times = times?[network] { members[network] = times.sorted { $0.time < $1.time }.map(\.who) }
            for who in members[network] ?? [] {
                guard let waiter = queues[who]?.first else { continue }
                switch refusal(who, units: waiter.units, places: waiter.places) {
                case .full?: return nil
                case .ownShare?, .cancelled?: continue
                case nil: break
                }
                drop(waiter, at: 0)
                putLast(who)
                take(who, units: waiter.units, places: waiter.places)
                return waiter
            }
        }
        return nil
    }

    /// Puts those networks first that had least lately, and tells how much each account of theirs had; equals keep their
    /// order.
    private mutating func sortRing() -> [String: [AccountTime]] {
        let now = now()
        recent.forget(at: now)
        let times = members.mapValues { accountTimes(of: $0, at: now) }
        guard ring.count > 1 else { return times }
        let ranks = Dictionary(uniqueKeysWithValues: times.map { ($0, rank(of: $0, $1.map(\.time), at: now)) })
        ring.sort { ranks[$0, default: .zero] < ranks[$1, default: .zero] }
        return times
    }

    private func accountTimes(of waiting: [Requester], at now: ContinuousClock.Instant) -> [AccountTime] {
        waiting.map { ($0, time(ofAccount: $0.account, at: now)) }
    }

    /// What counts of a network, by the times of its accounts that wait: nor does an account gain by asking from another
    /// network each time.
    private func rank(of network: String, _ accounts: [Duration], at now: ContinuousClock.Instant) -> Duration {
        accounts.min().map { max(time(ofNetwork: network, at: now), $0) } ?? .zero
    }

    /// Takes somebody out of the line; nil where their turn has come already.
    mutating func remove(_ id: UInt64, of who: Requester) -> Waiter? {
        guard let place = queues[who]?.firstIndex(where: { $0.id == id }), let waiter = queues[who]?[place] else {
            return nil
        }
        drop(waiter, at: place)
        return waiter
    }

    private mutating func drop(_ waiter: Waiter, at place: Int) {
        let who = waiter.who
        queues[who]?.remove(at: place)
        let left = waitingOfAccounts[who.account, default: 1] - 1
        waitingOfAccounts[who.account] = left > 0 ? left : nil
        waiting -= 1
        guard queues[who]?.isEmpty == true else { return }
        queues[who] = nil
        members[who.network]?.removeAll { $0 == who }
        guard members[who.network]?.isEmpty == true else { return }
        members[who.network] = nil
        ring.removeAll { $0 == who.network }
    }

    /// Whose turn it was waits behind all others of their network, and that behind all others.
    private mutating func putLast(_ who: Requester) {
        if let place = members[who.network]?.firstIndex(of: who) {
            members[who.network]?.remove(at: place)
            members[who.network]?.append(who)
        }
        if let place = ring.firstIndex(of: who.network) { ring.append(ring.remove(at: place)) }
    }
}
