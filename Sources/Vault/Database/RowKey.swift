import ByteCoding
import Secrets
import VaultStorage

/// Tells the rows that a server wrote from those that somebody else put into its database: a MAC over each, under a subkey
/// of `names.key`, which no database knows.
struct RowKey: Sendable {
    private let key: SecretBytes

    init(_ nameKey: SecretBytes) throws(VaultError) {
        key = Blake.subkey(of: nameKey, context: "vaccinapp rows 1")
    }

    /// 32 bytes over the values of the row's columns, in their order.
    func mac(of kind: AuthenticatedRow, _ values: [SQLValue]) -> [UInt8] {
        Blake.mac(Array("vaccinapp \(kind.rawValue) 1:".utf8) + values.flatMap(\.encoded), key: key)
    }

    /// Where its `sealed` was read, that too has to be what its digest says.
    func isAuthentic(_ row: TransactionRow, as kind: AuthenticatedRow) -> Bool {
        guard let values = try? kind.columns.map({ try row.value($0) }), let mac = try? row.blob(kind.macColumn),
            Sodium.areEqual(self.mac(of: kind, values), mac)
        else { return false }
        guard kind.isByDigest, let sealed = try? row.blob("sealed") else { return true }
        return (try? row.blob("digest")) == Blake.digest(sealed)
    }
}

extension SQLValue {
    /// Kind, length and bytes, so that no two rows have one encoding.
    fileprivate var encoded: [UInt8] {
        let (kind, bytes): (UInt8, [UInt8]) =
            switch self {
            case .null: (0, [])
            case .integer(let number): (1, number.bigEndianBytes)
            case .real(let number): (2, number.bitPattern.bigEndianBytes)
            case .text(let text): (3, Array(text.utf8))
            case .blob(let bytes): (4, bytes)
            }
        return [kind] + UInt64(bytes.count).bigEndianBytes + bytes
    }
}

extension VaultError {
    static func forged(_ kind: AuthenticatedRow) -> VaultError {
        VaultError(.rowForged, "a row of the accounts (\(kind.rawValue)) was not written by a server")
    }
}

/// By which columns, and which values of theirs, a row was asked for.
typealias AskedRow = KeyValuePairs<String, SQLValue>

// MARK: - In a transaction
extension Transaction {
    /// - Parameter asked: the columns by which it was asked for, and their values.
    /// - Throws: `rowForged` unless a server wrote the row so, and it is one that was asked for.
    func require(_ row: TransactionRow, _ kinds: AuthenticatedRow..., where asked: AskedRow) throws(VaultError) {
        for kind in kinds where try !isAuthentic(row, as: kind, where: asked) { throw VaultError.forged(kind) }
    }

    /// Whether a server wrote the row, and it is one that was asked for: a database that answers a question with another
    /// account's row, which a server wrote as well, is not believed.
    func isAuthentic(_ row: TransactionRow, as kind: AuthenticatedRow, where asked: AskedRow) throws(VaultError) -> Bool
    {
        try requiredKey.isAuthentic(row, as: kind) && asked.allSatisfy { (try? row.value($0.key)) == $0.value }
    }

    /// The value of the row's MAC column.
    func mac(of kind: AuthenticatedRow, _ values: [SQLValue]) throws(VaultError) -> SQLValue {
        .blob(try requiredKey.mac(of: kind, values))
    }

    /// Inserts a row with its MACs: one for each kind, of which an account's has two.
    ///
    /// - Parameters:
    ///   - more: what isn't authenticated.
    ///   - key: as for `TransactionRow.insert`.
    func insert(
        _ row: KeyValuePairs<AuthenticatedRow, [SQLValue]>, adding more: KeyValuePairs<String, SQLValue> = [:],
        replacing key: [String] = []
    ) throws {
        var (columns, values): ([String], [SQLValue]) = ([], [])
        for (kind, own) in row {
            let pairs = zip(kind.columns + [kind.macColumn], own + [try mac(of: kind, own)])
            for (column, value) in pairs where !columns.contains(column) {
                columns.append(column)
                values.append(value)
            }
        }
        guard let table = row.first?.key.table else { return }
        try TransactionRow(columns: columns, values: values)
            .insert(into: table, adding: more, replacing: key, self)
    }

    /// Changes one value of a row, and its MAC.
    ///
    /// - Parameters:
    ///   - key: the column that finds it, and its value.
    /// - Returns: False where there is no such row.
    /// - Throws: `rowForged` where it is not a server's.
    @discardableResult
    func change(
        _ kind: AuthenticatedRow, where key: (column: String, value: SQLValue), set column: String,
        to value: SQLValue
    ) throws -> Bool {
        let found = try row("SELECT * FROM \(kind.table) WHERE \(key.column) = ?", [key.value])
        guard let found else { return false }
        try require(found, kind, where: [key.column: key.value])
        let values = try kind.columns.map { try $0 == column ? value : found.value($0) }
        try execute(
            "UPDATE \(kind.table) SET \(column) = ?, \(kind.macColumn) = ? WHERE \(key.column) = ?",
            [value, try mac(of: kind, values), key.value])
        return true
    }

    private var requiredKey: RowKey {
        get throws(VaultError) {
            guard let rowKey else {
                throw VaultError(.directoryUnusable, "names.key isn't at hand, which shows what a server wrote")
            }
            return rowKey
        }
    }
}
