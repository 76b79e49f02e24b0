import Foundation
import GRDB

/// What goes by itself: what was begun and left, what lay in the bin for its time, and what can't be undone any more.
extension Records {
    /// By table: the column with a time, and how many seconds after that a row goes.
    private static let lifetimes: [String: (column: String, seconds: TimeInterval)] = [
        "draft": ("expires", 0), "binItem": ("deletedAt", BinItem.lifetime),
        "batch": ("createdAt", Batch.lifetime),
    ]

    /// Whether there is any of it whose time is over.
    func hasExpired(at time: Date) throws -> Bool {
        try Self.lifetimes.contains { table, life in
            try Bool.fetchOne(
                statement("SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(life.column) <= ?)"),
                arguments: [(time - life.seconds).timeIntervalSince1970]) ?? false
        }
    }

    /// Deletes what of it has had its time.
    func deleteExpired(at time: Date) throws {
        for table in Self.lifetimes.keys.sorted() { try deleteExpired(from: table, at: time) }
        try deleteDraftsOfGonePasses()
    }

    /// Deletes what of one table has had its time.
    func deleteExpired(from table: String, at time: Date) throws {
        guard let (column, seconds) = Self.lifetimes[table] else { return }
        try execute("DELETE FROM \(table) WHERE \(column) <= ?", arguments: [(time - seconds).timeIntervalSince1970])
    }
}
