/// Lets one operation at a time change an account's keys, in the order they came.
actor AccountTurns {
    private let lock: (any AccountLock)?
    private var tails: [AccountID: Task<Void, Never>] = [:]

    /// - Parameter lock: keeps other servers out too.
    init(lock: (any AccountLock)? = nil) { self.lock = lock }

    func run<T: Sendable>(_ account: AccountID, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let previous = tails[account]
        let work = Task { [lock] in
            await previous?.value
            guard let lock else { return try await body() }
            return try await lock.holding(account, body)
        }
        let tail = Task { _ = await work.result }
        tails[account] = tail
        let result = await work.result
        if tails[account] == tail { tails[account] = nil }
        return try result.get()
    }
}

/// Keeps other servers from changing an account's keys meanwhile.
protocol AccountLock: Sendable {
    func holding<T: Sendable>(
        _ account: AccountID, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T
}
