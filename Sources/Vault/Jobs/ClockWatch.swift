import Foundation
import Synchronization

/// Notices that the clock leaps, by the time that passes: what a wrong clock sweeps away is gone for good.
///
/// After a leap the clock isn't believed for a day: by then whoever runs the server has put it right, or it was right.
final class ClockWatch: Sendable {
    /// What may be set right without notice, as when a machine comes back from sleep.
    static let tolerance: TimeInterval = 900
    static let distrust: TimeInterval = 86_400
    /// A server that was off for longer than this looks at its clock for a day before it believes it.
    static let longestPause: TimeInterval = 7 * 86_400

    private struct State {
        /// How far the clock is ahead of the time that has passed.
        var offset: TimeInterval
        /// Until when it isn't believed, in seconds that have passed.
        var suspectUntil: TimeInterval = 0
    }

    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let state: Mutex<State>

    /// - Parameter uptime: seconds that have passed since some moment, whatever the clock says.
    init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> TimeInterval) {
        (self.now, self.uptime) = (now, uptime)
        state = Mutex(State(offset: now().timeIntervalSince1970 - uptime()))
    }

    /// Takes into account when this server, or another one, was last at work.
    func compare(with last: Date) {
        let passed = now().timeIntervalSince(last)
        guard passed > Self.longestPause || passed < -Self.tolerance else { return }
        state.withLock { $0.suspectUntil = uptime() + Self.distrust }
    }

    /// Looks at the clock; false while it isn't believed.
    func look() -> Bool {
        state.withLock { state in
            let (time, passed) = (now().timeIntervalSince1970, uptime())
            if abs(time - passed - state.offset) > Self.tolerance { state.suspectUntil = passed + Self.distrust }
            state.offset = time - passed
            return passed >= state.suspectUntil
        }
    }
}
