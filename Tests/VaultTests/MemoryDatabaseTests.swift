import Foundation
import GRDB
import GRDBSQLite
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// A database in memory, and what it held when it was last sealed.
@Suite(.timeLimit(.minutes(3))) struct MemoryDatabaseTests {
    private func database() throws -> MemoryDatabase {
        let database = try MemoryDatabase(sizeLimit: 1 << 25)
        try database.queue.write { db in
            try db.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            try db.execute(sql: "INSERT INTO entry (text) VALUES ('before')")
            try db.execute(sql: "CREATE TABLE other (a INTEGER PRIMARY KEY, b BLOB)")
        }
        try keep(database)
        return database
    }

    private func keep(_ database: MemoryDatabase) throws { try database.withContent { try database.keep($0) } }

    private func content(_ database: MemoryDatabase) throws -> [UInt8] { try database.withContent { Array($0) } }

    private func texts(_ database: MemoryDatabase) throws -> [String] {
        try database.queue.read { db in
            #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
            return try String.fetchAll(db, sql: "SELECT text FROM entry ORDER BY id")
        }
    }

    /// What another connection finds in bytes.
    private func opened(_ bytes: [UInt8]) throws -> MemoryDatabase {
        try bytes.withUnsafeBytes { try MemoryDatabase(DatabaseImage(copying: $0), sizeLimit: 1 << 25) }
    }

    private func fill(_ db: Database, _ rows: Int) throws {
        try db.execute(
            sql: """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                INSERT INTO other SELECT i, randomblob(900) FROM n
                """, arguments: [rows])
    }

    @Test func whatAReadWritesIsRefusedAndTakenBack() throws {
        let database = try database()
        #expect(throws: VaultError(.storageReadOnly, "")) {
            try database.read { try $0.execute(sql: "INSERT INTO entry (text) VALUES ('during')") }
        }
        #expect(try texts(database) == ["before"] && !database.hasChanged)
    }

    @Test func aStatementStaysPreparedFromReadToRead() throws {
        let database = try database()
        func preparedAgain() throws -> Int32 {
            try database.read { db in
                let statement = try db.cachedStatement(sql: "SELECT text FROM entry")
                #expect(try String.fetchAll(statement) == ["before"])
                return sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
            }
        }
        #expect(try (1...3).allSatisfy { _ in try preparedAgain() == 0 })
    }

    @Test func itsBytesAreTheDatabaseAndOpenAgain() throws {
        let database = try database()
        try database.queue.write { db in
            try fill(db, 200)
            try db.execute(sql: "SAVEPOINT part; DELETE FROM entry; ROLLBACK TO part; RELEASE part")
            try db.execute(sql: "INSERT INTO entry (text) VALUES ('during')")
        }
        let again = try opened(content(database))
        #expect(try texts(again) == ["before", "during"])
        #expect(try content(again) == content(database))
        #expect(try !again.hasChanged)
        // It goes on growing there, and the first one doesn't notice.
        try again.queue.write { try $0.execute(sql: "UPDATE other SET b = zeroblob(5000)") }
        #expect(try again.hasChanged)
        #expect(try texts(database) == ["before", "during"])
    }

    @Test(arguments: [1, 50, 2000]) func whatIsRevertedIsAsItWasSealed(_ rows: Int) throws {
        let database = try database()
        let before = try content(database)
        try database.queue.write { db in
            try fill(db, rows)
            try db.execute(sql: "UPDATE entry SET text = 'changed'; CREATE TABLE third (a)")
        }
        let reverted = try database.reverted(sizeLimit: 1 << 25)
        #expect(try content(reverted) == before)
        #expect(try texts(reverted) == ["before"])
        #expect(try !reverted.hasChanged)
        // Twice, since it keeps what it was as well.
        try reverted.queue.write { try $0.execute(sql: "DELETE FROM entry") }
        #expect(try texts(reverted.reverted(sizeLimit: 1 << 25)) == ["before"])
    }

    @Test func aTransactionThatIsRolledBackOrOnlyReadsChangesNothing() throws {
        let database = try database()
        struct Refused: Error {}
        try database.queue.write { _ = try Row.fetchAll($0, sql: "SELECT * FROM entry") }
        #expect(try !database.hasChanged)
        #expect(throws: Refused.self) {
            try database.queue.write { db in
                try fill(db, 3000)
                throw Refused()
            }
        }
        #expect(try !database.hasChanged)
        try database.queue.write { try $0.execute(sql: "INSERT INTO entry (text) VALUES ('later')") }
        #expect(try database.hasChanged)
    }

    /// Sorts, temporary tables and journals of any size stay in memory.
    @Test func sqliteCanPutNothingOnADisk() throws {
        let queue = try database().queue
        let sorted = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            SELECT hex(randomblob(100)) FROM n ORDER BY 1
            """
        try queue.writeWithoutTransaction { db in
            #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "memory")
            #expect(try Int.fetchOne(db, sql: "PRAGMA temp_store") == 2)
            try db.execute(sql: "CREATE TEMP TABLE scratch AS \(sorted)")
            #expect(
                try Int.fetchOne(
                    db, sql: "SELECT count(DISTINCT hex) FROM (SELECT \"hex(randomblob(100))\" AS hex FROM scratch)")
                    == 20_000)
            // Asked for on purpose, it goes nowhere either.
            try db.execute(sql: "PRAGMA temp_store = FILE")
            let before = try Self.openFiles()
            let cursor = try String.fetchCursor(db, sql: sorted)
            #expect(try cursor.next() != nil)
            #expect(try Self.openFiles() == before)
            let elsewhere = NSTemporaryDirectory() + "elsewhere-\(PassID.random()).sqlite"
            try? db.execute(
                sql: "ATTACH '\(elsewhere)' AS elsewhere; CREATE TABLE elsewhere.copy AS SELECT * FROM entry")
            #expect(!FileManager.default.fileExists(atPath: elsewhere))
        }
    }

    /// The plain files that SQLite has open, also those that have no name any more.
    private static func openFiles() throws -> Set<String> {
        let folder = "/proc/self/fd"
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
                .filter { $0.contains("etilqs") })
    }

    /// Where no change is reported, there is none; and what was kept is forgotten.
    @Test func changesAreToldByTheirPieces() throws {
        let database = try database()
        var before = try content(database)
        func told(_ sql: String) throws -> Set<Int> {
            try database.queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            return try database.withContent { content in
                let bytes = Array(content)
                let pieces = database.changedPieces(of: content, length: 8192)
                for piece in 0..<(max(bytes.count, before.count) + 8191) / 8192 where !pieces.contains(piece) {
                    let place = piece * 8192..<(piece + 1) * 8192
                    #expect(bytes[place.clamped(to: bytes.indices)] == before[place.clamped(to: before.indices)])
                }
                before = bytes
                try database.keep(content)
                return pieces
            }
        }
        #expect(
            try told(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
                INSERT INTO other SELECT i, randomblob(900) FROM n
                """
            ).count > 20)
        let small = try told("UPDATE other SET b = randomblob(900) WHERE a = 200")
        #expect(1...3 ~= small.count && small.contains(0))
        #expect(try told("SELECT 1") == [])
        #expect(try told("BEGIN; DELETE FROM other; ROLLBACK") == [])
        let one = try told("UPDATE entry SET text = 'again'")
        #expect(1...2 ~= one.count)
        let shrunk = try told("DELETE FROM other; VACUUM")
        #expect(before.count < 20_000 && shrunk.count > 20)
    }

    @Test func itGrowsToItsLimitAndNoFurther() throws {
        let database = try MemoryDatabase(sizeLimit: 200_000)
        try database.queue.write { try $0.execute(sql: "CREATE TABLE other (a INTEGER PRIMARY KEY, b BLOB)") }
        let error = #expect(throws: DatabaseError.self) { try database.queue.write { try fill($0, 1000) } }
        #expect(error?.resultCode == .SQLITE_FULL)
        try database.queue.write { try fill($0, 100) }
        let again = try opened(content(database))
        #expect(try again.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM other") } == 100)
    }

    @Test func itsLimitHoldsAlsoOnceItIsOpenedOrReverted() throws {
        let bytes = try content(database())
        let opened = try bytes.withUnsafeBytes { try MemoryDatabase(DatabaseImage(copying: $0), sizeLimit: 200_000) }
        for database in [opened, try opened.reverted(sizeLimit: 200_000)] {
            let error = #expect(throws: DatabaseError.self) { try database.queue.write { try fill($0, 1000) } }
            #expect(error?.resultCode == .SQLITE_FULL)
        }
    }

    @Test(arguments: [0, 1, 100, 511, 512, 1023, 40_000])
    func whatIsNoDatabaseIsRefused(_ count: Int) throws {
        var random = SystemRandomNumberGenerator()
        let noise = (0..<max(9, count)).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(throws: (any Error).self) {
            let database = try opened(noise)
            _ = try database.queue.read { try Row.fetchAll($0, sql: "SELECT * FROM sqlite_schema") }
        }
    }
}
