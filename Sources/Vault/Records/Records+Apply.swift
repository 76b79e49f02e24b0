package import Foundation
import GRDB
import Model

/// Notes what each entry was before the first change to it.
///
/// What goes along with something else that is deleted isn't noted: whatever is deleted whole goes into the bin.
final class Journal {
    let batch = BatchID.random()
    private var noted: Set<String> = []
    private var bytes = 0

    /// A step takes so many bytes beside what the entry was before.
    private static let stepBytes = 80

    var isEmpty: Bool { noted.isEmpty }
    var isTooLarge: Bool { bytes > Batch.byteLimit }

    /// Notes an entry before it is inserted, updated or deleted; once that is too large, nothing more.
    ///
    /// - Parameter isNew: Whether it is inserted, so that nothing of it was there.
    func note(_ id: String, in table: String, isNew: Bool = false, _ records: Records) throws {
        guard Records.isUndone(table), !isTooLarge, noted.insert(table + id).inserted else { return }
        let row =
            isNew ? nil : try Row.fetchOne(records.statement("SELECT * FROM \(table) WHERE id = ?"), arguments: [id])
        let earlier = try row.map { try RowCopy($0).text }
        bytes += Self.stepBytes + (earlier?.utf8.count ?? 0)
        try records.execute(
            "INSERT INTO batchStep (batch, number, source, entry, earlier, before) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                batch.description, noted.count, table, id, earlier,
                try row.flatMap { _ in try records.stamp(of: id, in: table) },
            ])
    }
}

// MARK: - Storing
extension Records {
    /// What a change of an entry is known by: all its columns, where none is named.
    private static let stamped: [String: [String]] = [
        "pass": [], "vaccination": ["updatedAt"], "certificate": ["passID"], "fact": [], "attachment": ["passID"],
    ]

    static func isUndone(_ table: String) -> Bool { stamped[table] != nil }

    /// Stores what comes in one way, and in the same turn notes what gives back what was there before: of passes,
    /// vaccinations, certificates, facts and attachments.
    ///
    /// - Returns: What can be undone, beside what `store` gives; nil where nothing was changed.
    package func apply<Result>(
        at time: Date, _ store: (Records) throws -> Result
    ) throws -> (result: Result, batch: Batch?) {
        let journal = Journal()
        var noting = self
        noting.journal = journal
        let result = try store(noting)
        return (result, try journal.isEmpty ? nil : keep(journal, at: time))
    }

    private func keep(_ journal: Journal, at time: Date) throws -> Batch {
        let id = journal.batch.description
        for table in Self.stamped.keys {
            try execute(
                """
                UPDATE batchStep SET after = (SELECT \(stamp(table)) FROM \(table) WHERE id = entry)
                WHERE batch = ? AND source = ?
                """, arguments: [id, table])
        }
        let isTooLarge = try journal.isTooLarge || bytes(of: id) > Batch.byteLimit
        let batch = Batch(
            id: journal.batch, passID: try firstPass(of: id), createdAt: time,
            vaccinations: isTooLarge ? 0 : try changedVaccinations(of: id), isTooLarge: isTooLarge, remaining: nil)
        if isTooLarge { try deleteSteps(of: id) }
        try insert(batch)
        return batch
    }

    private func bytes(of batch: String) throws -> Int {
        let lengths = ["source", "entry", "earlier", "before", "after"].map {
            "COALESCE(LENGTH(CAST(\($0) AS BLOB)), 0)"
        }
        let sql = "SELECT SUM(\(lengths.joined(separator: " + "))) FROM batchStep WHERE batch = ?"
        return try Int.fetchOne(statement(sql), arguments: [batch]) ?? 0
    }

    private func changedVaccinations(of batch: String) throws -> Int {
        let sql = """
            SELECT COUNT(*) FROM batchStep
            WHERE batch = ? AND source = 'vaccination' AND after IS NOT NULL AND after IS NOT before
            """
        return try Int.fetchOne(statement(sql), arguments: [batch]) ?? 0
    }

    private func firstPass(of batch: String) throws -> PassID? {
        let sql = "SELECT source, entry FROM batchStep WHERE batch = ? ORDER BY number LIMIT 1"
        guard let step = try Row.fetchOne(statement(sql), arguments: [batch]) else { return nil }
        let (table, entry): (String, String) = (step["source"], step["entry"])
        let column = table == "pass" ? "id" : "passID"
        return try String.fetchOne(statement("SELECT \(column) FROM \(table) WHERE id = ?"), arguments: [entry])
            .flatMap { PassID($0) }
    }

    /// What a change of an entry is known by; nil where there is none of this id.
    fileprivate func stamp(of id: String, in table: String) throws -> String? {
        try String.fetchOne(statement("SELECT \(stamp(table)) FROM \(table) WHERE id = ?"), arguments: [id])
    }

    private func stamp(_ table: String) throws -> String {
        let named = Self.stamped[table] ?? []
        let columns = named.isEmpty ? try db.columns(in: table).map(\.name) : named
        return "json_array(\(columns.joined(separator: ", ")))"
    }

    private func deleteSteps(of batch: String) throws {
        try execute("DELETE FROM batchStep WHERE batch = ?", arguments: [batch])
    }

    /// Forgets what entries were, whose ids a query gives.
    func forgetSteps(of entries: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try execute("DELETE FROM batchStep WHERE entry IN (\(entries))", arguments: arguments)
    }
}

// MARK: - Undoing
extension Records {
    /// Gives back what was there before, but for what was changed since.
    ///
    /// A pass stays that has anything in it, or that others were given an address of; so does a dose that was given a
    /// certificate or a file since. What was deleted since stays deleted.
    ///
    /// - Returns: Nil where there is nothing to undo any more.
    package func undo(_ id: BatchID, at time: Date) throws -> Batch? {
        guard let batch = try batch(id, at: time), batch.canBeUndone else { return nil }
        let steps = try Row.fetchAll(
            statement("SELECT * FROM batchStep WHERE batch = ? ORDER BY number DESC"), arguments: [id.description])
        var (passes, others) = (0, 0)
        for step in steps where try !takeBack(step) {
            if step["source"] == "pass" { passes += 1 } else { others += 1 }
        }
        try deleteSteps(of: id.description)
        // A pass that stays only because of what stays in it isn't one more.
        try execute(
            "UPDATE batch SET remaining = ? WHERE id = ?",
            arguments: [others > 0 ? others : passes, id.description])
        return try self.batch(id, at: time)
    }

    /// False where the entry stays as it is.
    private func takeBack(_ step: Row) throws -> Bool {
        let (table, entry): (String, String) = (step["source"], step["entry"])
        let (earlier, after): (String?, String?) = (step["earlier"], step["after"])
        let now = try stamp(of: entry, in: table)
        guard now == after else { return now == nil }
        guard let earlier else { return try now == nil || !isInUse(entry, of: table) && delete(entry, from: table) }
        let copy = try RowCopy(text: earlier)
        guard now != nil else { return try comeBack(table, copy, file: copy["file"]) == 1 }
        // A file's place may be another since: its key was renewed.
        try update(table, copy.values(db.columns(in: table).map(\.name).filter { $0 != "file" }), id: entry)
        return true
    }

    /// Whether something has come to an entry, so that it stays.
    private func isInUse(_ entry: String, of table: String) throws -> Bool {
        if table == "vaccination", let dose = VaccinationID(entry) {
            return try !certificates(of: dose).isEmpty || !attachments(of: dose).isEmpty
        }
        guard table == "pass", let pass = PassID(entry) else { return false }
        return try !contents(of: pass).isEmpty || hasDraft(of: pass) || calendarFeed(of: pass) != nil
            || !healthLinks(to: pass).isEmpty
    }
}
