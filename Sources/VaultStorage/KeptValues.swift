import Synchronization

/// What was worked out of a vault's content, kept beside it until that changes: with the next commit, and when the
/// vault is closed, another one takes its place.
package final class KeptValues: Sendable {
    private let values = Mutex<[AnyHashable: any Sendable]>([:])

    package init() {}

    /// What was kept under a key; nil where there is nothing, or something else.
    package func value<Key: Hashable & Sendable, Value: Sendable>(for key: Key, as _: Value.Type) -> Value? {
        values.withLock { $0[AnyHashable(key)] } as? Value
    }

    package func keep<Key: Hashable & Sendable>(_ value: some Sendable, for key: Key) {
        values.withLock { $0[AnyHashable(key)] = value }
    }

    package func forget<Key: Hashable & Sendable>(_ key: Key) {
        _ = values.withLock { $0.removeValue(forKey: AnyHashable(key)) }
    }
}
