internal import Fairness

/// Lets a bounded amount of memory be in use for passphrases at once, and the rest wait in line.
///
/// One derivation at work factor 18 takes 256 MiB for about a second, so without a gate a handful of imports would
/// take a machine down. Derivations run on threads of their own, never on Swift's cooperative ones, and one at a time
/// for each account.
public final class ScryptGate: Sendable {
    private let memoryBytes: Int
    let gate: FairSemaphore
    /// The memory bounds them already.
    private let threads = FairThreadPool(FairnessLimits(room: 64), stepsBack: true)

    /// Creates a gate.
    ///
    /// - `memoryBytes`: what all derivations together may take; one that needs more than this runs alone.
    /// - `maximumWaiting`: how many may wait before `busy` is thrown.
    public init(memoryBytes: Int = 512 << 20, maximumWaiting: Int = 32) {
        self.memoryBytes = memoryBytes
        gate = FairSemaphore(
            FairnessLimits(
                room: memoryBytes, placesOfAccount: 1, waiting: maximumWaiting,
                waitingOfAccount: max(1, maximumWaiting / 4)))
    }

    /// Derives a key when it is its turn; throws `busy`, `cancelled` or `outOfMemory`.
    ///
    /// - `account`: whose passphrase it is; accounts get their turns one after the other, and one by one of each.
    ///   Without it everybody is somebody else.
    public func derive(
        from passphrase: AgePassphrase, _ parameters: ScryptParameters, account: String? = nil
    ) async throws(AgeError) -> PassphraseKey {
        let who = account.map { Requester(account: $0, network: $0) } ?? .alone
        do {
            let place = try await gate.enter(who, units: min(parameters.memoryBytes, memoryBytes))
            defer { withExtendedLifetime(place) {} }
            return try await threads.run(for: who) { try PassphraseKey.derive(from: passphrase, parameters) }
        } catch let error as AgeError {
            throw error
        } catch ShareRefusal.cancelled {
            throw AgeError(.cancelled, "Nobody waits for this file any more.")
        } catch {
            throw AgeError(.busy, "Too many files are being opened at once; try again in a minute.")
        }
    }

    /// How many derivations wait for their turn.
    public var waitingCount: Int { gate.waiting }
}
