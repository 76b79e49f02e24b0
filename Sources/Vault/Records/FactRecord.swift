import GRDB
package import Model
package import VaultStorage

/// A fact as the vault keeps it: which one it is, and of which pass.
@dynamicMemberLookup
package struct FactRecord: Sendable, Equatable, Identifiable {
    package let id: FactID
    package let passID: PassID
    package let content: Fact

    /// - Throws: `invalidRecord`, which names the field.
    package init(id: FactID = .random(), passID: PassID, _ content: Fact) throws(VaultError) {
        try Records.check(content)
        (self.id, self.passID, self.content) = (id, passID, content)
    }

    package subscript<Value>(dynamicMember field: KeyPath<Fact, Value>) -> Value { content[keyPath: field] }

    fileprivate static let columns = "id, passID, " + Fact.fields.map(\.column).joined(separator: ", ")

    /// Reads what was checked when it was written.
    fileprivate init(_ row: Row) throws {
        (id, passID, content) = (try row.identifier(0), try row.identifier(1), try row.fields(from: 2))
    }
}

extension Records {
    package func facts(of pass: PassID) throws -> [FactRecord] {
        let sql = "SELECT \(FactRecord.columns) FROM fact WHERE passID = ? ORDER BY kind, fromDate, id"
        return try Row.fetchAll(statement(sql), arguments: [pass.description]).map(FactRecord.init)
    }

    /// - Throws: `notFound` when the pass isn't there, `passFull` when it has no room left.
    package func insert(_ fact: FactRecord) throws {
        let ids: [ColumnValue] = [("id", fact.id.description), ("passID", fact.passID.description)]
        try insert(into: "fact", ids + Self.values(fact.content))
        try requireRoom(for: "fact", in: fact.passID)
    }

    @discardableResult
    package func deleteFact(_ id: FactID) throws -> Bool { try delete(id, from: "fact") }
}
