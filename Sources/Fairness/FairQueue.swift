/// Who has how much, and who waits: accounts get their turns one after the other, however many wait of each; those first
/// who had least lately, where that is remembered.
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

    private let shares: FairnessLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private var recent: RecentUse
    private var units = 0
    private var accounts: [String: Use] = [:]
    private var addresses: [String: Int] = [:]
    /// The accounts that wait, the next one first.
    private var ring: [String] = []
    private var queues: [String: [Waiter]] = [:]
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
        guard own.units + units <= shares.ofAccount, own.places + places <= shares.placesOfAccount,
            addresses[who.address, default: 0] + units <= shares.ofAddress
        else { return .ownShare }
        if self.units + units > shares.room { return .full }
        return self.units + units > shares.room - shares.spare && hadMuch(who) ? .ownShare : nil
    }

    /// Whether an account with its address had much lately, where that is remembered.
    private func hadMuch(_ who: Requester) -> Bool { shares.remembered.map { recent.time(of: who) > $0 / 10 } ?? false }

    mutating func take(_ who: Requester, units: Int, places: Int = 1) {
        self.units += units
        accounts[who.account, default: Use()].units += units
        accounts[who.account, default: Use()].places += places
        addresses[who.address, default: 0] += units
    }

    /// - Parameter time: how long they had it.
    mutating func leave(_ who: Requester, units: Int, places: Int = 1, after time: Duration = .zero) {
        if shares.remembered != nil { recent.add(time, of: who, at: now()) }
        self.units -= units
        if var use = accounts[who.account] {
            use.units -= units
            use.places -= places
            accounts[who.account] = use.units > 0 || use.places > 0 ? use : nil
        }
        let left = (addresses[who.address] ?? units) - units
        addresses[who.address] = left > 0 ? left : nil
    }

    /// Why nobody more may wait; nil where they may.
    mutating func waitingRefusal(_ who: Requester) -> ShareRefusal? {
        guard (queues[who.account]?.count ?? 0) < shares.waitingOfAccount else { return .ownShare }
        return waiting < shares.waiting - (isKnown(who) ? shares.waiting / 3 : 0) ? nil : .full
    }

    /// Whether an account or its address had, has or waits for something, where that is remembered.
    private mutating func isKnown(_ who: Requester) -> Bool {
        guard shares.remembered != nil else { return false }
        recent.forget(at: now())
        return accounts[who.account] != nil || addresses[who.address] != nil || queues[who.account] != nil
            || recent.time(of: who) > .zero
            || queues.values.contains { $0.contains { $0.who.address == who.address } }
    }

    /// How many turns come before the one of somebody who would wait from now on, where nothing is remembered: what their
    /// account has in the line, and of each other account no more than that and one.
    func turns(before who: Requester) -> Int {
        let own = queues[who.account]?.count ?? 0
        return queues.reduce(own) { $0 + ($1.key == who.account ? 0 : min($1.value.count, own + 1)) }
    }

    mutating func append(_ waiter: Waiter) {
        if queues[waiter.who.account] == nil { ring.append(waiter.who.account) }
        queues[waiter.who.account, default: []].append(waiter)
        waiting += 1
    }

    /// The next one whose turn it is, who then has what they waited for; nil where nobody's is.
    ///
    /// Who waits for more room than there is holds up those behind, or small shares would always overtake a large one;
    /// who waits for their own share, or their address's, holds up nobody.
    mutating func next() -> Waiter? {
        if shares.remembered != nil { sortRing() }
        for place in ring.indices {
            guard let waiter = queues[ring[place]]?.first else { continue }
            switch refusal(waiter.who, units: waiter.units, places: waiter.places) {
            case .full?: return nil
            case .ownShare?, .cancelled?: continue
            case nil: break
            }
            let account = ring.remove(at: place)
            drop(waiter, at: 0)
            if queues[account] != nil { ring.append(account) }
            take(waiter.who, units: waiter.units, places: waiter.places)
            return waiter
        }
        return nil
    }

    /// Puts those first who had least lately; equals keep their order.
    private mutating func sortRing() {
        recent.forget(at: now())
        let times = queues.compactMapValues { $0.first.map { recent.time(of: $0.who) } }
        ring.sort { times[$0, default: .zero] < times[$1, default: .zero] }
    }

    /// Takes somebody out of the line; nil where their turn has come already.
    mutating func remove(_ id: UInt64, of who: Requester) -> Waiter? {
        guard let place = queues[who.account]?.firstIndex(where: { $0.id == id }),
            let waiter = queues[who.account]?[place]
        else { return nil }
        drop(waiter, at: place)
        if queues[who.account] == nil { ring.removeAll { $0 == who.account } }
        return waiter
    }

    private mutating func drop(_ waiter: Waiter, at place: Int) {
        queues[waiter.who.account]?.remove(at: place)
        if queues[waiter.who.account]?.isEmpty == true { queues[waiter.who.account] = nil }
        waiting -= 1
    }
}
