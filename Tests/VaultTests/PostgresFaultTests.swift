import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// A database that is cut off, hangs, is full, may only be read, or is just being made.
@Suite(.enabled(if: PostgresCluster.shared != nil, PostgresCluster.reason), .timeLimit(.minutes(3)))
struct PostgresFaultTests {
    private let app = TestVaults.$isShared.withValue(true) { TestVaults() }

    /// A server that reaches its database through a proxy, and one that reaches it without.
    private func servers(
        _ timeouts: PostgresTimeouts = PostgresTimeouts()
    ) throws -> (PostgresProxy, through: Accounts, beside: Accounts) {
        let proxy = try PostgresProxy(to: try #require(PostgresCluster.shared))
        let database = try #require(app.database)
        let beside = try app.accounts()
        let folder = "\(app.path)/through"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(app.path)/names.key", toPath: "\(folder)/names.key")
        let through = try app.accounts {
            $0.directory = folder
            $0.database = try? proxy.address(of: database)
            $0.databaseTimeouts = timeouts
        }
        return (proxy, through, beside)
    }

    /// What somebody who has to wait for it waits for.
    private static let short = PostgresTimeouts(connect: 2, statement: 1_500, lock: 300, margin: 500)

    // MARK: - Connections that end during a commit

    @Test func aChangeWhoseAnswerWasLostIsConfirmed() async throws {
        let (proxy, through, beside) = try servers()
        defer { proxy.close() }
        let (registration, session) = try await app.member(through)
        proxy.fault = .cutAfterCommit(of: "UPDATE vault")
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        #expect(proxy.fault == .none, "the connection was cut")
        #expect(try await session.vault.read { try $0.setting("a") } == "1")
        let there = try await app.session(beside, registration.cookie)
        #expect(try await there.vault.read { try $0.setting("a") } == "1")
        #expect(await through.statistics().failedCommits == 0)
    }

    @Test func aChangeThatWasCutOffBeforeItsCommitIsRefusedAndNowhere() async throws {
        let (proxy, through, beside) = try servers()
        defer { proxy.close() }
        let (registration, session) = try await app.member(through)
        proxy.fault = .cutBeforeCommit(of: "UPDATE vault")
        await #expect(throws: VaultError(.databaseAway, "")) {
            try await session.vault.write { try $0.setSetting("a", to: "1") }
        }
        #expect(proxy.fault == .none, "the connection was cut")
        #expect(try await session.vault.read { try $0.setting("a") } == nil)
        let there = try await app.session(beside, registration.cookie)
        #expect(try await there.vault.read { try $0.setting("a") } == nil)
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        #expect(try await there.vault.read { try $0.setting("a") } == "2")
    }

    @Test func anAccountWhoseAnswerWasLostIsThere() async throws {
        let (proxy, through, beside) = try servers()
        defer { proxy.close() }
        proxy.fault = .cutAfterCommit(of: "INSERT INTO account ")
        let (registration, session) = try await app.member(through)
        #expect(proxy.fault == .none, "the connection was cut")
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let recovered = try await beside.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(try await app.session(beside, recovered.cookie).vault.read { try $0.setting("a") } == "1")
    }

    @Test(arguments: ["INSERT INTO account ", "INSERT INTO vault"])
    func anAccountThatWasCutOffLeavesNothingAndCanBeMadeAgain(statement: String) async throws {
        let (proxy, through, _) = try servers()
        defer { proxy.close() }
        proxy.fault = .cutBeforeCommit(of: statement)
        await #expect(throws: VaultError(.databaseAway, "")) { try await app.member(through) }
        #expect(proxy.fault == .none, "the connection was cut")
        #expect(try app.check().accounts == 0 && app.check().findings == [])
        _ = try await app.member(through)
        #expect(try app.check().accounts == 1 && app.check().findings == [])
    }

    @Test func aNewRecoveryCodeWhoseAnswerWasLostIsShown() async throws {
        let (proxy, through, beside) = try servers()
        defer { proxy.close() }
        let (registration, session) = try await app.member(through)
        proxy.fault = .cutAfterCommit(of: "INSERT INTO keySlot")
        let code = try await through.recovery.renewCode(session, password: TestVaults.password)
        #expect(proxy.fault == .none, "the connection was cut")
        let there = try await app.session(beside, registration.cookie)
        #expect(try await beside.recovery.confirmCode(there, typed: code))
        #expect(try await !beside.recovery.confirmCode(there, typed: registration.recoveryCode))
    }

    @Test func receiptsAreForgotten() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        func receipts() throws -> Int { try app.sql("SELECT id FROM receipt").count }
        #expect(try receipts() > 0)
        await accounts.sweep()
        #expect(try receipts() > 0, "somebody may still ask")
        try app.sql("UPDATE receipt SET writtenAt = writtenAt - 4000")
        await accounts.sweep()
        // Those of the jobs themselves are new.
        #expect(try app.sql("SELECT id FROM receipt WHERE writtenAt < extract(epoch FROM now()) - 3000").isEmpty)
    }

    // MARK: - Databases that don't answer

    @Test func aDatabaseThatHangsIsGivenUpAndComesBack() async throws {
        let (proxy, through, _) = try servers(Self.short)
        defer { proxy.close() }
        let (registration, session) = try await app.member(through)
        #expect(await through.isReady)
        proxy.fault = .hang
        let begin = ContinuousClock.now
        await #expect(throws: VaultError.self) { try await session.vault.write { try $0.setSetting("a", to: "1") } }
        await #expect(throws: VaultError.self) { try await through.sessions.session(cookie: registration.cookie) }
        #expect(await !through.isReady)
        #expect(begin.duration(to: .now) < .seconds(40))
        proxy.fault = .none
        try await eventually { await through.isReady }
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        #expect(try await app.session(through, registration.cookie).vault.read { try $0.setting("a") } == "2")
    }

    @Test func whoeverWaitsTooLongForAnotherTransactionIsToldToTryAgain() async throws {
        let (proxy, through, _) = try servers(Self.short)
        defer { proxy.close() }
        let (_, session) = try await app.member(through)
        let other = PostgresPool(try #require(app.database), size: 1)
        let (connection, _) = try other.take("BEGIN")
        _ = try connection.run("SELECT id FROM account FOR UPDATE", [])
        await #expect(throws: VaultError(.busy, "")) {
            try await session.vault.write { try $0.setSetting("a", to: "1") }
        }
        _ = try connection.run("ROLLBACK", [])
        other.giveBack(connection)
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        #expect(try await session.vault.read { try $0.setting("a") } == "2")
    }

    @Test func aStatementThatTakesTooLongIsEndedAndItsConnectionWorksOn() throws {
        let timeouts = PostgresTimeouts(statement: 200)
        let pool = PostgresPool(try #require(app.database), size: 1, timeouts: timeouts)
        #expect(throws: PostgresError(.refused("57014"))) { try pool.query("SELECT pg_sleep(60) AS slept", []) }
        #expect(try pool.query("SELECT 1 AS one", []).count == 1)
    }

    @Test func whoFindsNoConnectionFreeIsToldToTryAgain() async throws {
        let pool = PostgresPool(try #require(app.database), size: 1, waitSeconds: 1)
        let (connection, _) = try pool.take("SELECT 1 AS one")
        #expect(throws: PostgresError(.exhausted)) { try pool.query("SELECT 1 AS one", []) }
        #expect(PostgresError(.exhausted).vaultError.code == .busy)
        pool.giveBack(connection)
        #expect(try pool.query("SELECT 1 AS one", []).count == 1)
    }

    // MARK: - Databases that can't be written

    @Test func aFullDatabaseRefusesChangesAndLosesNothing() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        // PostgreSQL's own answer when a table can't grow.
        try app.sql(
            """
            CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$
            """)
        for table in ["vault", "attachmentFile", "account"] {
            try app.sql("CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON \(table) EXECUTE FUNCTION full_disk()")
        }
        await #expect(throws: VaultError(.storageFull, "")) {
            try await session.vault.write { try $0.setSetting("a", to: "2") }
        }
        await #expect(throws: VaultError(.storageFull, "")) { try await session.vault.seal([1, 2, 3]) }
        await #expect(throws: VaultError(.storageFull, "")) { try await app.member(accounts, "jonas") }
        #expect(try await session.vault.read { try $0.setting("a") } == "1")
        try app.sql("DROP FUNCTION full_disk CASCADE")
        try await session.vault.write { try $0.setSetting("a", to: "3") }
        _ = try await app.member(accounts, "jonas")
        #expect(try app.check().findings == [])
    }

    @Test func aDatabaseThatCanOnlyBeReadIsNotOneToStartOn() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let name = try #require(app.database).name
        let cluster = try #require(PostgresCluster.shared)
        try cluster.sql("ALTER DATABASE \(name) SET default_transaction_read_only = on", in: "postgres")
        let refusal = #expect(throws: VaultError(.storageFailed, "")) { try app.accounts() }
        #expect(refusal?.reason.contains("can only be read") == true)
        // As when the one that leads has changed: connections end, and new ones find what can't be written.
        try cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
        #expect(await !accounts.isReady)
        await #expect(throws: VaultError(.storageFailed, "")) {
            try await session.vault.write { try $0.setSetting("a", to: "1") }
        }
        try cluster.sql("ALTER DATABASE \(name) RESET default_transaction_read_only", in: "postgres")
        try await eventually { await accounts.isReady }
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        #expect(try await session.vault.read { try $0.setting("a") } == "2")
    }

    // MARK: - The tables

    @Test func serversThatStartAtTheSameTimeMakeTheTablesOnce() throws {
        let pool = PostgresPool(try #require(app.database), size: 8)
        defer { pool.close() }
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                try pool.transaction(.comparing) { try AccountsSchema.postgres.makeCurrent($0) }
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try pool.query("SELECT number FROM schemaStep", []).count == AccountsSchema.postgres.steps.count)
        #expect(try pool.query("SELECT number FROM account_lock", []).count == 256)
    }

    // MARK: - Addresses

    @Test func whatTheEnvironmentSaysOfTheHostCountsForTLS() throws {
        func address(_ text: String, _ environment: [String: String]) throws -> PostgresAddress {
            try PostgresAddress(text, environment: environment)
        }
        #expect(try address("postgres:///x", [:]).isLocal)
        #expect(try !address("postgres:///x", ["PGHOST": "db.example.org"]).isLocal)
        #expect(try !address("postgres:///x", ["PGHOSTADDR": "192.0.2.1"]).isLocal)
        #expect(try address("postgres://localhost/x", ["PGHOST": "db.example.org"]).isLocal)
        #expect(try !address("postgres://localhost,db.example.org/x", [:]).isLocal)
        #expect(try !address("postgres:///x", ["PGSERVICE": "accounts"]).isLocal)
        #expect(try !address("postgres:///x?service=accounts", [:]).isLocal)
        // libpq takes a service's host before the environment's, and its hostaddr beside a host of ours.
        for host in ["localhost", "/run/postgresql"] {
            #expect(try !address("postgres:///x?service=accounts", ["PGHOST": host]).isLocal)
            #expect(try !address("postgres:///x", ["PGHOST": host, "PGSERVICE": "accounts"]).isLocal)
        }
        #expect(try !address("postgres://localhost/x?service=accounts", [:]).isLocal)
        #expect(try !address("postgres://localhost/x", ["PGSERVICE": "accounts"]).isLocal)
        #expect(try address("postgres://maria:geheim@db/x", [:]).holdsPassword)
        #expect(try !address("postgres://maria@db/x", [:]).holdsPassword)
    }

    @Test func anotherMachinesCertificateIsCheckedUnlessToldOtherwise() throws {
        func asked(_ text: String, _ environment: [String: String] = [:]) throws -> [String] {
            try PostgresAddress(text, environment: environment).tlsParameters.map { "\($0.name)=\($0.value)" }
        }
        let system = "sslrootcert=/etc/ssl/certs/ca-certificates.crt"
        for text in [
            "postgres://db/x", "postgres://192.0.2.1/x", "postgres://localhost,db/x",
            "postgres:///x?hostaddr=192.0.2.1",
        ] {
            #expect(try asked(text) == ["sslmode=verify-full", system], "\(text)")
        }
        #expect(try asked("postgres:///x", ["PGHOST": "db"]) == ["sslmode=verify-full", system])
        #expect(try asked("postgres://db/x?sslrootcert=/etc/ca.pem") == ["sslmode=verify-full"])
        #expect(try asked("postgres://db/x", ["PGSSLROOTCERT": "/etc/ca.pem"]) == ["sslmode=verify-full"])
        // To libpq it would be sslmode=require, which takes any certificate.
        for text in ["postgres://db/x?ssl=true", "postgres://a?b@db/x?sslmode=disable&s%73l=true"] {
            #expect(try asked(text, ["PGSSLMODE": "disable"]) == ["sslmode=verify-full", system], "\(text)")
        }
        #expect(try asked("postgres://db/x?ssl=true&sslrootcert=/etc/ca.pem") == ["sslmode=verify-full"])
        #expect(try asked("postgres://localhost/x?ssl=true") == [])
        // What the operator says counts, and nothing is asked of this machine.
        #expect(try asked("postgres://db/x?sslmode=require") == [])
        #expect(try asked("postgres://db/x", ["PGSSLMODE": "disable"]) == [])
        for text in [
            "postgres:///x", "postgres://localhost/x", "postgres://127.0.0.1/x", "postgres:///x?host=/run/postgresql",
        ] {
            #expect(try asked(text) == [], "\(text)")
        }
    }
}
