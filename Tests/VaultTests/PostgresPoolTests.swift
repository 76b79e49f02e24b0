import Foundation
import Model
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// Connections that are kept, break, can't be made or come too late.
@Suite(.enabled(if: PostgresCluster.shared != nil, PostgresCluster.reason), .timeLimit(.minutes(3)))
struct PostgresPoolTests {
    private let app = TestVaults.$isShared.withValue(true) { TestVaults() }

    /// A database that was restarted has ended every connection that was kept; who comes next doesn't notice.
    @Test func connectionsThatBrokeWhileTheyWereKeptAreReplaced() throws {
        let database = try #require(app.database)
        let pool = PostgresPool(database, size: 2)
        let (one, _) = try pool.take("SELECT 1 AS one")
        let (two, _) = try pool.take("SELECT 1 AS one")
        pool.giveBack(one)
        pool.giveBack(two)
        try #require(PostgresCluster.shared).sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)'", in: "postgres")
        for _ in 0..<3 { #expect(try pool.query("SELECT 1 AS one", []).count == 1) }
        pool.close()
    }

    /// A refusal by the database is the statement's, and no reason to run it again on another connection.
    @Test func aRefusedStatementIsNotRunAgain() throws {
        let pool = PostgresPool(try #require(app.database), size: 1)
        _ = try pool.query("SELECT 1 AS one", [])
        #expect(throws: PostgresError(.refused("22012"))) { try pool.query("SELECT 1 / 0 AS none", []) }
        #expect(try pool.query("SELECT 1 AS one", []).count == 1)
        pool.close()
    }

    /// What waiting may cure, what is full, and what somebody has to change.
    @Test func whyNoConnectionIsMadeIsToldApart() throws {
        let cluster = try #require(PostgresCluster.shared)
        let database = try #require(app.database)
        let role = "few_" + PassID.random().description
        try cluster.sql("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 0", in: "postgres")
        defer { _ = try? cluster.sql("DROP ROLE \(role)", in: "postgres") }
        func refusal(_ address: String) throws -> VaultError? {
            let pool = PostgresPool(try PostgresAddress(address), size: 1)
            return (#expect(throws: PostgresError.self) { try pool.query("SELECT 1 AS one", []) })?.vaultError
        }
        let host = "?host=\(cluster.folder)"
        #expect(try refusal("postgres://\(role)@/\(database.name)\(host)")?.code == .busy)
        #expect(try refusal("postgres://nobody_at_all@/\(database.name)\(host)")?.code == .storageFailed)
        #expect(try refusal("postgres://tests@/nowhere_at_all\(host)")?.code == .storageFailed)
        #expect(try refusal("postgres://tests@/\(database.name)?host=/nonexistent")?.code == .databaseAway)
        #expect(try refusal("postgres://tests@127.0.0.1:1/\(database.name)")?.code == .databaseAway)
        #expect(try refusal("postgres://tests@/\(database.name)\(host)&sslmode=bogus")?.code == .storageFailed)
    }

    @Test(arguments: [
        ("FATAL:  53300: sorry, too many clients already", PostgresError.Kind.refused("53300")),
        ("FATAL:  53300: tut mir leid, schon zu viele Verbindungen", .refused("53300")),
        ("FATAL:  57P03: the database system is starting up", .away("")),
        ("FATAL:  28P01: password authentication failed for user \"v\"", .unreachable("")),
        ("Connection refused\n\tIs the server running on that host?", .away("")),
        ("timeout expired", .away("")),
        ("server certificate for \"a\" does not match host name \"b\"", .unreachable("")),
        ("fe_sendauth: no password supplied", .unreachable("")), ("session is read-only", .unreachable("")),
    ])
    func aRefusalIsReadByItsCode(_ text: String, _ kind: PostgresError.Kind) {
        let found = PostgresConnection.refusal("connection to server at \"db\", port 5432 failed: \(text)").kind
        switch (found, kind) {
        case (.away(let reason), .away), (.unreachable(let reason), .unreachable):
            #expect(reason.contains("the database") && !reason.contains("28P01") && !reason.contains("FATAL::"))
        default: #expect(found == kind)
        }
    }

    /// A database that can't be reached is asked again after half a second, or once somebody else has seen it.
    @Test func whoComesRightAfterAFailureGetsTheSameAnswer() throws {
        let folder = NSTemporaryDirectory() + "pgdoor-" + String(PassID.random().description.prefix(8))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let address = try PostgresAddress(
            "postgres://tests@/\(try #require(app.database).name)?host=\(folder)")
        let cluster = try #require(PostgresCluster.shared)
        let pool = PostgresPool(address, size: 1)
        var isSpared = false
        // On a busy machine half a second may be over between two lines.
        for _ in 0..<20 where !isSpared {
            #expect(throws: PostgresError.self) { try pool.query("SELECT 1 AS one", []) }
            try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: cluster.folder)
            isSpared = (try? pool.query("SELECT 1 AS one", [])) == nil
            pool.forgetFailure()
            let (connection, _) = try pool.take("SELECT 1 AS one")
            // Given back within a transaction, it is none to keep.
            _ = try connection.run("BEGIN", [])
            pool.giveBack(connection)
            try FileManager.default.removeItem(atPath: folder)
        }
        #expect(isSpared)
        pool.close()
    }

    @Test func aLineThatGrowsTooLongSendsItsLastAway() async throws {
        let pool = PostgresPool(try #require(app.database), size: 1, waitSeconds: 3)
        let begun = Flag()
        async let first = pool.offPool {
            begun.raise()
            return try pool.query("SELECT pg_sleep(6) AS slept", []).count
        }
        try await eventually { begun.isRaised }
        await #expect(throws: VaultError(.busy, "")) { try await pool.offPool { true } }
        #expect(try await first == 1)
        #expect(try await pool.offPool { true })
        pool.close()
    }

    @Test func aClosedPoolKeepsNoConnection() throws {
        let database = try #require(app.database)
        func connections() throws -> String {
            try #require(PostgresCluster.shared).sql(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database.name)'", in: "postgres")
        }
        let pool = PostgresPool(database, size: 2)
        try {
            let (kept, _) = try pool.take("SELECT 1 AS one")
            let (late, _) = try pool.take("SELECT 1 AS one")
            pool.giveBack(kept)
            #expect(try connections().hasPrefix("2"))
            pool.close()
            pool.giveBack(late)
        }()
        let end = ContinuousClock.now + .seconds(60)
        while try !connections().hasPrefix("0") {
            try #require(ContinuousClock.now < end, "a connection is kept")
        }
        withExtendedLifetime(pool) {}
    }

    // MARK: - Transactions

    @Test func transactionsThatMeetAreRunAgain() throws {
        let accounts = try app.accounts()
        defer { withExtendedLifetime(accounts) {} }
        let pool = PostgresPool(try #require(app.database), size: 4)
        try app.sql("CREATE TABLE probe (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)")
        try app.sql("INSERT INTO probe VALUES (1, 0)")
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<10 {
                do {
                    try pool.transaction(.serial) { db in
                        let count: Int64 = try db.row("SELECT count FROM probe WHERE id = 1", [])?.number("count") ?? 0
                        try db.execute("UPDATE probe SET count = ? WHERE id = 1", [.number(count + 1)])
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try app.sql("SELECT count FROM probe").first?.number("count") == 40)
        pool.close()
    }

    /// PostgreSQL answers COMMIT with ROLLBACK then, and no error.
    @Test func aTransactionThatFailedUnheardIsNotConfirmed() throws {
        let pool = PostgresPool(try #require(app.database), size: 1)
        #expect(throws: PostgresError(.refused("25P02"))) {
            try pool.transaction(.comparing) { db in _ = try? db.rows("SELECT 1 / 0 AS none", []) }
        }
        #expect(try pool.query("SELECT 1 AS one", []).count == 1)
        pool.close()
    }

    /// The database shuts down while a commit is under way: its farewell doesn't tell whether that was made.
    @Test func aCommitThatMeetsAShutdownIsAskedAbout() throws {
        let accounts = try app.accounts()
        defer { withExtendedLifetime(accounts) {} }
        let pool = PostgresPool(try #require(app.database), size: 1)
        try app.sql("CREATE TABLE probe (id BIGINT PRIMARY KEY)")
        try app.sql(
            """
            CREATE FUNCTION farewell() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
            """)
        try app.sql(
            """
            CREATE CONSTRAINT TRIGGER farewell AFTER INSERT ON probe DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION farewell()
            """)
        #expect(throws: PostgresError(.broken)) {
            try pool.transaction(.serial) { try $0.execute("INSERT INTO probe VALUES (1)", []) }
        }
        #expect(throws: PostgresError(.ambiguous)) {
            try pool.transaction(.comparing) { try $0.execute("INSERT INTO probe VALUES (1)", []) }
        }
        #expect(try app.sql("SELECT id FROM probe").isEmpty)
        pool.close()
    }

    @Test func askingForAReceiptLeavesNone() throws {
        let database = try #require(app.database)
        let accounts = try app.accounts()
        defer { withExtendedLifetime(accounts) {} }
        func isThere(_ receipt: PostgresReceipt) throws -> Bool {
            try receipt.isThere(try PostgresConnection(database, timeouts: .probe))
        }
        let (pool, receipt) = (PostgresPool(database, size: 1), PostgresReceipt())
        for _ in 0..<2 { #expect(try !isThere(receipt)) }
        try pool.transaction(.comparing) { try receipt.leave($0) }
        for _ in 0..<2 { #expect(try isThere(receipt)) }
        pool.close()
    }
}
