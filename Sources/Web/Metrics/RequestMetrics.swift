package import HTTPTypes
import Synchronization

/// Counts requests and their durations by method and route pattern; nothing in it tells whose they were.
package final class RequestMetrics: Sendable {
    /// Upper bounds in seconds, from a page out of memory to a sign-in that queued.
    package static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    package struct Route: Hashable, Sendable {
        package let method: String
        package let pattern: String
    }

    package struct Tally: Sendable {
        /// Responses by the hundreds of their status, 1xx first.
        package var classes = [Int](repeating: 0, count: 5)
        /// Requests that took no longer than each bound, and not the bound before; the last ones took longer.
        package var buckets = [Int](repeating: 0, count: bounds.count + 1)
        package var seconds = 0.0

        mutating func count(status: HTTPResponse.Status, bucket: Int, seconds: Double) {
            classes[min(max(status.code / 100, 1), 5) - 1] += 1
            buckets[bucket] += 1
            self.seconds += seconds
        }
    }

    private let tallies = Mutex<[Route: Tally]>([:])
    private let causes = Mutex<[String: Int]>([:])

    package init() {}

    /// - Parameter cause: what is behind an answer of 5xx: a word of the log's.
    func countProblem(_ cause: String) { causes.withLock { $0[cause, default: 0] += 1 } }

    /// Answers of 5xx by what was behind them.
    package var problems: [String: Int] { causes.withLock { $0 } }

    /// All requests that were answered.
    package var count: Int { tallies.withLock { $0.values.reduce(0) { $0 + $1.classes.reduce(0, +) } } }

    /// - Parameter pattern: the route's pattern, such as `/passes/{pass}`; nil when no route was found.
    package func count(_ method: String, pattern: String?, status: HTTPResponse.Status, duration: Duration) {
        let (whole, atto) = duration.components
        let seconds = Double(whole) + Double(atto) / 1e18
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        let route = Route(method: method, pattern: pattern == "NotFound" ? "none" : pattern ?? "none")
        tallies.withLock { $0[route, default: Tally()].count(status: status, bucket: bucket, seconds: seconds) }
    }

    /// What was counted, in the order of patterns.
    package var all: [(route: Route, tally: Tally)] {
        tallies.withLock { $0 }.map { ($0.key, $0.value) }
            .sorted { ($0.0.pattern, $0.0.method) < ($1.0.pattern, $1.0.method) }
    }
}
