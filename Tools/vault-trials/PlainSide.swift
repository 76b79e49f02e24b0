import Foundation
import GRDB
import Model
import Vault

/// The same tables and rows in a plain file.
final class PlainSide {
    private let path: String
    private var pool: DatabasePool

    init(path: String, entries: Int) throws {
        self.path = path
        pool = try Self.open(path)
        try VaultMigrations.migrator.migrate(pool)
        try pool.write { try Self.fill($0, entries: entries) }
    }

    static func fill(_ db: Database, entries: Int) throws {
        let pass = PassID.random().description
        try db.execute(sql: "INSERT INTO pass VALUES (?, 'person', 'Maria', NULL, 'female', 1.0)", arguments: [pass])
        for number in 0..<entries {
            try db.execute(
                sql: """
                    INSERT INTO vaccination (id, passID, target, vaccine, date, batch, note, createdAt, updatedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    VaccinationID.random().description, pass, "840539006", "EU/1/20/1528", "2021-05-29",
                    "LOT\(number)", String(repeating: "n", count: 60), 1.0, 2.0,
                ])
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    func close() throws { try pool.close() }

    func open() async throws {
        pool = try Self.open(path)
        _ = try await pool.read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE key = 'a'") }
    }

    func commit() async throws {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting VALUES ('a', ?)",
                arguments: ["\(UInt64.random(in: 0...(.max)))"])
        }
    }
}
