import Synchronization

/// Counts what the vaults do, for the metrics; no personal data.
package struct VaultStatistics: Sendable, Equatable {
    package var openVaults = 0
    package var openBytes = 0
    package var opens = 0
    package var commits = 0
    package var failedCommits = 0
    package var signInsQueued = 0
}

/// The counters behind `VaultStatistics`.
final class VaultTally: Sendable {
    private let counts = Mutex(VaultStatistics())

    var statistics: VaultStatistics { counts.withLock { $0 } }

    func add(_ counter: any WritableKeyPath<VaultStatistics, Int> & Sendable) {
        counts.withLock { $0[keyPath: counter] += 1 }
    }
}
