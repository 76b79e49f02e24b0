package import Fairness

/// Lets a bounded amount of memory be in use for passphrases at once, and the rest wait in line.
///
/// One derivation at work factor 18 takes 256 MiB for about a second, so without a gate a handful of imports would
/// take a machine down. Derivations run on threads of their own, never on Swift's cooperative ones, and one at a time
/// for each account and each network; who had least in the last ten minutes goes first.
public final class ScryptGate: Sendable {
    /// What all derivations together may take, in bytes.
    public let memoryBytes: Int
    let gate: FairSemaphore
    /// The memory bounds them already.
    private let threads = FairThreadPool(FairnessLimits(room: 64), stepsBack: true)

    /// Creates a gate.
    ///
    /// - `memoryBytes`: what all derivations together may take; one that needs more than this is refused. Half of it is
    ///   never had by those who derived for longer than a minute lately.
    /// - `maximumWaiting`: how many may wait before `busy` is thrown.
    public init(memoryBytes: Int = 512 << 20, maximumWaiting: Int = 64) {
        self.memoryBytes = memoryBytes
        gate = FairSemaphore(
            FairnessLimits(
                room: memoryBytes, placesOfAccount: 1, placesOfNetwork: 1, waiting: maximumWaiting,
                waitingOfAccount: max(1, maximumWaiting / 16), waitingOfNetwork: max(1, maximumWaiting / 8),
                remembered: .seconds(600), spare: memoryBytes / 2))
    }

    /// The highest work factor that there is memory for, 1 to 30.
    public var workFactor: Int { (1...30).last { ScryptParameters.memoryBytes($0) <= memoryBytes } ?? 1 }

    /// Derives a key when it is its turn; throws `busy`, `cancelled`, `outOfMemory` or `workFactorTooHigh`.
    ///
    /// Everybody is somebody else.
    public func derive(
        from passphrase: AgePassphrase, _ parameters: ScryptParameters
    ) async throws(AgeError) -> PassphraseKey {
        try await derive(from: passphrase, parameters, for: .alone)
    }

    /// Derives a key when it is its turn, by whose passphrase it is and from which network.
    package func derive(
        from passphrase: AgePassphrase, _ parameters: ScryptParameters, for who: Requester
    ) async throws(AgeError) -> PassphraseKey {
        guard parameters.memoryBytes <= memoryBytes else { throw .workFactorTooHigh(most: workFactor) }
        do {
            let place = try await gate.enter(who, units: parameters.memoryBytes)
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
