package import Foundation
import GRDB
import Model
import VaultStorage

/// What somebody began to enter and hasn't saved, sealed in their vault for 30 days from its last change.
package struct DraftRecord: Sendable, Equatable, Identifiable {
    /// By which way it came in.
    package enum Source: String, Sendable, CaseIterable {
        /// What is typed into a pass's table, of which each pass has one.
        case table
        case photo, file, link
        /// What a template of a form was tried on, of which each template has one.
        case trial

        /// Whether one more waits beside the others, so that they are limited in number.
        package var isCounted: Bool { ![.table, .trial].contains(self) }
    }

    /// What a list says of one.
    package struct Heading: Sendable, Equatable, Identifiable {
        package let id: DraftID
        package let source: Source
        /// What the file was called, or the host; of a trial its template's id; nil for what is typed.
        package let name: String?
        /// The pass that it is for, where that is known.
        package let passID: PassID?
        package let createdAt: Date
        /// A whole millisecond, later with each change: what a form carries of it tells whether it is still the same.
        package let changedAt: Date

        /// From when on it isn't shown.
        package var expires: Date { changedAt + DraftRecord.lifetime }
    }

    /// Seconds from its last change until it goes.
    package static let lifetime: TimeInterval = 30 * 86_400
    /// How many that are counted wait at most.
    package static let limit = 20
    /// The most that the contents of all together take, in bytes.
    package static let textLimit = 24 << 20
    /// Characters of a name.
    package static let nameLimit = 253

    package let heading: Heading
    /// JSON, as its page writes it.
    package let content: String

    package var id: DraftID { heading.id }
    package var source: Source { heading.source }
    package var name: String? { heading.name }
    package var passID: PassID? { heading.passID }
    package var createdAt: Date { heading.createdAt }
    package var changedAt: Date { heading.changedAt }
    package var expires: Date { heading.expires }

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    init(_ heading: Heading, content: String) throws(VaultError) {
        if let name = heading.name { try Validation.text(name, "name", limit: Self.nameLimit) }
        guard heading.source != .table || heading.passID != nil else {
            throw VaultError(.invalidRecord, "what is typed lacks its pass")
        }
        guard heading.source != .trial || heading.name != nil else {
            throw VaultError(.invalidRecord, "a trial lacks its template")
        }
        guard !content.isEmpty, content.utf8.count <= Self.textLimit else {
            throw VaultError(.invalidRecord, "content has a length that is not allowed")
        }
        (self.heading, self.content) = (heading, content)
    }

    /// The same with another content, later than it was.
    fileprivate func changed(to content: String, at time: Date) throws(VaultError) -> DraftRecord {
        let changed = max(time.wholeMilliseconds, (changedAt + 0.001).wholeMilliseconds)
        let heading = Heading(
            id: id, source: source, name: name, passID: passID, createdAt: createdAt, changedAt: changed)
        return try DraftRecord(heading, content: content)
    }
}

// MARK: - What waits
extension Records {
    /// What waits at a moment, the last changed first.
    package func drafts(at time: Date) throws -> [DraftRecord] { try drafts("", [], at: time) }

    /// The same without its contents.
    package func draftHeadings(at time: Date) throws -> [DraftRecord.Heading] {
        let columns = "id, source, name, passID, createdAt, changedAt"
        return try rows(columns, "", [], at: time).map(heading)
    }

    package func draft(_ id: DraftID, at time: Date) throws -> DraftRecord? {
        try drafts("AND id = ?", [id.description], at: time).first
    }

    /// The last changed of a pass from one source.
    package func draft(from source: DraftRecord.Source, of pass: PassID, at time: Date) throws -> DraftRecord? {
        try drafts("AND source = ? AND passID = ?", [source.rawValue, pass.description], at: time).first
    }

    /// The last trial of a template.
    package func trial(of template: String, at time: Date) throws -> DraftRecord? {
        try drafts("AND source = 'trial' AND name = ?", [template], at: time).first
    }

    /// Whether one more may come that is counted.
    package func hasRoomForDraft(at time: Date) throws -> Bool {
        let (count, bytes) = try waiting(besides: nil, at: time)
        return count < DraftRecord.limit && bytes < DraftRecord.textLimit
    }

    /// Whether anything waits that is of a pass, and that somebody began to enter.
    func hasDraft(of pass: PassID) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM draft WHERE passID = ?)"
        return try Bool.fetchOne(statement(sql), arguments: [pass.description]) ?? false
    }

    /// What of a pass in the bin waits there with it.
    private static let isShown = "(passID IS NULL OR passID IN (SELECT id FROM pass))"

    private func drafts(_ condition: String, _ arguments: StatementArguments, at time: Date) throws -> [DraftRecord] {
        try rows("*", condition, arguments, at: time).map { try DraftRecord(heading($0), content: $0["content"]) }
    }

    private func rows(
        _ columns: String, _ condition: String, _ arguments: StatementArguments, at time: Date
    ) throws -> [Row] {
        let sql = """
            SELECT \(columns) FROM draft WHERE expires > ? AND \(Self.isShown) \(condition)
            ORDER BY changedAt DESC, rowid DESC
            """
        return try Row.fetchAll(statement(sql), arguments: [time.timeIntervalSince1970] + arguments)
    }

    private func heading(_ row: Row) throws -> DraftRecord.Heading {
        guard let source = DraftRecord.Source(rawValue: row["source"]) else {
            throw VaultError(.vaultDamaged, "a draft's source can't be read")
        }
        return DraftRecord.Heading(
            id: try row.identifier("id"), source: source, name: row["name"],
            passID: try row.optionalIdentifier("passID"), createdAt: row.date("createdAt"),
            changedAt: row.date("changedAt"))
    }
}

// MARK: - Keeping it
extension Records {
    /// Keeps a content: of typing in place of what waits of its pass, of a trial in place of the one before of its template,
    /// of another source as one more.
    ///
    /// - Parameter name: What the file was called, or the host; of a trial its template's id.
    /// - Throws: `tooManyDrafts` where as many wait as may, or their contents are too long together; `notFound` where there is
    ///   no such pass. Nothing is pushed out.
    package func keep(
        _ content: String, from source: DraftRecord.Source, named name: String? = nil, of pass: PassID? = nil,
        at time: Date
    ) throws -> DraftRecord {
        if source == .table, let old = try pass.flatMap({ try draft(from: source, of: $0, at: time) }) {
            return try change(old, to: content, at: time)
        }
        if let pass, try self.pass(pass) == nil { throw VaultError(.notFound, "the pass is gone") }
        if source == .trial, let name { try deleteTrial(of: name) }
        let now = time.wholeMilliseconds
        let heading = DraftRecord.Heading(
            id: .random(), source: source, name: name, passID: pass, createdAt: now, changedAt: now)
        let new = try DraftRecord(heading, content: content)
        try requireRoom(for: new, at: time)
        try execute(
            """
            INSERT INTO draft (id, source, name, passID, content, createdAt, changedAt, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                new.id.description, source.rawValue, name, pass?.description, content, now.timeIntervalSince1970,
                now.timeIntervalSince1970, new.expires.timeIntervalSince1970,
            ])
        return new
    }

    /// Gives one another content, and its 30 days once more.
    ///
    /// - Throws: `notFound` where it doesn't wait any more; `tooManyDrafts` where their contents are too long together.
    @discardableResult
    package func change(_ id: DraftID, to content: String, at time: Date) throws -> DraftRecord {
        guard let old = try draft(id, at: time) else { throw VaultError(.notFound, "the draft is gone") }
        return try change(old, to: content, at: time)
    }

    private func change(_ old: DraftRecord, to content: String, at time: Date) throws -> DraftRecord {
        let new = try old.changed(to: content, at: time)
        try requireRoom(for: new, at: time)
        // A vault that has no room for both lets go of the old content first.
        try execute("UPDATE draft SET content = '' WHERE id = ?", arguments: [new.id.description])
        try execute(
            "UPDATE draft SET content = ?, changedAt = ?, expires = ? WHERE id = ?",
            arguments: [
                content, new.changedAt.timeIntervalSince1970, new.expires.timeIntervalSince1970, new.id.description,
            ])
        return new
    }

    /// Whether there was one.
    @discardableResult
    package func deleteDraft(_ id: DraftID) throws -> Bool { try delete(id, from: "draft") }

    /// Deletes what a template was tried on.
    package func deleteTrial(of template: String) throws {
        try execute("DELETE FROM draft WHERE source = 'trial' AND name = ?", arguments: [template])
    }

    /// Deletes what was begun for passes that are gone for good: what is of one in the bin comes back with it.
    func deleteDraftsOfGonePasses() throws {
        try execute(
            """
            DELETE FROM draft WHERE passID IS NOT NULL AND passID NOT IN (SELECT id FROM pass)
            AND passID NOT IN (SELECT passID FROM binItem WHERE kind = 'pass')
            """)
    }

    /// - Throws: `tooManyDrafts` where there is no room for one beside the others.
    private func requireRoom(for draft: DraftRecord, at time: Date) throws {
        let (count, bytes) = try waiting(besides: draft.id, at: time)
        guard !draft.source.isCounted || count < DraftRecord.limit,
            bytes + draft.content.utf8.count <= DraftRecord.textLimit
        else { throw VaultError(.tooManyDrafts, "as much waits as may") }
    }

    /// How many of those that are counted can be seen, and the bytes of all contents, also of those that wait with their pass
    /// in the bin.
    private func waiting(besides id: DraftID?, at time: Date) throws -> (count: Int, bytes: Int) {
        let counted = DraftRecord.Source.allCases.filter(\.isCounted).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let sql = """
            SELECT COUNT(*) FILTER (WHERE source IN (\(counted)) AND \(Self.isShown)) AS count,
                COALESCE(SUM(LENGTH(CAST(content AS BLOB))), 0) AS bytes
            FROM draft WHERE expires > ? AND id IS NOT ?
            """
        let row = try Row.fetchOne(statement(sql), arguments: [time.timeIntervalSince1970, id?.description])
        return (row?["count"] ?? 0, row?["bytes"] ?? 0)
    }
}

extension Date {
    /// The nearest whole millisecond, which is the same moment again once it was stored or written.
    fileprivate var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
}
