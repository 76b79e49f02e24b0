import Secrets
import VaultStorage

/// The accounts' tables, step by step: one description for SQLite and for PostgreSQL.
///
/// A step that a release has shipped never changes. Both databases speak this SQL, except for the names of
/// types; and what a data folder has in files, servers that share a database have in tables of their own.
struct AccountsSchema: Sendable {
    static let sqlite = AccountsSchema(
        integer: "INTEGER", real: "REAL", blob: "BLOB", options: "STRICT, WITHOUT ROWID", isShared: false)
    static let postgres = AccountsSchema(
        integer: "BIGINT", real: "DOUBLE PRECISION", blob: "BYTEA", options: "", isShared: true)

    let integer: String
    let real: String
    let blob: String
    /// What follows a table's columns.
    private let options: String
    let isShared: Bool

    /// What a release added.
    struct Step {
        let statements: [String]
        /// Rows that had no MAC before: they are signed as they are.
        var signing: [AuthenticatedRow] = []
        /// Moves what SQL alone can't, where there is any and the key is there that shows what a server wrote.
        var moving: (from: String, by: (any Transaction, RowKey) throws -> Void)?
        /// What goes then.
        var last: [String] = []
    }

    /// Makes the tables, or brings them up to this release.
    ///
    /// - Parameter rowKey: asked for where rows are to be signed; with nil they get no MAC, and count for nothing.
    /// - Throws: `vaultVersion` when another release made them, which this one doesn't know.
    func makeCurrent(_ db: any Transaction, rowKey: (any Transaction) throws -> RowKey? = { _ in nil }) throws {
        // Servers that start at the same time wait for each other; the number is nobody else's.
        if isShared { _ = try db.rows("SELECT 1 AS one FROM pg_advisory_xact_lock(1986093923)") }
        let done = try version(db)
        if done == 0 { try db.execute(table("schemaStep", "number \(integer) PRIMARY KEY"), []) }
        for (index, step) in steps.enumerated().dropFirst(done) {
            try db.execute("INSERT INTO schemaStep (number) VALUES (?)", [.number(index + 1)])
            for statement in step.statements { try db.execute(statement, []) }
            func withKey(for table: String, _ body: (RowKey) throws -> Void) throws {
                guard try db.finds("SELECT 1 AS one FROM \(table) LIMIT 1", []), let rowKey = try rowKey(db) else {
                    return
                }
                try body(rowKey)
            }
            for kind in step.signing { try withKey(for: kind.table) { try sign(kind, db, $0) } }
            if let moving = step.moving { try withKey(for: moving.from) { try moving.by(db, $0) } }
            for statement in step.last { try db.execute(statement, []) }
        }
    }

    private func sign(_ kind: AuthenticatedRow, _ db: any Transaction, _ rowKey: RowKey) throws {
        let key = kind.columns[0]
        // One after the other, since some hold megabytes.
        for id in try db.rows("SELECT \(key) AS id FROM \(kind.table)").map({ try $0.value("id") }) {
            if kind.isByDigest, let row = try db.row("SELECT sealed FROM \(kind.table) WHERE \(key) = ?", [id]) {
                try db.execute(
                    "UPDATE \(kind.table) SET digest = ? WHERE \(key) = ?",
                    [.blob(Blake.digest(try row.blob("sealed"))), id])
            }
            guard let row = try db.row("SELECT \(kind.selection) FROM \(kind.table) WHERE \(key) = ?", [id]) else {
                continue
            }
            let mac = rowKey.mac(of: kind, try kind.columns.map { try row.value($0) })
            try db.execute("UPDATE \(kind.table) SET \(kind.macColumn) = ? WHERE \(key) = ?", [.blob(mac), id])
        }
    }

    /// Whether an older release made the tables, so that steps are left to do; false where there are none yet.
    ///
    /// - Throws: `vaultVersion` for tables that no release made, or a newer one.
    func isBehind(_ db: any Transaction) throws -> Bool { try (1..<steps.count).contains(version(db)) }

    /// False where there are none yet.
    ///
    /// - Throws: `vaultVersion` for tables that no release made, or a newer one.
    func isMade(_ db: any Transaction) throws -> Bool { try version(db) > 0 }

    /// - Throws: `vaultVersion` unless the tables are this release's.
    func requireCurrent(_ db: any Transaction) throws {
        let done = try version(db)
        guard done > 0 else {
            throw VaultError(
                .vaultVersion,
                isShared
                    ? "the database holds no accounts: see that its name is right; a server's first start makes its tables"
                    : "accounts.sqlite is empty: keep a copy of the folder as it is, and restore the last good backup")
        }
        guard done == steps.count else {
            throw VaultError(.vaultVersion, "the accounts are another release's: start this release's server once")
        }
    }

    /// How many of the steps were done.
    private func version(_ db: any Transaction) throws -> Int {
        let names = try db.rows(
            isShared
                ? "SELECT relname AS name FROM pg_class WHERE pg_table_is_visible(oid)"
                : "SELECT name FROM sqlite_master")
        let tables = Set(try names.map { try $0.text("name").lowercased() })
        guard tables.contains("schemastep") else {
            if isShared { try requireNoOtherTables(db) }
            // PostgreSQL has tables of its own.
            guard isShared || tables.isEmpty else {
                throw VaultError(
                    .vaultVersion,
                    "the tables of accounts are none that a release made: see that the path is right")
            }
            return 0
        }
        let done = try db.rows("SELECT number FROM schemaStep").count
        guard done <= steps.count else {
            throw VaultError(
                .vaultVersion,
                "the accounts were written by a newer release: install that one again, or restore a backup of this one's"
            )
        }
        return done
    }

    /// - Throws: `vaultVersion` for a database of another program, whose tables would be beside ours.
    private func requireNoOtherTables(_ db: any Transaction) throws {
        // Tables, views and sequences that no extension brought along.
        let others = """
            SELECT relname AS name FROM pg_class AS c WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
            AND pg_table_is_visible(oid) AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%'
            OR nspname = 'information_schema') AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass
            AND objid = c.oid AND deptype = 'e') ORDER BY relname LIMIT 1
            """
        guard let other = try db.row(others, [])?.text("name") else { return }
        throw VaultError(
            .vaultVersion,
            "the database holds tables of another program ('\(other.prefix(63))') and no accounts: nothing was changed. "
                + "See that its name is right, or make a new one for Vaccinapp alone (createdb)")
    }

    func table(_ name: String, _ columns: String) -> String { "CREATE TABLE \(name) (\(columns)) \(options)" }
}
