import Dispatch
import Synchronization

/// Lets a bounded amount of memory be in use for passphrases at once, and the rest wait in line.
///
/// One derivation at work factor 18 takes 256 MiB for about a second, so without a gate a handful of imports would
/// take a machine down. Derivations run on threads of their own, never on Swift's cooperative ones.
public final class ScryptGate: Sendable {
    private struct Waiter {
        let id: UInt64
        let bytes: Int
        let resume: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var used = 0
        var nextID: UInt64 = 0
        var waiters: [Waiter] = []
    }

    private let memoryBytes: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())

    /// Creates a gate.
    ///
    /// - `memoryBytes`: what all derivations together may take; one that needs more than this runs alone.
    /// - `maximumWaiting`: how many may wait before `busy` is thrown.
    public init(memoryBytes: Int = 512 << 20, maximumWaiting: Int = 32) {
        self.memoryBytes = memoryBytes
        self.maximumWaiting = maximumWaiting
    }

    /// Derives a key when it is its turn; throws `busy`, `cancelled` or `outOfMemory`.
    public func derive(
        from passphrase: AgePassphrase, _ parameters: ScryptParameters
    ) async throws(AgeError) -> PassphraseKey {
        let bytes = min(parameters.memoryBytes, memoryBytes)
        try await enter(bytes)
        defer { leave(bytes) }
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(
                    returning: Result { () throws(AgeError) in try PassphraseKey.derive(from: passphrase, parameters) })
            }
        }
        return try result.get()
    }

    /// How many derivations wait for their turn.
    public var waitingCount: Int { state.withLock { $0.waiters.count } }

    private func enter(_ bytes: Int) async throws(AgeError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(Waiter(id: id, bytes: bytes, resume: $0)) }
        } onCancel: {
            cancel(id)
        }
        guard !isAdmitted else { return }
        guard !Task.isCancelled else { throw AgeError(.cancelled, "Nobody waits for this file any more.") }
        throw AgeError(.busy, "Too many files are being opened at once; try again in a minute.")
    }

    private func wait(_ waiter: Waiter) {
        let answer: Bool? = state.withLock { state in
            if Task.isCancelled { return false }
            if state.waiters.isEmpty, state.used + waiter.bytes <= memoryBytes {
                state.used += waiter.bytes
                return true
            }
            guard state.waiters.count < maximumWaiting else { return false }
            state.waiters.append(waiter)
            return nil
        }
        if let answer { waiter.resume.resume(returning: answer) }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.resume.resume(returning: false)
        admit()
    }

    private func leave(_ bytes: Int) {
        state.withLock { $0.used -= bytes }
        admit()
    }

    private func admit() {
        let admitted = state.withLock { state in
            var admitted: [Waiter] = []
            while let first = state.waiters.first, state.used + first.bytes <= memoryBytes {
                state.used += first.bytes
                admitted.append(state.waiters.removeFirst())
            }
            return admitted
        }
        for waiter in admitted { waiter.resume.resume(returning: true) }
    }
}
