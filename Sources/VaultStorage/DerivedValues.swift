import Synchronization

/// What was worked out of a vault's content, kept beside it until that changes: with the next commit, and when the
/// vault is closed, another one takes its place.
package final class DerivedValues: Sendable {
    private struct Entry: Sendable {
        let value: any Sendable
        let bytes: Int
        /// How many were kept before it.
        let number: Int
    }

    private struct State {
        var entries: [AnyHashable: Entry] = [:]
        var bytes = 0
        var count = 0

        mutating func forget(_ key: AnyHashable) {
            bytes -= entries.removeValue(forKey: key)?.bytes ?? 0
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// About how much memory the values take, as far as that was said of them.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// What was kept under a key; nil where there is nothing, or something else.
    package func value<Key: Hashable & Sendable, Value: Sendable>(for key: Key, as _: Value.Type) -> Value? {
        state.withLock { $0.entries[AnyHashable(key)]?.value } as? Value
    }

    /// Keeps a value under a key.
    ///
    /// - Parameters:
    ///   - bytes: About what it takes of memory; 0 for what is small, and kept in any case.
    ///   - limit: What all may take together: the oldest are forgotten first.
    package func keep<Key: Hashable & Sendable>(
        _ value: some Sendable, for key: Key, bytes: Int = 0, limit: Int = .max
    ) {
        state.withLock { state in
            state.forget(AnyHashable(key))
            state.entries[AnyHashable(key)] = Entry(value: value, bytes: bytes, number: state.count)
            state.count += 1
            state.bytes += bytes
            guard state.bytes > limit else { return }
            let large = state.entries.filter { $0.value.bytes > 0 }.sorted { $0.value.number < $1.value.number }
            for (key, _) in large where state.bytes > limit { state.forget(key) }
        }
    }

    package func forget<Key: Hashable & Sendable>(_ key: Key) {
        state.withLock { $0.forget(AnyHashable(key)) }
    }
}
