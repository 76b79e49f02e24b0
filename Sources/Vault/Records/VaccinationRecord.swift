import CivilDates
package import Foundation
import GRDB
package import Model
package import VaultStorage

/// A vaccination as the vault keeps it: which one it is, of which pass, and since when.
@dynamicMemberLookup
package struct VaccinationRecord: Sendable, Equatable, Identifiable {
    package let id: VaccinationID
    package let passID: PassID
    package let content: Vaccination
    package let createdAt: Date
    package let updatedAt: Date

    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: VaccinationID = .random(), passID: PassID, _ content: Vaccination, createdAt: Date, updatedAt: Date
    ) throws(VaultError) {
        try Records.check(content)
        (self.id, self.passID, self.content) = (id, passID, content)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }

    package subscript<Value>(dynamicMember field: KeyPath<Vaccination, Value>) -> Value { content[keyPath: field] }

    /// The columns of its table, in the order in which they are read.
    fileprivate static let columns =
        "id, passID, createdAt, updatedAt, " + Vaccination.fields.map(\.column).joined(separator: ", ")

    /// Reads what was checked when it was written.
    fileprivate init(_ row: Row) throws {
        (id, passID) = (try row.identifier(0), try row.identifier(1))
        createdAt = Date(timeIntervalSince1970: row[2])
        updatedAt = Date(timeIntervalSince1970: row[3])
        content = try row.fields(from: 4)
    }
}

extension Records {
    /// A pass's vaccinations, the newest first.
    package func vaccinations(of pass: PassID) throws -> [VaccinationRecord] {
        try fetch("WHERE passID = ? ORDER BY date DESC, createdAt DESC, rowid DESC", [pass.description])
    }

    package func vaccination(_ id: VaccinationID) throws -> VaccinationRecord? {
        try fetch("WHERE id = ?", [id.description]).first
    }

    /// - Throws: `notFound` when the pass isn't there, `passFull` when it has no room left.
    package func insert(_ vaccination: VaccinationRecord) throws {
        try insert(into: "vaccination", values(vaccination) + [("id", vaccination.id.description)])
        try requireRoom(for: "vaccination", in: vaccination.passID)
    }

    /// - Throws: `notFound`.
    package func update(_ vaccination: VaccinationRecord) throws {
        try update("vaccination", values(vaccination), id: vaccination.id.description)
    }

    /// Deletes the vaccination; its certificates stay in the pass.
    ///
    /// False when there was none.
    @discardableResult
    package func deleteVaccination(_ id: VaccinationID) throws -> Bool { try delete(id, from: "vaccination") }

    private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [VaccinationRecord] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(VaccinationRecord.columns) FROM vaccination \(condition)")
        return try Array(Row.fetchCursor(statement, arguments: arguments).map { try VaccinationRecord($0) })
    }

    private func values(_ record: VaccinationRecord) -> [ColumnValue] {
        [
            ("passID", record.passID.description), ("createdAt", record.createdAt.timeIntervalSince1970),
            ("updatedAt", record.updatedAt.timeIntervalSince1970),
        ] + Self.values(record.content)
    }
}
