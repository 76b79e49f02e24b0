import Foundation
import Model
import VaultStorage

/// One row of the accounts database; what can't be read is damage, and said so.
struct TransactionRow: Sendable {
    /// As the database names them: PostgreSQL in lower case.
    private let columns: [String]
    private let values: [SQLValue]

    init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// Puts the same values into a table that has these columns too.
    ///
    /// - Parameters:
    ///   - more: what that table has besides.
    ///   - key: the columns by which a row that is there already is replaced.
    func insert(
        into table: String, adding more: KeyValuePairs<String, SQLValue> = [:], replacing key: [String] = [],
        _ db: any Transaction
    ) throws {
        let all = columns + more.map(\.key)
        let marks = all.map { _ in "?" }.joined(separator: ", ")
        var sql = "INSERT INTO \(table) (\(all.joined(separator: ", "))) VALUES (\(marks))"
        if !key.isEmpty {
            let others = all.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            sql += " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(others.joined(separator: ", "))"
        }
        try db.execute(sql, values + more.map(\.value))
    }

    func value(_ column: String) throws(VaultError) -> SQLValue {
        let index = columns.firstIndex(of: column) ?? columns.firstIndex(of: column.lowercased())
        guard let index, index < values.count else { throw Self.damage(column) }
        return values[index]
    }

    func integer(_ column: String) throws(VaultError) -> Int64 {
        guard case .integer(let number) = try value(column) else { throw Self.damage(column) }
        return number
    }

    func number<Number: BinaryInteger>(_ column: String, as _: Number.Type = Number.self) throws(VaultError) -> Number {
        guard let number = Number(exactly: try integer(column)) else { throw Self.damage(column) }
        return number
    }

    func flag(_ column: String) throws(VaultError) -> Bool { try integer(column) != 0 }

    func blob(_ column: String) throws(VaultError) -> [UInt8] {
        guard case .blob(let bytes) = try value(column) else { throw Self.damage(column) }
        return bytes
    }

    func text(_ column: String) throws(VaultError) -> String {
        guard case .text(let text) = try value(column) else { throw Self.damage(column) }
        return text
    }

    func date(_ column: String) throws(VaultError) -> Date {
        guard case .real(let seconds) = try value(column) else { throw Self.damage(column) }
        let date = Date(timeIntervalSince1970: seconds)
        // Anything beyond isn't a time that we wrote, nor one that every calendar can write.
        guard (Date.distantPast...Date.distantFuture).contains(date) else { throw Self.damage(column) }
        return date
    }

    func identifier<Subject>(_ column: String) throws(VaultError) -> Identifier<Subject> {
        guard let id = Identifier<Subject>(try text(column)) else { throw Self.damage(column) }
        return id
    }

    private static func damage(_ column: String) -> VaultError {
        VaultError(.vaultDamaged, "column \(column) of the accounts can't be read")
    }
}
