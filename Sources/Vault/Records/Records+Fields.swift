import CivilDates
import GRDB
import Model
import VaultStorage

/// A column's name and what is written into it.
typealias ColumnValue = (column: String, value: (any DatabaseValueConvertible)?)

// What the fields of a record have to do with a row of the database.
extension Records {
    /// - Throws: `invalidRecord`, which names the first field that can't be kept.
    static func check(_ record: some FieldList) throws(VaultError) {
        guard let issue = record.issues.first else { return }
        throw VaultError(.invalidRecord, "a field can't be kept (\(issue))")
    }

    static func values<Record: FieldList>(_ record: Record) -> [ColumnValue] {
        Record.fields.map { field in
            switch field[record] {
            case .text(let text): (field.column, text)
            case .number(let number): (field.column, number)
            case .date(let date): (field.column, date.description)
            case nil: (field.column, nil)
            }
        }
    }

    func insert(into table: String, _ values: [ColumnValue]) throws {
        if let id = values.first(where: { $0.column == "id" })?.value as? String {
            try journal?.note(id, in: table, isNew: true, self)
        }
        let columns = values.map(\.column).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try execute(
            "INSERT INTO \(table) (\(columns)) VALUES (\(marks))", arguments: StatementArguments(values.map(\.value)))
    }

    /// - Throws: `notFound`.
    func update(_ table: String, _ values: [ColumnValue], id: String) throws {
        try journal?.note(id, in: table, self)
        let columns = values.map { "\($0.column) = ?" }.joined(separator: ", ")
        try execute(
            "UPDATE \(table) SET \(columns) WHERE id = ?", arguments: StatementArguments(values.map(\.value) + [id]))
        try requireChange()
    }
}

/// How much a vault takes in; what older ones hold beyond it stays, and can be read.
package enum RecordLimits {
    /// Vaccinations of a pass; as many certificates, as many facts.
    package static let ofPass = 2_000
    /// Passes of an account.
    package static let passes = 100
}

extension Records {
    /// - Throws: `passFull` where the pass has more of a kind than one may.
    func requireRoom(for table: String, in pass: PassID) throws {
        guard try count(table, of: pass) <= RecordLimits.ofPass else { throw VaultError(.passFull, "the pass is full") }
    }

    /// - Throws: `passLimit` where the account has more passes than one may.
    func requireRoomForPass() throws {
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM pass") ?? 0
        guard count <= RecordLimits.passes else { throw VaultError(.passLimit, "the account has too many passes") }
    }
}

extension Row {
    /// A record whose fields are in the row in their order, from a column on: it was checked when it was written.
    func fields<Record: FieldList>(from first: Int) throws -> Record {
        var record = Record.empty
        for (index, field) in Record.fields.enumerated() {
            field.set(try value(of: field.kind, at: first + index), in: &record)
        }
        return record
    }

    private func value<Record>(of kind: Field<Record>.Kind, at index: Int) throws -> FieldValue? {
        switch kind {
        case .text, .country, .choice:
            let text: String? = self[index]
            return text.map(FieldValue.text)
        case .number:
            let number: Int? = self[index]
            return number.map(FieldValue.number)
        case .date:
            guard let text: String = self[index] else { return nil }
            guard let date = PartialDate(text) else { throw VaultError(.vaultDamaged, "a date can't be read") }
            return .date(date)
        }
    }
}

/// What the texts of records without fields are held to.
enum Validation {
    static func text(_ text: String, _ field: String, limit: Int) throws(VaultError) {
        if let code = RecordText.fault(in: text, limit: limit) {
            throw VaultError(.invalidRecord, "a field can't be kept (\(Issue(field, code)))")
        }
    }

    static func optional(_ text: String?, _ field: String, limit: Int) throws(VaultError) {
        if let text { try self.text(text, field, limit: limit) }
    }
}
