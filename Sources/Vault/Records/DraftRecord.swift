package import Foundation
import GRDB
import Model
import VaultStorage

/// What somebody began to enter and hasn't saved, sealed in their vault for 30 days from its last change.
package struct DraftRecord: Sendable, Equatable, Identifiable {
    /// Seconds from its last change until it goes.
    package static let lifetime: TimeInterval = 30 * 86_400
    /// How many wait at most, without those of typing, of which each pass has one.
    package static let limit = 20
    /// The most that the contents of all together take, in bytes.
    package static let textLimit = 24 << 20
    /// The source of what is typed into a pass's table.
    package static let typing = "table"

    package let id: DraftID
    /// By which way it came in.
    package let source: String
    package let passID: PassID?
    /// JSON, as its page writes it.
    package let content: String
    package let createdAt: Date
    /// A whole millisecond, later with each change: what a form carries of it tells whether it is still the same.
    package let changedAt: Date

    /// From when on it isn't shown.
    package var expires: Date { changedAt + Self.lifetime }

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    init(id: DraftID, source: String, passID: PassID?, content: String, createdAt: Date, changedAt: Date)
        throws(VaultError)
    {
        try Validation.text(source, "source", limit: 40)
        guard source != Self.typing || passID != nil else {
            throw VaultError(.invalidRecord, "what is typed lacks its pass")
        }
        guard !content.isEmpty, content.utf8.count <= Self.textLimit else {
            throw VaultError(.invalidRecord, "content has a length that is not allowed")
        }
        (self.id, self.source, self.passID, self.content) = (id, source, passID, content)
        (self.createdAt, self.changedAt) = (createdAt.wholeMilliseconds, changedAt.wholeMilliseconds)
    }
}

extension Records {
    /// What waits at a moment, the last changed first.
    package func drafts(at time: Date) throws -> [DraftRecord] { try drafts("", [], at: time) }

    package func draft(_ id: DraftID, at time: Date) throws -> DraftRecord? {
        try drafts("AND id = ?", [id.description], at: time).first
    }

    /// The last changed of a pass from one source.
    package func draft(from source: String, of pass: PassID, at time: Date) throws -> DraftRecord? {
        try drafts("AND source = ? AND passID = ?", [source, pass.description], at: time).first
    }

    /// Keeps a content: of typing in place of what waits of its pass, of another source as one more.
    ///
    /// - Throws: `tooManyDrafts` where as many wait as may, or their contents are too long together; `notFound` where there is
    ///   no such pass. Nothing is pushed out.
    package func keep(
        _ content: String, from source: String, of pass: PassID?, at time: Date
    ) throws -> DraftRecord {
        let old = try source == DraftRecord.typing ? pass.flatMap { try draft(from: source, of: $0, at: time) } : nil
        let changed = max(time.wholeMilliseconds, (old?.changedAt ?? .distantPast) + 0.001)
        let new = try DraftRecord(
            id: old?.id ?? .random(), source: source, passID: pass, content: content,
            createdAt: old?.createdAt ?? changed, changedAt: changed)
        try requireRoom(for: new, at: time)
        // A vault that has no room for both lets go of the old content first.
        try execute("UPDATE pendingImport SET text = '' WHERE id = ?", arguments: [new.id.description])
        try execute(
            """
            INSERT INTO pendingImport (id, source, passID, text, createdAt, changedAt, expires, identity)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'draft')
            ON CONFLICT (id) DO UPDATE SET
                text = excluded.text, changedAt = excluded.changedAt, expires = excluded.expires
            """,
            arguments: [
                new.id.description, source, pass?.description, content, new.createdAt.timeIntervalSince1970,
                new.changedAt.timeIntervalSince1970, new.expires.timeIntervalSince1970,
            ])
        return new
    }

    /// Whether there was one.
    @discardableResult
    package func deleteDraft(_ id: DraftID) throws -> Bool { try delete(id, from: "pendingImport") }

    /// Whether anything waits that is of a pass, and that somebody began to enter.
    func hasDraft(of pass: PassID) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM pendingImport WHERE source IS NOT NULL AND passID = ?)"
        return try Bool.fetchOne(statement(sql), arguments: [pass.description]) ?? false
    }

    /// - Throws: `tooManyDrafts` where there is no room for one beside the others.
    private func requireRoom(for draft: DraftRecord, at time: Date) throws {
        let sql = """
            SELECT COUNT(*) FILTER (WHERE source <> ?) AS count, COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) AS bytes
            FROM pendingImport WHERE source IS NOT NULL AND expires > ? AND id <> ?
            """
        let others = try Row.fetchOne(
            statement(sql),
            arguments: [DraftRecord.typing, time.timeIntervalSince1970, draft.id.description])
        let (count, bytes): (Int, Int) = (others?["count"] ?? 0, others?["bytes"] ?? 0)
        guard draft.source == DraftRecord.typing || count < DraftRecord.limit,
            bytes + draft.content.utf8.count <= DraftRecord.textLimit
        else { throw VaultError(.tooManyDrafts, "as much waits as may") }
    }

    private func drafts(_ condition: String, _ arguments: StatementArguments, at time: Date) throws -> [DraftRecord] {
        let sql =
            "SELECT * FROM pendingImport WHERE source IS NOT NULL AND expires > ? \(condition) ORDER BY changedAt DESC, rowid DESC"
        return try Row.fetchAll(statement(sql), arguments: [time.timeIntervalSince1970] + arguments).map { row in
            try DraftRecord(
                id: row.identifier("id"), source: row["source"], passID: row.optionalIdentifier("passID"),
                content: row["text"], createdAt: row.date("createdAt"), changedAt: row.date("changedAt"))
        }
    }
}

extension Date {
    /// The nearest whole millisecond, which is the same moment again once it was stored or written.
    fileprivate var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
}
