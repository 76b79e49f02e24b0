import Glibc

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
    ///
    /// If the answer to a commit is lost, the database is asked whether it was made.
    func transaction<T>(_ mode: Mode, _ body: (PostgresTransaction) throws -> T) throws -> T {
        for round in 1... {
            let receipt = mode == .serial ? PostgresReceipt() : nil
            var result: T?
            do {
                let (connection, _) = try take(mode.rawValue)
                defer { giveBack(connection) }
                try Self.run(on: connection) { db in
                    result = try body(db)
                    try receipt?.leave(db)
                }
            } catch let error as PostgresError where error.isConflict && round < Self.tries {
                // Longer from round to round, and for each of those that met another time.
                usleep(UInt32.random(in: 0...1_000) * UInt32(min(round, 20)))
                continue
            } catch let error as PostgresError where error.kind == .ambiguous {
                guard let isThere = receipt.flatMap({ receipt in asking { try receipt.isThere($0) } }) else {
                    throw error
                }
                guard isThere else { throw PostgresError(.broken) }
            }
            if let result { return result }
        }
        throw PostgresError(.refused("40001"))
    }

    private static func run(on connection: PostgresConnection, _ body: (PostgresTransaction) throws -> Void) throws {
        do {
            try body(PostgresTransaction(connection))
            try connection.commit()
        } catch {
            _ = try? connection.run("ROLLBACK", [])
            throw error
        }
    }

    /// Asks over a separate connection, again and again for some seconds: the database may be restarting; blocks.
    ///
    /// - Returns: Nil when nobody answers.
    func asking<T>(_ ask: (PostgresConnection) throws -> T) -> T? {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            if let answer = try? ask(try PostgresConnection(address, timeouts: .probe)) { return answer }
            guard ContinuousClock.now < end else { return nil }
            usleep(100_000)
        }
    }
}
