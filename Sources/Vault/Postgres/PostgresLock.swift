import Dispatch
import Model
import VaultStorage

/// Lets one server at a time change an account's keys.
///
/// Wrapping keys again takes several transactions. Meanwhile a row is kept locked, by separate connections, so that
/// those who hold one never wait for those who want one. A server that ends lets go with its connection.
struct PostgresLock: Sendable {
    let pool: PostgresPool

    func holding<T: Sendable>(
        _ account: AccountID, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        // Accounts that share a row wait for each other now and then; no id is left behind.
        let number = Int64(account.bytes.last ?? 0)
        let pool = pool
        let connection = try await pool.offPool {
            do {
                let (connection, _) = try pool.take("BEGIN")
                do {
                    _ = try connection.run(
                        "SELECT number FROM account_lock WHERE number = $1 FOR UPDATE", [.integer(number)])
                } catch {
                    Self.end(connection, pool)
                    throw error
                }
                return connection
            } catch {
                throw VaultError(wrapping: error)
            }
        }
        // Not on the pool's own threads: those may all be waiting for this.
        defer { DispatchQueue.global(qos: .userInitiated).async { Self.end(connection, pool) } }
        return try await body()
    }

    private static func end(_ connection: PostgresConnection, _ pool: PostgresPool) {
        _ = try? connection.run("ROLLBACK", [])
        pool.giveBack(connection)
    }
}
