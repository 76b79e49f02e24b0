package import Foundation
import GRDB
import Model

/// What was stored in one turn, such as an import or a form, and can be undone for a while.
package struct Batch: Sendable, Equatable, Identifiable {
    /// How many are kept; the oldest make room.
    package static let limit = 5
    /// How long one can be undone, in seconds.
    package static let lifetime: TimeInterval = 24 * 3_600
    /// The most that is kept to undo one, in bytes.
    package static let byteLimit = 4 << 20

    package let id: BatchID
    /// The pass of the first entry that it changed.
    package let passID: PassID?
    package let createdAt: Date
    /// Vaccinations that it added or changed.
    package let vaccinations: Int
    /// Whether what was before took more than is kept.
    package let isTooLarge: Bool
    /// Once it was undone: how many of its entries stayed, because they were changed since.
    package let remaining: Int?

    package var canBeUndone: Bool { !isTooLarge && remaining == nil }
}

extension Records {
    /// What was stored lately, the last first.
    package func batches(at time: Date) throws -> [Batch] {
        try batches("", [], at: time)
    }

    /// Nil where there is none, others have come after it, or its time is over.
    package func batch(_ id: BatchID, at time: Date) throws -> Batch? {
        try batches("AND id = ?", [id.description], at: time).first
    }

    private func batches(_ condition: String, _ arguments: StatementArguments, at time: Date) throws -> [Batch] {
        let sql = "SELECT * FROM batch WHERE createdAt > ? \(condition) ORDER BY rowid DESC"
        let oldest = (time - Batch.lifetime).timeIntervalSince1970
        return try Row.fetchAll(statement(sql), arguments: [oldest] + arguments).map { row in
            Batch(
                id: try row.identifier("id"), passID: try row.optionalIdentifier("passID"),
                createdAt: row.date("createdAt"), vaccinations: row["vaccinations"], isTooLarge: row["isTooLarge"],
                remaining: row["remaining"])
        }
    }

    /// Keeps one, as one of the last.
    func insert(_ batch: Batch) throws {
        try execute(
            "INSERT INTO batch (id, passID, createdAt, vaccinations, isTooLarge) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                batch.id.description, batch.passID?.description, batch.createdAt.timeIntervalSince1970,
                batch.vaccinations, batch.isTooLarge,
            ])
        try deleteExpired(from: "batch", at: batch.createdAt)
        try execute(
            "DELETE FROM batch WHERE rowid NOT IN (SELECT rowid FROM batch ORDER BY rowid DESC LIMIT ?)",
            arguments: [Batch.limit])
    }
}
