import Dispatch
import Foundation
import Synchronization

/// A bounded number of connections to one database, made when they are needed and again when they break.
final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection] = []
        var isShut = false
        /// When the last try to connect failed, and why.
        var failure: (at: ContinuousClock.Instant, error: PostgresError)?
    }

    let address: PostgresAddress
    private let timeouts: PostgresTimeouts
    private let places: DispatchSemaphore
    private let patience: Duration
    private let state = Mutex(State())
    /// Where what blocks runs for callers that mustn't: no more threads than connections.
    private let threads = OperationQueue()

    init(_ address: PostgresAddress, size: Int, timeouts: PostgresTimeouts = PostgresTimeouts(), waitSeconds: Int = 10)
    {
        self.address = address
        self.timeouts = timeouts
        places = DispatchSemaphore(value: size)
        patience = .seconds(waitSeconds)
        threads.maxConcurrentOperationCount = size
        threads.qualityOfService = .userInitiated
    }

    /// Runs one statement that changes nothing; blocks.
    func query(_ sql: String, _ arguments: [SQLValue]) throws(PostgresError) -> [TransactionRow] {
        let (connection, result) = try take(PostgresTransaction.numbered(sql), arguments)
        giveBack(connection)
        return result.rows
    }

    /// Takes a connection and runs a first statement on it, which changes nothing; blocks.
    ///
    /// When an old connection breaks there, a new one takes its place. The taker has to give it back.
    func take(
        _ sql: String, _ arguments: [SQLValue] = []
    ) throws(PostgresError) -> (PostgresConnection, PostgresResult) {
        guard places.wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success else {
            throw PostgresError(.exhausted)
        }
        do throws(PostgresError) {
            while let known = state.withLock({ $0.idle.popLast() }) {
                do throws(PostgresError) {
                    return (known, try known.run(sql, arguments))
                } catch {
                    guard known.isBroken else { throw error }
                    // The others were made before it broke, most likely: the server was restarted.
                    state.withLock { $0.idle = [] }
                }
            }
            let new = try connect()
            return (new, try new.run(sql, arguments))
        } catch {
            places.signal()
            throw error
        }
    }

    func giveBack(_ connection: PostgresConnection) {
        if !connection.isBroken { state.withLock { if !$0.isShut { $0.idle.append(connection) } } }
        places.signal()
    }

    /// Runs what blocks on a thread of the pool's.
    ///
    /// - Throws: `exhausted` when none is free for long.
    func offPool<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let end = ContinuousClock.now + patience
        return try await withCheckedThrowingContinuation { continuation in
            threads.addOperation {
                continuation.resume(
                    with: Result {
                        // While the database hangs a line grows: who comes to the front of it late is sent away.
                        guard ContinuousClock.now < end else { throw PostgresError(.exhausted).vaultError }
                        return try body()
                    })
            }
        }
    }

    func close() {
        state.withLock { state in
            state.isShut = true
            state.idle = []
        }
    }

    /// Lets the next one connect at once: somebody else has seen that the database answers.
    func forgetFailure() { state.withLock { $0.failure = nil } }

    private func connect() throws(PostgresError) -> PostgresConnection {
        let recent = state.withLock { state in
            state.failure.flatMap { $0.at.duration(to: .now) < .milliseconds(500) ? $0.error : nil }
        }
        // Whoever comes in the next half second needn't wait for the same answer.
        if let recent { throw recent }
        do throws(PostgresError) {
            let connection = try PostgresConnection(address, timeouts: timeouts)
            state.withLock { $0.failure = nil }
            return connection
        } catch {
            state.withLock { $0.failure = (.now, error) }
            throw error
        }
    }
}
