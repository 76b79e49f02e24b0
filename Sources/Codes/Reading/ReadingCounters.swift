import Synchronization

/// Counts what came of reading files; nothing in it tells whose they were.
package final class ReadingCounters: Sendable {
    /// What came of every file that this process had read.
    package static let ofThisProcess = ReadingCounters()

    private let counts = Mutex<[String: Int]>([:])

    /// Files by outcome: `read`, or why there was no text.
    package var outcomes: [String: Int] { counts.withLock { $0 } }

    /// - Parameter refusal: nil where there was text.
    func count(_ refusal: ReadRefusal?) {
        counts.withLock { $0[refusal?.rawValue ?? "read", default: 0] += 1 }
    }
}
