import Foundation
import VaultStorage

/// Makes attempts to sign in one after the other, and has whoever failed too often wait.
struct Attempts: Sendable {
    let throttle: Throttle
    /// Where servers count failures together; nil for one alone, which counts in memory.
    let shared: SharedThrottle?
    let events: SecurityEvents
    let now: @Sendable () -> Date
    /// How long somebody waits for those before.
    let patience: Duration
    private let lines = KeyedLock<Throttle.Key>(limit: 16)

    /// Makes an attempt that is nil when it is wrong, and counts it.
    ///
    /// One after the other, so that a thousand that come at once are no more tries than a thousand in a row.
    ///
    /// - Throws: `tooManyAttempts` with the seconds to wait, `busy` where too many wait already, or those before took too
    ///   long.
    func make<T: Sendable>(
        _ attempt: Throttle.Attempt, _ body: @escaping @Sendable () async throws -> T?
    ) async throws -> T? {
        let come = ContinuousClock.now
        return try await lines.withLock(attempt.line) {
            guard come.duration(to: .now) <= max(patience, .zero) else { throw Self.busy }
            try await requirePatience(attempt)
            let result = try await body()
            if result == nil { await countFailure(attempt) } else { await forgetFailures(attempt) }
            return result
        }
    }

    /// Forgets what is too old to count.
    func sweep(_ db: any Transaction) throws { try shared?.sweep(db, now: now()) }

    private func requirePatience(_ attempt: Throttle.Attempt) async throws {
        let wait = try await shared?.wait(attempt, now: now()) ?? throttle.wait(attempt, now: now())
        guard wait > 0 else { return }
        events.tell(.throttled, of: attempt.client)
        throw VaultError(.tooManyAttempts, "too many failed sign-ins", retryAfter: wait)
    }

    private static var busy: VaultError {
        VaultError(.busy, "too many attempts at this account are waiting", retryAfter: 10)
    }

    private func countFailure(_ attempt: Throttle.Attempt) async {
        events.tell(attempt.event, of: attempt.client)
        guard let shared else { return throttle.fail(attempt, now: now()) }
        // A database that is away lets nobody try again either.
        try? await shared.fail(attempt, now: now())
    }

    private func forgetFailures(_ attempt: Throttle.Attempt) async {
        guard let shared else { return throttle.succeed(attempt) }
        try? await shared.succeed(attempt)
    }
}
