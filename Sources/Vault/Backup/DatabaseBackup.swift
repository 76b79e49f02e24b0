import Model
import Foundation
import GRDB
import VaultStorage

/// A copy of `accounts.sqlite` without sessions, in which single accounts can be brought up to date.
struct DatabaseBackup {
    /// Whose presence where is nobody's business in a backup.
    private static let left = ["session", "familiarAddress"]

    private let queue: DatabaseQueue
    /// The tables with one account's rows, apart from `account` itself.
    private let tables: [String]

    /// Copies the database as it is at this moment; others may be writing it.
    init(of source: String, at path: String) throws {
        let live = try Self.reading(source)
        defer { try? live.close() }
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try live.backup(to: queue)
        tables = try queue.write { db in
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND c.name = 'account'
                    """)
            for name in Self.left where names.contains(name) { try db.execute(sql: "DELETE FROM \(name)") }
            try db.execute(
                sql: "DELETE FROM keySlot WHERE kind = ?", arguments: [KeySlot.Kind.session.rawValue])
            return names.filter { !Self.left.contains($0) }
        }
        try queue.writeWithoutTransaction { db in
            // A single file, which can be read from a disc that can't be written.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try db.execute(sql: "ATTACH DATABASE ? AS live", arguments: [source])
        }
        self.queue = queue
    }

    func accounts() throws -> [AccountID] {
        try queue.read { try String.fetchAll($0, sql: "SELECT id FROM main.account ORDER BY id") }
            .compactMap { AccountID($0) }
    }

    /// Rows that no server has written, and that belong to no account.
    func findings(_ audit: RowAudit) throws -> [DirectoryCheck.Finding] {
        try queue.read { try audit.findings(besideAccounts: SQLiteTransaction($0)) }
    }

    /// Takes over the account's rows as they are now; nil when it was deleted.
    func refresh(_ id: AccountID, _ audit: RowAudit) throws -> RowAudit.Rows? {
        try queue.write { db in
            let account = id.description
            for table in tables {
                try db.execute(sql: "DELETE FROM main.\(table) WHERE account = ?", arguments: [account])
            }
            try db.execute(sql: "DELETE FROM main.account WHERE id = ?", arguments: [account])
            try db.execute(
                sql: "INSERT INTO main.account SELECT * FROM live.account WHERE id = ?", arguments: [account])
            for table in tables {
                let condition = table == "keySlot" ? " AND kind <> \(KeySlot.Kind.session.rawValue)" : ""
                try db.execute(
                    sql: "INSERT INTO main.\(table) SELECT * FROM live.\(table) WHERE account = ?\(condition)",
                    arguments: [account])
            }
            return try audit.rows(of: id, SQLiteTransaction(db))
        }
    }

    /// Rewrites the file without a trace of what was left out.
    func finish() throws {
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "DETACH DATABASE live")
            try db.execute(sql: "VACUUM")
        }
        try queue.close()
    }

    func close() { try? queue.close() }

    /// Opens a database for reading, also one that a server is using.
    static func reading(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
