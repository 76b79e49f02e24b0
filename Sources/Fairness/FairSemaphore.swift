import Synchronization

/// Bounds what all together, one account and one network have of something; who waits gets it in turn, network by network
/// and account by account, those first who had least lately where that is remembered.
///
/// Units are whatever is scarce: bytes of memory, processes, computations.
package final class FairSemaphore: Sendable {
    fileprivate typealias Line = FairQueue<CheckedContinuation<ShareRefusal?, Never>>

    private struct State {
        var line: Line
        var nextID: UInt64 = 0
    }

    /// How much there is, and whose.
    package let shares: FairnessLimits
    private let state: Mutex<State>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: the clock by which it is remembered who had how much.
    package init(_ shares: FairnessLimits, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.shares, self.now) = (shares, now)
        state = Mutex(State(line: Line(shares, now: now)))
    }

    /// What all have now.
    package var held: Int { state.withLock { $0.line.held } }
    /// How many wait.
    package var waiting: Int { state.withLock { $0.line.waiting } }
    /// How many of those who wait would have their turn before somebody who comes now.
    package func turns(before who: Requester) -> Int { state.withLock { $0.line.turns(before: who) } }

    /// What somebody has, until the last reference to it goes.
    package final class Permit: Sendable {
        private let gate: FairSemaphore
        private let who: Requester
        private let places: Int
        private let units: Mutex<Int>
        private let begin: ContinuousClock.Instant

        fileprivate init(_ gate: FairSemaphore, _ who: Requester, units: Int, places: Int) {
            (self.gate, self.who, self.places) = (gate, who, places)
            self.units = Mutex(units)
            begin = gate.now()
        }

        deinit { gate.leave(who, units: units.withLock { $0 }, places: places, since: begin) }

        /// Has so much more, or throws.
        package func take(_ more: Int) throws(ShareRefusal) {
            try gate.take(who, units: more, places: 0)
            units.withLock { $0 += more }
        }

        /// So much more at once, which is counted until what this returns goes.
        package func enterNow(for more: Int) throws(ShareRefusal) -> Permit {
            try gate.enterNow(who, units: more, places: 0)
        }

        /// Waits for so much more, which is counted until what this returns goes.
        package func wait(for more: Int) async throws(ShareRefusal) -> Permit {
            try await gate.enter(who, units: more, places: 0)
        }
    }

    /// A share at once.
    package func enterNow(_ who: Requester, units: Int = 1, places: Int = 1) throws(ShareRefusal) -> Permit {
        try take(who, units: units, places: places)
        return Permit(self, who, units: units, places: places)
    }

    /// A share when it is their turn.
    package func enter(_ who: Requester, units: Int = 1) async throws(ShareRefusal) -> Permit {
        try await enter(who, units: units, places: 1)
    }

    fileprivate func enter(_ who: Requester, units: Int, places: Int) async throws(ShareRefusal) -> Permit {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let refusal = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(Line.Waiter(item: continuation, id: id, who: who, units: units, places: places))
            }
        } onCancel: {
            let waiter = state.withLock { $0.line.remove(id, of: who) }
            waiter?.item.resume(returning: .cancelled)
            admit()
        }
        if let refusal { throw refusal }
        return Permit(self, who, units: units, places: places)
    }

    private func wait(_ waiter: Line.Waiter) {
        let refusal: ShareRefusal? = state.withLock { state in
            // Cancelled before the line knew.
            if Task.isCancelled { return .cancelled }
            let waits =
                state.line.waiting > 0
                || state.line.refusal(waiter.who, units: waiter.units, places: waiter.places) != nil
            if waits, let refusal = state.line.waitingRefusal(waiter.who) { return refusal }
            state.line.append(waiter)
            return nil
        }
        if let refusal { waiter.item.resume(returning: refusal) } else { admit() }
    }

    private func take(_ who: Requester, units: Int, places: Int) throws(ShareRefusal) {
        let refusal = state.withLock { state in
            let refusal = state.line.refusal(who, units: units, places: places)
            if refusal == nil { state.line.take(who, units: units, places: places) }
            return refusal
        }
        if let refusal { throw refusal }
    }

    private func leave(_ who: Requester, units: Int, places: Int, since begin: ContinuousClock.Instant) {
        // What somebody waits for beside their place has none of its own: its time counts once.
        let time = begin.duration(to: now()) * places
        state.withLock { $0.line.leave(who, units: units, places: places, after: time) }
        admit()
    }

    private func admit() {
        while let waiter = state.withLock({ $0.line.next() }) { waiter.item.resume(returning: nil) }
    }
}
