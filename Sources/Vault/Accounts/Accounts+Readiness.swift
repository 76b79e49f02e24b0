extension Accounts {
    /// Whether the accounts database answers, within seconds.
    package var isReady: Bool {
        get async { (try? await database.requireAnswer()) != nil }
    }
}
