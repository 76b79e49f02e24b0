import Foundation
import GRDB

/// One transaction on books that SQLite keeps.
struct SQLiteLedger: Ledger {
    let db: Database
    let rowKey: RowKey?

    init(_ db: Database, _ rowKey: RowKey? = nil) { (self.db, self.rowKey) = (db, rowKey) }

    func rows(_ sql: String, _ arguments: [LedgerValue]) throws -> [LedgerRow] {
        let statement = try db.cachedStatement(sql: sql)
        let columns = statement.columnNames
        let cursor = try Row.fetchCursor(statement, arguments: Self.bound(arguments))
        var rows: [LedgerRow] = []
        while let row = try cursor.next() {
            rows.append(LedgerRow(columns: columns, values: columns.indices.map { Self.value(row[$0]) }))
        }
        return rows
    }

    func change(_ sql: String, _ arguments: [LedgerValue]) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: Self.bound(arguments))
        return db.changesCount
    }

    private static func bound(_ arguments: [LedgerValue]) -> StatementArguments {
        StatementArguments(
            arguments.map { argument -> DatabaseValue in
                switch argument {
                case .null: .null
                case .integer(let number): number.databaseValue
                case .real(let number): number.databaseValue
                case .text(let text): text.databaseValue
                case .blob(let bytes): Data(bytes).databaseValue
                }
            })
    }

    private static func value(_ value: DatabaseValue) -> LedgerValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        }
    }
}
