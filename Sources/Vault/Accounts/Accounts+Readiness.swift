extension Accounts {
    /// Whether the accounts database answers.
    package var isReady: Bool {
        get async { (try? await database.read { try $0.finds("SELECT 1 AS one", []) }) ?? false }
    }
}
