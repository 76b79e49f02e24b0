internal import Fairness
import Secrets
import Synchronization
import VaultStorage

/// Runs Argon2id on threads of its own: a few at once, of one network never all; the rest queue, those first who had least
/// in the last ten minutes, unless that takes longer than people wait.
///
/// These threads step back behind all others: pages stay fast while many people sign in.
final class PasswordHashing: Sendable {
    let gate: FairSemaphore
    private let threads: FairThreadPool

    private let atOnce: Int
    private let patience: Duration
    /// How long one took lately.
    private let pace: Mutex<Duration>

    /// - Parameters:
    ///   - atOnce: how many run together, each with its own memory.
    ///   - patience: how long somebody waits; anyone whose turn would come later is asked to come back.
    ///   - pace: how long one takes, until that was seen.
    init(atOnce: Int, patience: Duration, pace: Duration = .milliseconds(100)) {
        (self.atOnce, self.patience) = (atOnce, patience)
        self.pace = Mutex(pace)
        // An address may be a school's, a network a whole town's: more may wait than would have their turn in time.
        gate = FairSemaphore(
            FairnessLimits(
                room: atOnce, ofNetwork: atOnce - 1, waiting: 768, waitingOfAccount: 32, waitingOfNetwork: 64,
                remembered: .seconds(600)))
        threads = FairThreadPool(FairnessLimits(room: atOnce), stepsBack: true)
    }

    /// How many are running or queued.
    var load: Int { gate.held + gate.waiting }

    /// - Parameter who: an address, or a signed-in account, with the network; those that ask often wait for each other.
    func key(
        password: [UInt8], salt: [UInt8], parameters: Argon2Parameters, for who: Requester
    ) async throws(VaultError) -> SecretBytes {
        let wait = pace.withLock { $0 } * gate.turns(before: who) / atOnce
        guard wait <= patience else { throw Self.busy }
        let come = ContinuousClock.now
        do {
            let place = try await gate.enter(who)
            defer { withExtendedLifetime(place) {} }
            let begun = ContinuousClock.now
            // Those before took longer than they used to: so the whole line hears it in time.
            guard come.duration(to: begun) <= max(patience, .zero) else { throw Self.busy }
            let key = try await threads.run(for: who) { try parameters.key(password: password, salt: salt) }
            pace.withLock { $0 = ($0 * 7 + begun.duration(to: .now)) / 8 }
            return key
        } catch let error as VaultError {
            throw error
        } catch {
            throw Self.busy
        }
    }

    private static var busy: VaultError { VaultError(.busy, "too many sign-ins are waiting", retryAfter: 10) }
}
