import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs Argon2id on threads of its own: a few at once, the rest queue up to a bound.
///
/// These threads step back behind all others: pages stay fast while many people sign in.
final class PasswordHashing: Sendable {
    private let queue: OperationQueueBound
    private let threads: DispatchQueue
    private let slots: DispatchSemaphore

    /// - Parameters:
    ///   - atOnce: how many run together, each with its own memory.
    ///   - waiting: how many may queue before callers are told to come back.
    init(atOnce: Int, waiting: Int) {
        queue = OperationQueueBound(limit: atOnce + waiting)
        slots = DispatchSemaphore(value: atOnce)
        threads = DispatchQueue(label: "vaccinapp.password-hashing")
    }

    /// How many are running or queued.
    var load: Int { queue.count }

    func key(password: [UInt8], salt: [UInt8], parameters: Argon2Parameters) async throws(VaultError) -> SecretBytes {
        guard queue.enter() else {
            throw VaultError(.busy, "too many sign-ins are waiting", retryAfter: 10)
        }
        let result: Result<SecretBytes, VaultError> = await withCheckedContinuation { continuation in
            // The serial queue hands out turns in order; the work itself runs beside it, as many as there are slots.
            threads.async {
                self.slots.wait()
                // A thread for each: one that has stepped back can't come forward again, so a pool must not get it.
                Thread.detachNewThread {
                    Self.stepBack()
                    let result = Result { () throws(VaultError) in
                        try parameters.key(password: password, salt: salt)
                    }
                    self.slots.signal()
                    self.queue.leave()
                    continuation.resume(returning: result)
                }
            }
        }
        return try result.get()
    }

    /// Gives this thread a tenth of the weight of others, which counts only while all cores are busy.
    private static func stepBack() {
        #if os(Linux)
            // Where it is forbidden, hashing is merely in the others' way.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }
}

/// Counts what is under way and refuses beyond a limit.
final class OperationQueueBound: Sendable {
    private let limit: Int
    private let state = Mutex(0)

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0 } }

    func enter() -> Bool {
        state.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func leave() { state.withLock { $0 -= 1 } }
}
