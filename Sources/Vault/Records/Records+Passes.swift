import Foundation
import GRDB

extension Records {
    /// All passes, in the order they were made.
    package func passes() throws -> [Pass] {
        try Row.fetchAll(statement("SELECT * FROM pass ORDER BY createdAt, rowid")).map(Pass.init)
    }

    package func pass(_ id: PassID) throws -> Pass? {
        try Row.fetchOne(db, sql: "SELECT * FROM pass WHERE id = ?", arguments: [id.description]).map(Pass.init)
    }

    package func insert(_ pass: Pass) throws {
        try execute(
            "INSERT INTO pass (kind, name, birthDate, sex, createdAt, id) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: arguments(pass))
    }

    /// - Throws: `notFound`.
    package func update(_ pass: Pass) throws {
        try execute(
            "UPDATE pass SET kind = ?, name = ?, birthDate = ?, sex = ?, createdAt = ? WHERE id = ?",
            arguments: arguments(pass))
        try requireChange()
    }

    /// Deletes the pass and all that belongs to it; false when there was none.
    @discardableResult
    package func deletePass(_ id: PassID) throws -> Bool {
        try execute("DELETE FROM pass WHERE id = ?", arguments: [id.description])
        return db.changesCount > 0
    }

    /// What `deletePass` would take with it.
    package func contents(of id: PassID) throws -> PassContents {
        func count(_ table: String) throws -> Int {
            let sql = "SELECT COUNT(*) FROM \(table) WHERE passID = ?"
            return try Int.fetchOne(db, sql: sql, arguments: [id.description]) ?? 0
        }
        return PassContents(
            vaccinations: try count("vaccination"), certificates: try count("certificate"), facts: try count("fact"),
            attachments: try count("attachment"))
    }

    private func arguments(_ pass: Pass) -> StatementArguments {
        [
            pass.kind, pass.name, pass.birthDate, pass.sex.rawValue, pass.createdAt.timeIntervalSince1970,
            pass.id.description,
        ]
    }
}
