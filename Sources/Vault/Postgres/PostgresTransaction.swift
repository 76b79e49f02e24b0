/// One transaction on accounts that PostgreSQL keeps.
struct PostgresTransaction: Transaction {
    private let connection: PostgresConnection
    let rowKey: RowKey?

    init(_ connection: PostgresConnection, _ rowKey: RowKey? = nil) {
        (self.connection, self.rowKey) = (connection, rowKey)
    }

    /// The same transaction, which recognises forged rows.
    func knowing(_ rowKey: RowKey?) -> PostgresTransaction { PostgresTransaction(connection, rowKey) }

    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [TransactionRow] {
        try connection.run(Self.numbered(sql), arguments).rows
    }

    func change(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try connection.run(Self.numbered(sql), arguments).changed
    }

    /// `?` and `?1` as PostgreSQL has them: `$1`; no statement of ours has a question mark in a text.
    static func numbered(_ sql: String) -> String {
        var result: [UInt8] = []
        var count = 0
        var isAfterMark = false
        for byte in sql.utf8 {
            if isAfterMark, !(0x30...0x39).contains(byte) {
                count += 1
                result += Array(String(count).utf8)
            }
            isAfterMark = byte == 0x3f
            result.append(isAfterMark ? 0x24 : byte)
        }
        if isAfterMark { result += Array(String(count + 1).utf8) }
        return String(decoding: result, as: UTF8.self)
    }
}
