import CPostgres

#if canImport(Glibc)
    import Glibc
#endif

/// One connection to a database; every call blocks.
///
/// `@unchecked` because the pool lends it to one thread at a time.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// - Throws: `unreachable`.
    init(_ address: PostgresAddress, timeouts: PostgresTimeouts) throws(PostgresError) {
        var parameters = [("connect_timeout", "5"), ("tcp_user_timeout", "20000"), ("keepalives_idle", "30")]
        parameters.append(("application_name", "vaccinapp"))
        if !address.isLocal, !address.namesTLS, getenv("PGSSLMODE") == nil { parameters.append(("sslmode", "require")) }
        // What the address says counts more than what stands before it, and less than what follows.
        parameters += [("dbname", address.text), ("client_encoding", "UTF8")]
        let names = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        let made = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                names.baseAddress.flatMap { first in values.baseAddress.flatMap { PQconnectdbParams(first, $0, 1) } }
            }
        }
        guard let handle = made else { throw PostgresError(.unreachable("no memory for a connection")) }
        guard PQstatus(handle) == CONNECTION_OK else {
            let reason = Self.reason(String(cString: PQerrorMessage(handle)))
            PQfinish(handle)
            throw PostgresError(.unreachable(reason))
        }
        self.handle = handle
        // Notices would go to standard error, and could quote values.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        do throws(PostgresError) {
            for setting in timeouts.settings { _ = try run(setting, []) }
        } catch {
            throw PostgresError(.unreachable("the database answers, but not as PostgreSQL does"))
        }
    }

    deinit { PQfinish(handle) }

    /// Whether it can't be used again.
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK || PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Runs one statement; `$1` stands for the first argument.
    func run(_ sql: String, _ arguments: [LedgerValue]) throws(PostgresError) -> PostgresResult {
        let bound = PostgresArguments(arguments)
        let answer = bound.withPointers { values, types, lengths, formats in
            PQexecParams(handle, sql, Int32(arguments.count), types, values, lengths, formats, 1)
        }
        guard let answer else { throw PostgresError(.broken) }
        let result = PostgresResult(answer)
        if let state = result.refusal {
            throw PostgresError(PQstatus(handle) == CONNECTION_OK && !state.isEmpty ? .refused(state) : .broken)
        }
        return result
    }

    /// Commits; after a broken connection nobody knows whether it was done.
    func commit() throws(PostgresError) {
        do throws(PostgresError) {
            // A transaction that failed before is rolled back by COMMIT, which says so.
            guard try run("COMMIT", []).command == "COMMIT" else { throw PostgresError(.refused("25P02")) }
        } catch {
            // The server's shutting down comes with a code of its own; it too may come after the commit.
            if error.kind == .broken || error.kind == .refused("57P01") { throw PostgresError(.ambiguous) }
            throw error
        }
    }

    /// What libpq says about a failed connection, without anything that may come out of a mistyped address.
    private static func reason(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        if let line = lines.last(where: { $0.hasPrefix("connection to server ") }) {
            return "the database can't be reached: \(line)"
        }
        return message.contains("translate host name")
            ? "the database can't be reached: its host's name is not known"
            : "the database can't be reached: its address, or its TLS, is not right"
    }
}

/// How long the database may take.
struct PostgresTimeouts: Sendable {
    /// Milliseconds for one statement.
    var statement = 15_000
    /// Milliseconds to wait for another transaction.
    var lock = 10_000
    /// Milliseconds between the statements of a transaction.
    var idle = 30_000

    var settings: [String] {
        [
            "SET statement_timeout = \(statement)", "SET lock_timeout = \(lock)",
            "SET idle_in_transaction_session_timeout = \(idle)",
        ]
    }
}
