import Foundation
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// Two servers' worth of `Accounts` on one database, in one process.
@Suite(.enabled(if: PostgresCluster.shared != nil, PostgresCluster.reason), .timeLimit(.minutes(3)))
struct SharedBooksTests {
    /// One database, two servers with a data folder each.
    private func houses() throws -> (first: TestVaults, Accounts, Accounts) {
        let app = TestVaults.$isShared.withValue(true) { TestVaults() }
        let (first, second) = try app.servers()
        return (app, first, second)
    }

    @Test func questionMarksBecomeNumbers() {
        #expect(PostgresTransaction.numbered("a = ? AND b = ?") == "a = $1 AND b = $2")
        #expect(PostgresTransaction.numbered("a = ?1 OR b = ?12, ?1)") == "a = $1 OR b = $12, $1)")
        #expect(PostgresTransaction.numbered("VALUES (?, ?, ?)") == "VALUES ($1, $2, $3)")
        #expect(PostgresTransaction.numbered("SELECT 1") == "SELECT 1")
    }

    @Test func everyKindOfValueComesBack() throws {
        let app = TestVaults.$isShared.withValue(true) { TestVaults() }
        let pool = PostgresPool(try #require(app.database), size: 1)
        let values: [SQLValue] = [
            .integer(.min), .integer(-1), .integer(.max), .real(-1.5e300), .text("Straße '; DROP TABLE account; --"),
            .text(""), .blob([]), .blob([0, 255, 39, 92]),
        ]
        let sql = "SELECT " + values.indices.map { "? AS c\($0)" }.joined(separator: ", ")
        let row = try #require(try pool.query(sql, values).first)
        for (index, value) in values.enumerated() { #expect(try row.value("c\(index)") == value) }
        #expect(try pool.query("SELECT CAST(? AS TEXT) AS nothing", [.null]).first?.value("nothing") == .null)
        #expect(throws: PostgresError(.refused("42P01"))) { try pool.query("SELECT * FROM nowhere", []) }
        // A refused statement leaves a connection that works.
        #expect(try pool.query("SELECT 1 AS one", []).count == 1)
    }

    @Test func anAddressTellsNothingOfItself() throws {
        let address = try PostgresAddress("postgres://maria:geheim@db.example.org/x")
        #expect(!"\(address) \(String(reflecting: address))".contains("geheim"))
        #expect(!address.isLocal)
        for text in [
            "", "geheim", "mysql://maria:geheim@db/x", "postgres://maria:geheim@[db/x", "postgres://a?geheim=1",
        ] {
            let error = #expect(throws: VaultError.self) { try PostgresAddress(text) }
            #expect(error?.reason.contains("geheim") == false)
        }
        for text in ["postgres://localhost/x", "postgres:///x", "postgres:///x?host=/run/postgresql"] {
            #expect(try PostgresAddress(text).isLocal)
        }
    }

    @Test func writesOfTwoServersLoseNothing() async throws {
        let (app, first, second) = try houses()
        let (maria, session) = try await app.member(first)
        let there = try await app.session(second, maria.cookie)
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, session) in [("a", session), ("b", there)] {
                for number in 0..<100 {
                    let dose = try app.vaccination(pass.id, batch: "\(name)\(number)")
                    group.addTask { try await session.vault.write { try $0.insert(dose) } }
                }
            }
            try await group.waitForAll()
        }
        for session in [session, there] {
            let found = try await session.vault.read { try $0.vaccinations(of: pass.id).compactMap(\.batch) }
            #expect(found.count == 200 && Set(found).count == 200)
        }
    }

    @Test func aSessionOutlivesTheKeyThatAnotherServerReplaces() async throws {
        let (app, first, second) = try houses()
        let (maria, session) = try await app.member(first)
        let there = try await app.session(second, maria.cookie)
        try await there.vault.write { try $0.setSetting("a", to: "1") }
        for number in 2..<6 {
            _ = try await first.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            try await first.sessions.endAll(by: session, exceptCurrent: true)
            // The same request goes on, with the key that its own cookie opens.
            #expect(try await there.vault.read { try $0.setting("a") } == "\(number - 1)")
            try await there.vault.write { try $0.setSetting("a", to: "\(number)") }
            #expect(try await session.vault.read { try $0.setting("a") } == "\(number)")
        }
        try await second.sessions.signOut(cookie: maria.cookie)
        #expect(try await first.sessions.session(cookie: maria.cookie) == nil)
        await #expect(throws: VaultError(.sessionEnded, "")) { try await session.vault.read { try $0.setting("a") } }
    }

    @Test func keysThatTwoServersChangeAtOnceStayRight() async throws {
        let (app, first, second) = try houses()
        _ = try await app.member(first)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for accounts in [first, second] {
                group.addTask {
                    for _ in 0..<8 {
                        let signIn = try await accounts.signIn.withPassword(
                            username: "maria", password: TestVaults.password, client: TestVaults.client)
                        _ = try await app.session(accounts, signIn.cookie)
                        try await accounts.sessions.signOut(cookie: signIn.cookie)
                    }
                }
            }
            try await group.waitForAll()
        }
        for accounts in [first, second] {
            _ = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        let slots = try await first.database.read { try $0.rows("SELECT DISTINCT epoch FROM keySlot") }
        #expect(slots.count == 1)
    }

    @Test func aBlobThatWasOvertakenIsRefused() async throws {
        let (app, first, _) = try houses()
        let (maria, session) = try await app.member(first)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let store = try #require(first.backend.store as? any SharedBlobStore)
        let (blob, lastCommit) = try #require(try store.current(maria.accountID))
        for generation in [lastCommit.generation, lastCommit.generation + 2] {
            let commit = try blob.withUnsafeBytes {
                try SealedCommit(
                    $0,
                    BlobHeader(
                        account: maria.accountID, generation: generation, epoch: lastCommit.epoch,
                        salt: RandomSource.system.bytes(16), layout: BlobLayout(content: $0.count)),
                    key: RandomSource.system.secret(32))
            }
            let record = commit.record
            let failure = #expect(throws: BlobFailure.self) {
                try store.replace(maria.accountID, with: commit, record, inPlace: true)
            }
            #expect(failure?.error.code == .overtaken && failure?.isAmbiguous == false)
        }
        #expect(try store.current(maria.accountID)?.record == lastCommit)
    }

    @Test func anOlderStateOfTheDatabaseIsNoticedByAnOpenVault() async throws {
        let (app, first, _) = try houses()
        let (maria, session) = try await app.member(first)
        let database = try #require(app.database).name
        let cluster = try #require(PostgresCluster.shared)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        try cluster.sql(
            "CREATE TABLE kept AS SELECT * FROM vault; CREATE TABLE row AS SELECT * FROM account", in: database)
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        try cluster.sql(
            """
            UPDATE vault SET blob = kept.blob, generation = kept.generation FROM kept;
            UPDATE account SET generation = row.generation, tag = row.tag, digest = row.digest, length = row.length,
                commitMac = row.commitMac FROM row
            """, in: database)
        await #expect(throws: VaultError(.vaultOlder, "")) { try await session.vault.read { try $0.setting("a") } }
        _ = maria
    }

    @Test func answersToPasskeysCountOnce() async throws {
        let (app, first, second) = try houses()
        #expect(first.passkeys.challengeKey == second.passkeys.challengeKey && first.passkeys.challengeKey != nil)
        let end = app.clock.now.addingTimeInterval(600)
        #expect(await first.passkeys.isFirstAnswer(to: [1, 2, 3], until: end))
        #expect(await !second.passkeys.isFirstAnswer(to: [1, 2, 3], until: end))
        #expect(await second.passkeys.isFirstAnswer(to: [1, 2, 4], until: end))
    }
}
