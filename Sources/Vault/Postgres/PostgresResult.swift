import CPostgres

/// What a statement gave; freed with the last reference.
final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// The SQLSTATE of a refusal, empty where there is none; nil when all is well.
    var refusal: String? {
        let status = PQresultStatus(handle)
        guard status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK else { return nil }
        // The field of the SQLSTATE is called 'C'.
        return PQresultErrorField(handle, 0x43).map { String(cString: $0) } ?? ""
    }

    /// `UPDATE 1` without the number.
    var command: String {
        String(cString: PQcmdStatus(handle)).split(separator: " ").first.map(String.init) ?? ""
    }

    var changed: Int { Int(typed: String(cString: PQcmdTuples(handle)), in: 0...1 << 40) ?? 0 }

    var rows: [TransactionRow] {
        let columns = (0..<PQnfields(handle)).map { PQfname(handle, $0).map { String(cString: $0) } ?? "" }
        return (0..<PQntuples(handle)).map { row in
            TransactionRow(columns: columns, values: columns.indices.map { value(row, Int32($0)) })
        }
    }

    private func value(_ row: Int32, _ column: Int32) -> SQLValue {
        guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
        switch PQftype(handle, column) {
        case PostgresArguments.TypeNumber.int8, PostgresArguments.TypeNumber.int4, PostgresArguments.TypeNumber.int2:
            // Sign and size: the first bit, then what follows.
            let first: Int64 = (bytes.first ?? 0) & 0x80 == 0 ? 0 : -1
            return .integer(bytes.reduce(first) { $0 << 8 | Int64($1) })
        case PostgresArguments.TypeNumber.bool: return .integer(bytes.first == 0 ? 0 : 1)
        case PostgresArguments.TypeNumber.float8:
            return .real(Double(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
        case PostgresArguments.TypeNumber.bytes: return .blob(Array(bytes))
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
