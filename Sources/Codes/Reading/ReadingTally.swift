import Synchronization

/// Counts what came of reading files; nothing in it tells whose they were.
package final class ReadingTally: Sendable {
    /// What came of every file that this process had read.
    package static let ofThisProcess = ReadingTally()

    private let counts = Mutex<[String: Int]>([:])

    /// Files by outcome: `read`, or why there was no text.
    package var outcomes: [String: Int] { counts.withLock { $0 } }

    func count(_ result: ReadResult) {
        let outcome =
            switch result {
            case .texts: "read"
            case .refused(let refusal): refusal.rawValue
            }
        counts.withLock { $0[outcome, default: 0] += 1 }
    }
}
