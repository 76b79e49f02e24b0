import Secrets

/// A row that a transaction leaves, which shows afterwards that it was committed.
///
/// Unlike a transaction's number it is never given to another one, not even after a crash or by a standby that takes over.
struct PostgresReceipt {
    /// Seconds after which nobody asks any more.
    private static let lifetime = 3_600.0

    private let id = RandomSource.system.bytes(16)

    func leave(_ db: any Transaction) throws {
        try db.execute(
            "INSERT INTO receipt (id, writtenAt) VALUES (?, CAST(extract(epoch FROM now()) AS DOUBLE PRECISION))",
            [.blob(id)])
    }

    /// Tries to leave it once more: that waits until the transaction has ended, and is refused if it was committed.
    func isThere(_ connection: PostgresConnection) throws -> Bool {
        _ = try connection.run(PostgresPool.Mode.comparing.rawValue, [])
        do {
            try leave(PostgresTransaction(connection))
            _ = try connection.run("ROLLBACK", [])
            return false
        } catch let error as PostgresError where error.kind == .refused("23505") {
            return true
        }
    }

    static func sweep(_ pool: PostgresPool) throws {
        try pool.transaction(.comparing) { db in
            try db.execute(
                "DELETE FROM receipt WHERE writtenAt < CAST(extract(epoch FROM now()) AS DOUBLE PRECISION) - ?",
                [.real(lifetime)])
        }
    }
}
