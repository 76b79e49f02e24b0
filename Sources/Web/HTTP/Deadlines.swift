internal import Synchronization

/// The deadlines of all requests, looked at by one task: a sleep for each would stay in memory until its time is over, also
/// where it was cancelled.
final class Deadlines: Sendable {
    static let shared = Deadlines()

    /// How exact a deadline is, and how soon what nobody waits for any more is ended.
    private static let tick = Duration.milliseconds(100)

    private struct Deadline {
        let end: ContinuousClock.Instant
        let isWanted: (@Sendable () -> Bool)?
        let expire: @Sendable () -> Void
    }

    private struct State {
        var deadlines: [Int: Deadline] = [:]
        var last = 0
        var isWatching = false
    }

    private let state = Mutex(State())

    /// How many there are.
    var count: Int { state.withLock { $0.deadlines.count } }

    /// Calls `expire` when the time is over, or when `isWanted`, asked at each look, says no.
    ///
    /// - Returns: By what it is taken away.
    func add(
        in limit: Duration, while isWanted: (@Sendable () -> Bool)?, _ expire: @escaping @Sendable () -> Void
    ) -> Int {
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.deadlines[state.last] = Deadline(end: .now + limit, isWanted: isWanted, expire: expire)
            defer { state.isWatching = true }
            return (state.last, !state.isWatching)
        }
        if isFirst { watch() }
        return number
    }

    func remove(_ number: Int) { _ = state.withLock { $0.deadlines.removeValue(forKey: number) } }

    /// Looks at them until there are none.
    private func watch() {
        Task {
            repeat { try? await Task.sleep(for: Self.tick) } while lookThrough()
        }
    }

    /// - Returns: Whether any are left.
    private func lookThrough() -> Bool {
        let now = ContinuousClock.now
        var due: [Deadline] = []
        var asked: [(number: Int, isWanted: @Sendable () -> Bool)] = []
        let isLeft = state.withLock { state in
            for (number, deadline) in state.deadlines {
                if deadline.end <= now {
                    due.append(deadline)
                    state.deadlines[number] = nil
                } else if let isWanted = deadline.isWanted {
                    asked.append((number, isWanted))
                }
            }
            state.isWatching = !state.deadlines.isEmpty
            return state.isWatching
        }
        for (number, isWanted) in asked where !isWanted() {
            if let deadline = state.withLock({ $0.deadlines.removeValue(forKey: number) }) { due.append(deadline) }
        }
        for deadline in due.sorted(by: { $0.end < $1.end }) { deadline.expire() }
        return isLeft
    }
}
