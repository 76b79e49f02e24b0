import CPostgres
import Glibc

/// One connection to a database; every call blocks.
///
/// `@unchecked` because the pool lends it to one thread at a time.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let patience: Duration
    /// No answer came in time; one that comes later belongs to nobody.
    private var isGivenUp = false

    /// - Throws: `unreachable`.
    init(_ address: PostgresAddress, timeouts: PostgresTimeouts) throws(PostgresError) {
        let begin = ContinuousClock.now
        var parameters = [
            ("connect_timeout", "\(timeouts.connect)"), ("tcp_user_timeout", "20000"), ("keepalives_idle", "30"),
            // A standby, which can only be read, is not what accounts can be kept in.
            ("target_session_attrs", "read-write"), ("application_name", "vaccinapp"),
        ]
        // The address overrides the parameters before it, and those after it override the address.
        parameters += [("dbname", address.text), ("client_encoding", "UTF8")]
        parameters += address.tlsParameters.map { ($0.name, $0.value) }
        let names = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        let made = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                names.baseAddress.flatMap { first in values.baseAddress.flatMap { PQconnectdbParams(first, $0, 1) } }
            }
        }
        guard let handle = made else { throw PostgresError(.unreachable("no memory for a connection")) }
        guard PQstatus(handle) == CONNECTION_OK || Self.reconnects(handle, since: begin) else {
            defer { PQfinish(handle) }
            throw Self.refusal(String(cString: PQerrorMessage(handle)))
        }
        self.handle = handle
        patience = .milliseconds(timeouts.answer)
        // So that neither a long argument nor a long answer waits for a database that hangs.
        _ = PQsetnonblocking(handle, 1)
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
    var isBroken: Bool { isLost || PQtransactionStatus(handle) != PQTRANS_IDLE }

    private var isLost: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }

    /// Runs one statement; `$1` stands for the first argument.
    func run(_ sql: String, _ arguments: [SQLValue]) throws(PostgresError) -> PostgresResult {
        guard !isLost else { throw PostgresError(.broken) }
        let bound = PostgresArguments(arguments)
        let isSent = bound.withPointers { values, types, lengths, formats in
            PQsendQueryParams(handle, sql, Int32(arguments.count), types, values, lengths, formats, 1)
        }
        guard isSent == 1, let result = answer(until: .now + patience) else { throw PostgresError(.broken) }
        if let state = result.refusal {
            throw PostgresError(isLost || state.isEmpty ? .broken : .refused(state))
        }
        return result
    }

    /// The answer to what was sent; nil when the connection ended, or none came in time.
    private func answer(until deadline: ContinuousClock.Instant) -> PostgresResult? {
        var first: PostgresResult?
        while true {
            while !isLost, PQisBusy(handle) == 1 || first == nil && PQflush(handle) == 1 {
                guard wait(until: deadline) else {
                    isGivenUp = true
                    return nil
                }
            }
            guard let next = PQgetResult(handle) else { return first }
            // More than one comes only at a connection's end.
            let result = PostgresResult(next)
            first = first ?? result
        }
    }

    /// Blocks until the connection can be read or written, and does so; false when the time is over.
    private func wait(until deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return false }
        let isSending = PQflush(handle) == 1
        var socket = pollfd(fd: PQsocket(handle), events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0)
        let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
        let count = poll(&socket, 1, Int32(clamping: milliseconds))
        guard count > 0 || count < 0 && errno == EINTR else { return false }
        // A failure shows in the answer.
        if count > 0, Int32(socket.revents) & ~POLLOUT != 0 { _ = PQconsumeInput(handle) }
        return true
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

    /// Asks once more after a refusal that came at once, so that its code comes along, whatever language it speaks.
    private static func reconnects(_ handle: OpaquePointer, since begin: ContinuousClock.Instant) -> Bool {
        guard begin.duration(to: .now) < .milliseconds(500), !isSettled(String(cString: PQerrorMessage(handle))) else {
            return false
        }
        _ = PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        PQreset(handle)
        _ = PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return PQstatus(handle) == CONNECTION_OK
    }

    /// What a failed connection means.
    static func refusal(_ message: String) -> PostgresError {
        let reason = Self.reason(message)
        if let state = message.firstMatch(of: #/:  ([0-9A-Z]{5}): /#).map({ String($0.1) }) {
            // Too many connections, or too little memory for one more.
            if state.hasPrefix("53") { return PostgresError(.refused(state)) }
            // It starts or ends; or recovery goes on.
            return PostgresError(state.hasPrefix("57P") ? .away(reason) : .unreachable(reason + advice(state)))
        }
        // Was not asked for its code.
        let isPassword = message.contains("password authentication failed")
        return PostgresError(
            isSettled(message) ? .unreachable(reason + (isPassword ? advice("28P01") : "")) : .away(reason))
    }

    /// What to do about it, if known.
    private static func advice(_ state: String) -> String {
        switch state {
        case "3D000": ": correct the database's name in its address, or make the database with createdb"
        case "28000", "28P01": ": correct user and password in its address, or make the role with createuser"
        default: ""
        }
    }

    /// Whether waiting wouldn't help: what the client itself found wrong with an address, a certificate or a standby.
    private static func isSettled(_ message: String) -> Bool {
        ["SSL", "certificate", "password", "invalid", "authentication", "read-only", "hot standby", "ermission denied"]
            .contains { message.contains($0) }
    }

    /// What libpq says about a failed connection, without anything that may come out of a mistyped address.
    private static func reason(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        if message.contains("session is read-only") || message.contains("hot standby") {
            return "the database can only be read: it is a standby, or was made read-only"
        }
        if let line = lines.last(where: { $0.hasPrefix("connection to server ") }) {
            return "the database can't be reached: \(line.replacing(#/:  [0-9A-Z]{5}: /#, with: ": "))"
        }
        return message.contains("translate host name")
            ? "the database can't be reached: its host's name is not known"
            : "the database can't be reached: its address, or its TLS, is not right"
    }
}

/// How long the database may take.
struct PostgresTimeouts: Sendable {
    /// Seconds to connect.
    var connect = 5
    /// Milliseconds for one statement.
    var statement = 12_000
    /// Milliseconds to wait for another transaction.
    var lock = 10_000
    /// Milliseconds between the statements of a transaction.
    var idle = 30_000

    /// Milliseconds to wait longer than that: the database ends what takes too long, unless it hangs itself.
    var margin = 3_000

    var answer: Int { statement + margin }

    /// For asking whether the database answers at all.
    static let probe = PostgresTimeouts(connect: 2, statement: 1_000, lock: 1_000, margin: 1_000)

    var settings: [String] {
        [
            "SET statement_timeout = \(statement)", "SET lock_timeout = \(lock)",
            "SET idle_in_transaction_session_timeout = \(idle)",
        ]
    }
}
