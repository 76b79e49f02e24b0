/// One transaction on the accounts database.
protocol Transaction {
    /// Shows which rows a server wrote; without it no such row is taken or made.
    var rowKey: RowKey? { get }

    /// Runs a query; `?` and `?1` stand for arguments.
    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [TransactionRow]

    /// Runs a statement that changes rows; gives how many.
    func change(_ sql: String, _ arguments: [SQLValue]) throws -> Int
}

extension Transaction {
    func execute(_ sql: String, _ arguments: [SQLValue]) throws { _ = try change(sql, arguments) }

    func rows(_ sql: String) throws -> [TransactionRow] { try rows(sql, []) }

    func row(_ sql: String, _ arguments: [SQLValue]) throws -> TransactionRow? { try rows(sql, arguments).first }

    /// Whether a query finds anything.
    func finds(_ sql: String, _ arguments: [SQLValue]) throws -> Bool { try !rows(sql, arguments).isEmpty }
}
