import Foundation
import GRDB
import Testing

@testable import Vault

/// The file in memory under a vault's database: what SQLite makes durable is what is kept, and nothing else is.
@Suite struct VaultFileTests {
    private struct Refused: Error {}

    private func database() throws -> DatabaseQueue {
        let queue = try MemoryDatabase.make()
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            try db.execute(sql: "INSERT INTO entry (text) VALUES ('before')")
        }
        return queue
    }

    private func content(_ queue: DatabaseQueue) throws -> [UInt8] {
        try queue.writeWithoutTransaction { db in try VaultFile.withContent(of: db) { Array($0.bytes) } }
    }

    /// Writes in a transaction whose content goes to `keep`.
    private func commit(
        _ queue: DatabaseQueue, keep: @escaping ([UInt8]) throws -> Void, _ body: (Database) throws -> Void
    ) throws -> CommitHook {
        let hook = CommitHook { try keep(Array($0.bytes)) }
        try queue.writeWithoutTransaction { db in
            defer { hook.remove(db) }
            try db.inTransaction(.immediate) {
                try body(db)
                try hook.install(db)
                return .commit
            }
        }
        return hook
    }

    /// What another connection finds in bytes that were kept.
    private func texts(_ bytes: [UInt8]) throws -> [String] {
        let queue = try MemoryDatabase.make()
        return try queue.writeWithoutTransaction { db in
            try DatabaseImage(copying: bytes).move(into: db)
            #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
            return try String.fetchAll(db, sql: "SELECT text FROM entry ORDER BY id")
        }
    }

    @Test func whatIsKeptIsWhatTheTransactionLeaves() throws {
        let queue = try database()
        var kept: [[UInt8]] = []
        let hook = try commit(queue, keep: { kept.append($0) }) { db in
            try db.execute(sql: "CREATE TABLE other (a TEXT UNIQUE, b BLOB)")
            for _ in 0..<200 { try db.execute(sql: "INSERT INTO other VALUES (hex(randomblob(8)), zeroblob(900))") }
            try db.execute(sql: "SAVEPOINT part; DELETE FROM entry; ROLLBACK TO part; RELEASE part")
            try db.execute(sql: "INSERT INTO entry (text) VALUES ('during')")
        }
        #expect(hook.hasKept)
        #expect(kept.count == 1)
        #expect(try kept == [content(queue)])
        #expect(try texts(content(queue)) == ["before", "during"])
    }

    @Test func whatCannotBeKeptIsRolledBack() throws {
        let queue = try database()
        let before = try texts(content(queue))
        for size in [1, 50, 2000] {
            #expect(throws: DatabaseError.self) {
                _ = try commit(queue, keep: { _ in throw Refused() }) { db in
                    try db.execute(sql: "CREATE TABLE other (a TEXT UNIQUE, b BLOB)")
                    for _ in 0..<size {
                        try db.execute(sql: "INSERT INTO other VALUES (hex(randomblob(8)), zeroblob(900))")
                    }
                    try db.execute(sql: "UPDATE entry SET text = 'changed'")
                }
            }
            #expect(try texts(content(queue)) == before)
            #expect(try queue.read { try String.fetchAll($0, sql: "SELECT text FROM entry") } == before)
            #expect(try queue.read { try $0.tableExists("other") } == false)
        }
    }

    @Test func nobodyIsAskedTwiceOrForNothing() throws {
        let queue = try database()
        var asked = 0
        let hook = try commit(queue, keep: { _ in asked += 1 }) {
            _ = try Row.fetchAll($0, sql: "SELECT * FROM entry")
        }
        #expect(asked == 0)
        #expect(!hook.hasKept)
        try queue.write { try $0.execute(sql: "INSERT INTO entry (text) VALUES ('later')") }
        #expect(asked == 0)
    }

    /// Sorts, temporary tables and journals of any size stay in memory: the file's home takes no other file.
    @Test func sqliteCanPutNothingBesideTheFile() throws {
        let queue = try database()
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TEMP TABLE scratch AS SELECT 1 AS a")
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO scratch SELECT hex(randomblob(100)) FROM n ORDER BY 1
                    """)
            #expect(try Int.fetchOne(db, sql: "SELECT count(DISTINCT a) FROM scratch ORDER BY 1") == 20_001)
            #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "memory")
            // Asked for on purpose, it is refused or goes nowhere.
            try db.execute(sql: "PRAGMA temp_store = FILE")
            let error = #expect(throws: DatabaseError.self) {
                _ = try String.fetchAll(
                    db,
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                        SELECT hex(randomblob(100)) FROM n ORDER BY 1
                        """)
            }
            #expect(error?.resultCode == .SQLITE_CANTOPEN)
            let elsewhere = NSTemporaryDirectory() + "elsewhere-\(PassID.random()).sqlite"
            let attach = "ATTACH '\(elsewhere)' AS elsewhere; CREATE TABLE elsewhere.copy AS SELECT * FROM entry"
            #expect(throws: DatabaseError.self) { try db.execute(sql: attach) }
            #expect(!FileManager.default.fileExists(atPath: elsewhere))
        }
    }

    /// Where a file says that nothing changed, nothing has; and it forgets what was kept.
    @Test func changesAreToldByTheirPlaces() throws {
        let queue = try database()
        var before: [UInt8] = []
        var told: [[Int]] = []
        let hook = CommitHook { content in
            let bytes = Array(content.bytes)
            let units = content.changed.indices.filter { content.changed[$0] != 0 }
            for unit in 0..<(max(bytes.count, before.count) + 8191) / 8192 where !units.contains(unit) {
                let place = unit * 8192..<(unit + 1) * 8192
                #expect(bytes[place.clamped(to: bytes.indices)] == before[place.clamped(to: before.indices)])
            }
            before = bytes
            told.append(units)
        }
        func commit(_ sql: String, isRefused: Bool = false) throws {
            try queue.writeWithoutTransaction { db in
                defer { hook.remove(db) }
                try db.inTransaction(.immediate) {
                    try db.execute(sql: sql)
                    if !isRefused { try hook.install(db) }
                    return isRefused ? .rollback : .commit
                }
            }
        }
        try commit("CREATE TABLE other (a INTEGER PRIMARY KEY, b BLOB)")
        try commit(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO other SELECT i, randomblob(900) FROM n
            """)
        #expect(told[1].count > 20)
        try commit("UPDATE other SET b = randomblob(900) WHERE a = 200")
        #expect(1...3 ~= told[2].count && told[2].first == 0)
        try commit("UPDATE other SET b = randomblob(900)", isRefused: true)
        try commit("DELETE FROM other WHERE a % 7 = 0")
        try commit("UPDATE entry SET text = 'again'")
        #expect(1...2 ~= told[4].count)
        // Without a hook nothing is forgotten.
        try queue.write { try $0.execute(sql: "UPDATE other SET b = randomblob(900) WHERE a = 100") }
        try commit("UPDATE entry SET text = 'and again'")
        #expect(2...4 ~= told[5].count)
        try queue.writeWithoutTransaction { db in
            try hook.take(contentOf: db)
            #expect(told[6] == [])
            hook.remove(db)
            try db.execute(sql: "DELETE FROM other; VACUUM")
            try hook.take(contentOf: db)
            hook.remove(db)
        }
        #expect(before.count < 20_000 && told[7].count > 20)
    }

    @Test func aDatabaseElsewhereIsNotMistakenForOne() throws {
        let queue = try DatabaseQueue()
        #expect(throws: VaultError.self) {
            try queue.writeWithoutTransaction { db in try VaultFile.withContent(of: db) { _ in } }
        }
        let image = try DatabaseImage(copying: [UInt8](repeating: 0, count: 512))
        #expect(throws: VaultError.self) { try queue.writeWithoutTransaction { try image.move(into: $0) } }
    }

    @Test(arguments: [0, 1, 100, 511, 512, 1023, 40_000])
    func whatIsNoDatabaseIsRefused(_ count: Int) throws {
        var random = SystemRandomNumberGenerator()
        let noise = (0..<max(9, count)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let queue = try MemoryDatabase.make()
        #expect(throws: DatabaseError.self) {
            try queue.writeWithoutTransaction { db in
                try DatabaseImage(copying: noise).move(into: db)
                _ = try Row.fetchAll(db, sql: "SELECT * FROM sqlite_schema")
            }
        }
    }
}
