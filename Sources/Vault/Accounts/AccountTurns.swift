/// Lets one operation at a time change an account's keys, in the order they came.
actor AccountTurns {
    private var tails: [AccountID: Task<Void, Never>] = [:]

    func run<T: Sendable>(_ account: AccountID, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let previous = tails[account]
        let work = Task {
            await previous?.value
            return try await body()
        }
        let tail = Task { _ = await work.result }
        tails[account] = tail
        let result = await work.result
        if tails[account] == tail { tails[account] = nil }
        return try result.get()
    }
}
