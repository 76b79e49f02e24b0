import Dispatch
import Synchronization

/// A value that is worked out on another thread, if one is free, and else by whoever needs it first.
final class Aside<Value: Sendable>: Sendable {
    private let work: @Sendable () -> Value
    private let known = Mutex<Value?>(nil)

    init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        DispatchQueue.global(qos: .userInitiated).async { _ = self.value }
    }

    /// Blocks until it is known.
    var value: Value {
        known.withLock { known in
            if let known { return known }
            let value = work()
            known = value
            return value
        }
    }
}
