/// Who has how much, and who waits: accounts get their turns one after the other, however many wait of each.
///
/// A value without a lock or a thread; `FairGate` and `FairThreads` are made of it.
struct FairLine<Item: Sendable>: Sendable {
    struct Waiter: Sendable {
        let item: Item
        let id: UInt64
        let who: Claimant
        let units: Int
        let places: Int
    }

    private struct Use: Sendable {
        var units = 0
        var places = 0
    }

    private let shares: Shares
    private var units = 0
    private var accounts: [String: Use] = [:]
    private var addresses: [String: Int] = [:]
    /// The accounts that wait, the next one first.
    private var ring: [String] = []
    private var queues: [String: [Waiter]] = [:]
    private(set) var waiting = 0

    init(_ shares: Shares) { self.shares = shares }

    /// What all have together.
    var held: Int { units }

    /// Why so much can't be had now; nil where it can.
    func refusal(_ who: Claimant, units: Int, places: Int = 1) -> ShareRefusal? {
        let own = accounts[who.account] ?? Use()
        guard own.units + units <= shares.ofAccount, own.places + places <= shares.placesOfAccount,
            addresses[who.address, default: 0] + units <= shares.ofAddress
        else { return .ownShare }
        return self.units + units <= shares.room ? nil : .full
    }

    mutating func take(_ who: Claimant, units: Int, places: Int = 1) {
        self.units += units
        accounts[who.account, default: Use()].units += units
        accounts[who.account, default: Use()].places += places
        addresses[who.address, default: 0] += units
    }

    mutating func leave(_ who: Claimant, units: Int, places: Int = 1) {
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
    func waitingRefusal(_ who: Claimant) -> ShareRefusal? {
        guard (queues[who.account]?.count ?? 0) < shares.waitingOfAccount else { return .ownShare }
        return waiting < shares.waiting ? nil : .full
    }

    /// How many turns come before the one of somebody who would wait from now on: what their account has in the line, and
    /// of each other account no more than that and one.
    func turns(before who: Claimant) -> Int {
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

    /// Takes somebody out of the line; nil where their turn has come already.
    mutating func remove(_ id: UInt64, of who: Claimant) -> Waiter? {
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
