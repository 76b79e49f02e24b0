import Fairness
import VaultStorage

/// Lets one operation at a time do something with what a key stands for, in the order they came.
actor KeyedLock<Key: Hashable & Sendable> {
    private struct Line {
        var last: Task<Void, Never>
        var length: Int
    }

    private let queue = ActorExecutor("vaccinapp.locks")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let limit: Int
    private var lines: [Key: Line] = [:]

    /// - Parameter limit: how many may be in one line, with the one that holds the lock.
    init(limit: Int = .max) { self.limit = limit }

    /// How many are in a key's line, with the one that holds the lock.
    func length(_ key: Key) -> Int { lines[key]?.length ?? 0 }

    /// - Throws: `busy` where the line is too long, or what `body` throws.
    func withLock<T: Sendable>(_ key: Key, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let line = lines[key]
        guard (line?.length ?? 0) < limit else {
            throw VaultError(.busy, "too many wait for the same", retryAfter: 10)
        }
        let work = Task {
            await line?.last.value
            return try await body()
        }
        lines[key] = Line(last: Task { _ = await work.result }, length: (line?.length ?? 0) + 1)
        let result = await work.result
        lines[key]?.length -= 1
        if lines[key]?.length == 0 { lines[key] = nil }
        return try result.get()
    }
}
