import Foundation
import GRDB
import Testing

@testable import Vault
@testable import VaultStorage

/// A folder without its accounts is never taken for a new one, nor another key for the accounts' own.
@Suite(.timeLimit(.minutes(3))) struct FirstStartTests {
    private static let unusable = VaultError(.directoryUnusable, "")
    let app = TestVaults()

    private func refusal() -> String? {
        let error = #expect(throws: VaultError.self) { try app.accounts() }
        #expect(error?.code == .directoryUnusable)
        return error?.reason
    }

    private func path(_ name: String) -> String { "\(app.path)/\(name)" }

    @Test func aFolderWithoutItsAccountsIsNoNewOne() async throws {
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        await accounts.close()
        let accountsDatabase = try Data(contentsOf: URL(fileURLWithPath: path("accounts.sqlite")))
        try FileManager.default.removeItem(atPath: path("accounts.sqlite"))
        #expect(refusal()?.contains("accounts.sqlite is missing or empty") == true)
        #expect(!FileManager.default.fileExists(atPath: path("accounts.sqlite")), "nothing was made")
        try Data().write(to: URL(fileURLWithPath: path("accounts.sqlite")))
        #expect(refusal()?.contains("holds names.key, but accounts.sqlite is missing or empty") == true)
        // Nor without the key.
        let key = try Data(contentsOf: URL(fileURLWithPath: path("names.key")))
        try FileManager.default.removeItem(atPath: path("names.key"))
        #expect(refusal()?.contains("holds vaults") == true)
        try accountsDatabase.write(to: URL(fileURLWithPath: path("accounts.sqlite")))
        #expect(refusal()?.contains("names.key is missing") == true)
        try key.write(to: URL(fileURLWithPath: path("names.key")))
        let again = try app.accounts()
        #expect(try await again.sessions.session(cookie: maria.cookie) != nil)
    }

    /// What a server gets that is to share a database, and that nobody told of it.
    @Test(arguments: TestVaults.kinds) func aKeyAloneIsNoNewFolder(_ isShared: Bool) throws {
        let app = TestVaults.app(isShared: isShared)
        try FileManager.default.createDirectory(atPath: app.path, withIntermediateDirectories: true)
        let key = URL(fileURLWithPath: "\(app.path)/names.key")
        try Data(repeating: 7, count: 32).write(to: key)
        #expect(throws: Self.unusable) { try app.accounts() }
        try FileManager.default.removeItem(at: key)
        _ = try app.accounts()
    }

    @Test(arguments: TestVaults.kinds) func whereAccountsAreExpectedNoneAreMade(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let error = #expect(throws: VaultError.self) { try app.accounts { $0.expectsData = true } }
        #expect(error?.code == .directoryUnusable && error?.reason.contains("--expect-data") == true)
        #expect(!FileManager.default.fileExists(atPath: "\(app.path)/names.key"))
        for isExpected in [false, true] {
            let accounts = try app.accounts { $0.expectsData = isExpected }
            await accounts.close()
        }
    }

    @Test(arguments: TestVaults.kinds) func askingWhetherAServerCouldStartMakesNothing(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        var configuration = VaultConfiguration(directory: app.path)
        configuration.database = app.database
        try Accounts.requireOpenable(configuration)
        #expect(!FileManager.default.fileExists(atPath: app.path))
        if isShared { #expect(throws: (any Error).self) { try app.sql("SELECT number FROM schemaStep") } }
        let accounts = try app.accounts()
        #expect(Accounts.isInUse(app.path) == !isShared)
        try Accounts.requireOpenable(configuration)
        await accounts.close()
        let key = URL(fileURLWithPath: "\(app.path)/names.key")
        for bytes in [Data(repeating: 7, count: 32), Data(repeating: 7, count: 33), nil] {
            if let bytes { try bytes.write(to: key) } else { try FileManager.default.removeItem(at: key) }
            let told = #expect(throws: Self.unusable) { try Accounts.requireOpenable(configuration) }
            let refused = #expect(throws: Self.unusable) { try app.accounts() }
            #expect(told?.reason == refused?.reason && told?.reason.contains("names.key") == true)
        }
    }

    @Test(arguments: ["create", "write", "sync", "close", "syncDirectory", "rename"])
    func aFirstStartThatIsCutShortIsDoneAgain(_ step: String) async throws {
        for call in 0..<3 {
            let app = TestVaults()
            let files = FaultyFileSystem()
            files.fail(step, with: EIO, at: call)
            if let accounts = try? app.accounts({ $0.files = files }) { await accounts.close() }
            files.heal()
            let accounts = try app.accounts { $0.files = files }
            _ = try await app.member(accounts)
            await accounts.close()
            #expect(try app.check().findings == [], "\(step) \(call)")
            #expect(!FileManager.default.fileExists(atPath: "\(app.path)/names.key.new"), "\(step) \(call)")
        }
    }

    @Test func anotherKeyIsNoticedByEverybody() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        await accounts.close()
        let (copy, target) = (TestVaults(), TestVaults())
        let tar = "\(copy.path).tar"
        defer { try? FileManager.default.removeItem(atPath: tar) }
        try app.backup(to: tar)
        try app.backup(to: copy.path)
        let key = URL(fileURLWithPath: path("names.key"))
        var flipped = try Data(contentsOf: key)
        flipped[9] ^= 1
        try flipped.write(to: key)
        #expect(refusal()?.contains("names.key is not the one of these accounts") == true)
        #expect(try app.check().findings == [.init(names: .foreign)])
        #expect(throws: Self.unusable) { try app.check().findings(against: tar) }
        #expect(throws: Self.unusable) { try AccountAdministration(directory: app.path) }
        #expect(throws: Self.unusable) { try app.backup(to: target.path) }
        try flipped.write(to: URL(fileURLWithPath: "\(copy.path)/names.key"))
        #expect(throws: Self.unusable) { try target.restore(copy.path) }
        #expect(!FileManager.default.fileExists(atPath: target.path))
        if PostgresCluster.shared != nil {
            let shared = TestVaults.app(isShared: true)
            #expect(throws: Self.unusable) { try shared.restore(copy.path) }
        }
    }

    /// A newer one's, and tables that none of ours made.
    @Test(arguments: TestVaults.kinds, ["INSERT INTO schemaStep (number) VALUES (1000)", "DROP TABLE schemaStep"])
    func accountsOfAnotherReleaseAreRefusedAndStayAsTheyAre(_ isShared: Bool, _ change: String) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        await accounts.close()
        let file = isShared ? nil : try DatabaseQueue(path: "\(app.path)/accounts.sqlite")
        if let file { try await file.write { try $0.execute(sql: change) } } else { try app.sql(change) }
        let other = VaultError(.vaultVersion, "")
        for _ in 0..<2 { #expect(throws: other) { try app.accounts() } }
        #expect(throws: other) { try AccountAdministration(directory: app.path, database: app.database) }
        #expect(throws: other) { try app.check() }
        let copy = "\(app.path)-copy.tar"
        #expect(throws: other) { try app.backup(to: copy) }
        #expect(!FileManager.default.fileExists(atPath: copy))
        let left =
            try await file?.read { try SQLiteTransaction($0).rows("SELECT id FROM account") }
            ?? app.sql("SELECT id FROM account")
        #expect(left.count == 1)
    }

    /// A mistyped name of a database leads to another program's.
    @Test(
        .enabled(if: PostgresCluster.shared != nil, PostgresCluster.reason),
        arguments: [
            "CREATE TABLE customers (id INT)", "CREATE VIEW job AS SELECT 1 AS one", "CREATE TABLE account (id INT)",
        ])
    func aDatabaseOfAnotherProgramIsLeftAsItIs(_ statement: String) async throws {
        let (own, app) = (TestVaults.app(isShared: false), TestVaults.app(isShared: true))
        let accounts = try own.accounts()
        _ = try await own.member(accounts)
        await accounts.close()
        let tar = "\(own.path).tar"
        defer { try? FileManager.default.removeItem(atPath: tar) }
        try own.backup(to: tar)
        let (cluster, name) = (try #require(PostgresCluster.shared), try #require(app.database).name)
        try cluster.sql(statement, in: name)
        func tables() throws -> String {
            try cluster.sql(
                "SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 'public'::regnamespace", in: name)
        }
        let before = try tables()
        let refusals: [() throws -> Void] = [
            { _ = try app.accounts() }, { try app.restore(tar) }, { _ = try app.check() },
        ]
        for refused in refusals {
            let error = #expect(throws: VaultError(.vaultVersion, ""), performing: refused)
            #expect(error?.reason.contains("tables of another program") == true)
        }
        #expect(try tables() == before)
    }
}
