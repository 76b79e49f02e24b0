import Synchronization
import VaultStorage

/// Whether there are as many accounts as allowed.
///
/// Pages ask at each request, and counting reads them all: so it is counted every ten seconds at most, and again once one
/// was made or deleted here. What decides is counted again where an account is made.
final class AccountLimit: Sendable {
    private static let keeps = Duration.seconds(10)

    private let limit: Int?
    private let known = Mutex<(isReached: Bool, until: ContinuousClock.Instant)?>(nil)

    /// - Parameter limit: nil = none.
    init(_ limit: Int?) { self.limit = limit }

    func isReached(_ database: any AccountsDatabase) async throws(VaultError) -> Bool {
        guard let limit else { return false }
        if let known = known.withLock({ $0 }), .now < known.until { return known.isReached }
        let isReached = try await VaultError.wrapping { try await database.read { try AccountRow.count($0) >= limit } }
        known.withLock { $0 = (isReached, .now + Self.keeps) }
        return isReached
    }

    func forget() { known.withLock { $0 = nil } }
}
