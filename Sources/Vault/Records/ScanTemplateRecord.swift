package import Foundation
import GRDB
import Model
package import VaultStorage

/// A form whose pages can be read, as its owner has described it.
package struct ScanTemplateRecord: Sendable, Equatable, Identifiable {
    /// How many an account has at most.
    package static let limit = 50
    /// The longest text, in bytes.
    package static let textLimit = 128 << 10

    package let id: ScanTemplateID
    /// JSON: the form itself, never a page of it that is filled in.
    package let text: String
    package let createdAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(id: ScanTemplateID = .random(), text: String, createdAt: Date) throws(VaultError) {
        guard !text.isEmpty, text.utf8.count <= Self.textLimit else {
            throw VaultError(.invalidRecord, "text has a length that is not allowed")
        }
        (self.id, self.text, self.createdAt) = (id, text, createdAt)
    }

    fileprivate init(_ row: Row) throws {
        try self.init(id: row.identifier("id"), text: row["text"], createdAt: row.date("createdAt"))
    }
}

extension Records {
    /// In the order in which they were made.
    package func scanTemplates() throws -> [ScanTemplateRecord] {
        try Row.fetchAll(db, sql: "SELECT * FROM scanTemplate ORDER BY createdAt, rowid").map(ScanTemplateRecord.init)
    }

    /// Adds one; false where there are as many as there may be.
    package func insert(_ template: ScanTemplateRecord) throws -> Bool {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM scanTemplate") ?? 0
        guard count < ScanTemplateRecord.limit else { return false }
        try insert(
            into: "scanTemplate",
            [
                ("id", template.id.description), ("text", template.text),
                ("createdAt", template.createdAt.timeIntervalSince1970),
            ])
        return true
    }

    /// Replaces the text of one.
    ///
    /// - Throws: `notFound` where there is none.
    package func update(_ template: ScanTemplateRecord) throws {
        try execute(
            "UPDATE scanTemplate SET text = ? WHERE id = ?", arguments: [template.text, template.id.description])
        guard db.changesCount > 0 else { throw VaultError(.notFound, "the template is gone") }
    }

    package func deleteScanTemplate(_ id: ScanTemplateID) throws {
        try execute("DELETE FROM scanTemplate WHERE id = ?", arguments: [id.description])
    }
}
