package import Foundation
import Secrets
import VaultStorage

/// How failed attempts slow down the next ones: counted in memory, or in the books that servers share.
extension Accounts {
    /// Makes an attempt that is nil when it is wrong, and counts it.
    ///
    /// One after the other, so that a thousand that come at once are no more tries than a thousand in a row.
    ///
    /// - Throws: `tooManyAttempts` with the seconds to wait, `busy` where too many wait already.
    func trying<T: Sendable>(
        _ attempt: Throttle.Attempt, _ body: @escaping @Sendable () async throws -> T?
    ) async throws -> T? {
        try await attempts.run(attempt.line) {
            try await self.requirePatience(attempt)
            guard let success = try await body() else {
                await self.noteFailure(attempt)
                return nil
            }
            await self.noteSuccess(attempt)
            return success
        }
    }

    private func requirePatience(_ attempt: Throttle.Attempt) async throws(VaultError) {
        let now = configuration.now()
        let wait = try await translating {
            try await shared?.wait(attempt, now: now) ?? throttle.wait(attempt, now: now)
        }
        guard wait > 0 else { return }
        tell(.throttled, of: attempt.client)
        throw VaultError(.tooManyAttempts, "too many failed sign-ins", retryAfter: wait)
    }

    private func noteFailure(_ attempt: Throttle.Attempt) async {
        tell(attempt.event, of: attempt.client)
        let now = configuration.now()
        guard let shared else { return throttle.fail(attempt, now: now) }
        // A database that is away lets nobody try again either.
        try? await shared.fail(attempt, now: now)
    }

    private func noteSuccess(_ attempt: Throttle.Attempt) async {
        guard let shared else { return throttle.succeed(attempt) }
        try? await shared.succeed(attempt)
    }

    /// What signs questions to passkeys on every server alike; nil for a server alone, which makes its own.
    package var challengeKey: [UInt8]? {
        shared.map { _ in Blake.mac(Array("vaccinapp passkey challenges 1".utf8), key: nameKey) }
    }

    /// Whether no server has taken this answer yet; from now on one has.
    package func isFirst(_ nonce: [UInt8], until end: Date) async -> Bool {
        guard shared != nil else { return true }
        let made = try? await database.write { db in
            try db.change(
                "INSERT INTO answer (nonce, ends) VALUES (?, ?) ON CONFLICT (nonce) DO NOTHING",
                [.blob(nonce), .time(end)])
        }
        return made == 1
    }
}
