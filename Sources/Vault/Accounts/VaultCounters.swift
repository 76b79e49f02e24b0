import Synchronization
import VaultStorage

/// Counts what the vaults do, for the metrics; no personal data.
package struct VaultStatistics: Sendable, Equatable {
    package var openVaults = 0
    package var openBytes = 0
    package var opens = 0
    package var commits = 0
    package var failedCommits = 0
    package var signInsQueued = 0
    package var signIns = 0
    /// Refused for a wrong name, password or code.
    package var signInsWrong = 0
    /// Refused after too many wrong ones.
    package var signInsThrottled = 0
    /// Refused because too many were being checked.
    package var signInsBusy = 0
    /// Right, for an account that is disabled.
    package var signInsDisabled = 0
    /// Refused for a fault of the server's.
    package var signInsFailed = 0
    /// Accounts when they were counted last, some seconds ago.
    package var accounts = 0
}

/// The counters behind `VaultStatistics`.
final class VaultCounters: Sendable {
    private let counts = Mutex(VaultStatistics())

    var statistics: VaultStatistics { counts.withLock { $0 } }

    func count(_ event: OpenVault.Event) {
        switch event {
        case .opened: add(\.opens)
        case .committed: add(\.commits)
        case .refusedCommit: add(\.failedCommits)
        }
    }

    func add(_ counter: any WritableKeyPath<VaultStatistics, Int> & Sendable) {
        counts.withLock { $0[keyPath: counter] += 1 }
    }

    func set(accounts: Int) { counts.withLock { $0.accounts = accounts } }

    /// Counts how a sign-in ended.
    func countSignIn<T>(_ body: () async throws(VaultError) -> T) async throws(VaultError) -> T {
        do throws(VaultError) {
            let result = try await body()
            add(\.signIns)
            return result
        } catch {
            switch error.code {
            case .wrongCredentials: add(\.signInsWrong)
            case .tooManyAttempts: add(\.signInsThrottled)
            case .busy: add(\.signInsBusy)
            case .accountDisabled: add(\.signInsDisabled)
            default: add(\.signInsFailed)
            }
            throw error
        }
    }
}
