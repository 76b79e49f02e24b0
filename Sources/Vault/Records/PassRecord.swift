package import Foundation
import GRDB
package import Model
package import VaultStorage

/// A pass as the vault keeps it: which one it is, and since when.
@dynamicMemberLookup
package struct PassRecord: Sendable, Equatable, Identifiable {
    package let id: PassID
    package let content: Pass
    package let createdAt: Date

    /// - Throws: `invalidRecord`, which names the field.
    package init(id: PassID = .random(), _ content: Pass, createdAt: Date) throws(VaultError) {
        try Records.check(content)
        (self.id, self.content, self.createdAt) = (id, content, createdAt)
    }

    package subscript<Value>(dynamicMember field: KeyPath<Pass, Value>) -> Value { content[keyPath: field] }

    fileprivate static let columns = "id, createdAt, " + Pass.fields.map(\.column).joined(separator: ", ")

    /// Reads what was checked when it was written.
    fileprivate init(_ row: Row) throws {
        (id, createdAt) = (try row.identifier(0), Date(timeIntervalSince1970: row[1]))
        content = try row.fields(from: 2)
    }
}

/// How much goes when a pass is deleted.
package struct PassContents: Sendable, Equatable {
    package let vaccinations: Int
    package let certificates: Int
    package let facts: Int
    package let attachments: Int

    /// Whether nothing is in it.
    package var isEmpty: Bool { vaccinations + certificates + facts + attachments == 0 }
}

extension Records {
    /// All passes, in the order they were made.
    package func passes() throws -> [PassRecord] {
        try Row.fetchAll(statement("SELECT \(PassRecord.columns) FROM pass ORDER BY createdAt, rowid"))
            .map(PassRecord.init)
    }

    package func pass(_ id: PassID) throws -> PassRecord? {
        let sql = "SELECT \(PassRecord.columns) FROM pass WHERE id = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [id.description]).map(PassRecord.init)
    }

    /// - Throws: `passLimit` when the account has no room for another.
    package func insert(_ pass: PassRecord) throws {
        try insert(into: "pass", values(pass) + [("id", pass.id.description)])
        try requireRoomForPass()
    }

    /// - Throws: `notFound`.
    package func update(_ pass: PassRecord) throws {
        try update("pass", values(pass), id: pass.id.description)
    }

    /// Deletes the pass and all that belongs to it; false when there was none.
    @discardableResult
    package func deletePass(_ id: PassID) throws -> Bool {
        let wasThere = try delete(id, from: "pass")
        try deleteDraftsOfGonePasses()
        return wasThere
    }

    /// What `deletePass` would take with it.
    package func contents(of id: PassID) throws -> PassContents {
        PassContents(
            vaccinations: try count("vaccination", of: id), certificates: try count("certificate", of: id),
            facts: try count("fact", of: id), attachments: try count("attachment", of: id))
    }

    private func values(_ pass: PassRecord) -> [ColumnValue] {
        [("createdAt", pass.createdAt.timeIntervalSince1970)] + Self.values(pass.content)
    }
}
