import VaultStorage

/// Lets one operation at a time change an account's keys, in the order they came.
struct AccountLock: Sendable {
    private let lock: (any SharedAccountLock)?
    private let turns = KeyedLock<AccountID>()

    /// How many want to change an account's keys here, with the one whose turn it is.
    func waiting(_ account: AccountID) async -> Int { await turns.length(account) }

    /// - Parameter lock: keeps other servers out too.
    init(lock: (any SharedAccountLock)? = nil) { self.lock = lock }

    func run<T: Sendable>(_ account: AccountID, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await turns.run(account) { [lock] in
            guard let lock else { return try await body() }
            return try await lock.holding(account, body)
        }
    }
}

/// Keeps other servers from changing an account's keys meanwhile.
protocol SharedAccountLock: Sendable {
    func holding<T: Sendable>(
        _ account: AccountID, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T
}
