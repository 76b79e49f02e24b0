#if canImport(Glibc)
    import Glibc
#endif

extension PostgresPool {
    /// How transactions that run at the same time see each other.
    enum Mode: String {
        /// One state of the database, which isn't changed.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// As if one ran after the other.
        case serial = "BEGIN ISOLATION LEVEL SERIALIZABLE"
        /// Each statement sees what is committed; for changes that compare what they replace.
        case comparing = "BEGIN ISOLATION LEVEL READ COMMITTED"
    }

    /// How often a transaction is run again that met another one.
    private static let tries = 24

    /// Runs a transaction, again and again where others came in between; blocks.
    func transaction<T>(_ mode: Mode, _ body: (PostgresLedger) throws -> T) throws -> T {
        for round in 1... {
            do {
                let (connection, _) = try take(mode.rawValue)
                defer { giveBack(connection) }
                return try Self.run(body, on: connection)
            } catch let error as PostgresError where error.isConflict && round < Self.tries {
                // Longer from round to round, and for each of those that met another time.
                usleep(UInt32.random(in: 0...1_000) * UInt32(min(round, 20)))
            }
        }
        throw PostgresError(.refused("40001"))
    }

    private static func run<T>(_ body: (PostgresLedger) throws -> T, on connection: PostgresConnection) throws -> T {
        do {
            let result = try body(PostgresLedger(connection))
            try connection.commit()
            return result
        } catch {
            _ = try? connection.run("ROLLBACK", [])
            throw error
        }
    }
}
