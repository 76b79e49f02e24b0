internal import Fairness
import Secrets
import VaultStorage

/// Runs Argon2id on threads of its own: a few at once, the rest queue up to a bound, in turn by who asks.
///
/// These threads step back behind all others: pages stay fast while many people sign in.
final class PasswordHashing: Sendable {
    let gate: FairGate
    private let threads: FairThreads

    /// - Parameters:
    ///   - atOnce: how many run together, each with its own memory.
    ///   - waiting: how many may queue before callers are told to come back; half as many of one.
    init(atOnce: Int, waiting: Int) {
        gate = FairGate(Shares(room: atOnce, waiting: waiting, waitingOfAccount: max(1, waiting / 2)))
        threads = FairThreads(Shares(room: atOnce), stepsBack: true)
    }

    /// How many are running or queued.
    var load: Int { gate.held + gate.waiting }

    /// - Parameter asker: an address, or a signed-in account; one that asks often waits for its own turns alone.
    func key(
        password: [UInt8], salt: [UInt8], parameters: Argon2Parameters, asker: String
    ) async throws(VaultError) -> SecretBytes {
        let who = Claimant(address: asker)
        do {
            let place = try await gate.enter(who)
            defer { withExtendedLifetime(place) {} }
            return try await threads.run(for: who) { try parameters.key(password: password, salt: salt) }
        } catch let error as VaultError {
            throw error
        } catch {
            throw VaultError(.busy, "too many sign-ins are waiting", retryAfter: 10)
        }
    }
}
