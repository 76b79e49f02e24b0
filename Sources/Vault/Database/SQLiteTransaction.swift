import Foundation
import GRDB

/// One transaction on accounts that SQLite keeps.
struct SQLiteTransaction: Transaction {
    let db: Database
    let rowKey: RowKey?

    init(_ db: Database, _ rowKey: RowKey? = nil) { (self.db, self.rowKey) = (db, rowKey) }

    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [TransactionRow] {
        let statement = try db.cachedStatement(sql: sql)
        let columns = statement.columnNames
        let cursor = try Row.fetchCursor(statement, arguments: Self.bound(arguments))
        var rows: [TransactionRow] = []
        while let row = try cursor.next() {
            rows.append(TransactionRow(columns: columns, values: columns.indices.map { Self.value(row[$0]) }))
        }
        return rows
    }

    func change(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: Self.bound(arguments))
        return db.changesCount
    }

    private static func bound(_ arguments: [SQLValue]) -> StatementArguments {
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

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        }
    }
}
