import GRDB

extension Accounts {
    /// Whether the accounts database answers.
    package var isReady: Bool {
        get async {
            let answer = try? await database.read { db in try Int.fetchOne(db, sql: "SELECT 1") }
            return answer == 1
        }
    }
}
