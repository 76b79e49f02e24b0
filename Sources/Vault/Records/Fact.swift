import GRDB

/// Something about the holder of a pass that recommendations ask for: a condition, a pregnancy, a trip.
package struct Fact: Sendable, Equatable, Identifiable {
    package let id: FactID
    package let passID: PassID
    package let kind: String
    package let value: String
    /// ISO 8601 dates, perhaps partial; nil = open.
    package let from: String?
    package let to: String?

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: FactID = .random(), passID: PassID, kind: String, value: String, from: String? = nil, to: String? = nil
    ) throws(VaultError) {
        try Validation.text(kind, "kind", limit: RecordLimits.kind)
        try Validation.text(value, "value", limit: RecordLimits.factValue)
        if let from { try Validation.partialDate(from, "from") }
        if let to { try Validation.partialDate(to, "to") }
        self.id = id
        self.passID = passID
        self.kind = kind
        self.value = value
        self.from = from
        self.to = to
    }

    /// Reads what was checked when it was written.
    fileprivate init(_ row: Row) throws {
        (id, passID) = (try row.identifier("id"), try row.identifier("passID"))
        (kind, value, from, to) = (row["kind"], row["value"], row["fromDate"], row["toDate"])
    }
}

extension Records {
    package func facts(of pass: PassID) throws -> [Fact] {
        let sql = "SELECT * FROM fact WHERE passID = ? ORDER BY kind, fromDate, id"
        return try Row.fetchAll(db, sql: sql, arguments: [pass.description]).map(Fact.init)
    }

    /// - Throws: `notFound` when the pass isn't there.
    package func insert(_ fact: Fact) throws {
        try execute(
            "INSERT INTO fact (id, passID, kind, value, fromDate, toDate) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [fact.id.description, fact.passID.description, fact.kind, fact.value, fact.from, fact.to])
    }

    @discardableResult
    package func deleteFact(_ id: FactID) throws -> Bool {
        try execute("DELETE FROM fact WHERE id = ?", arguments: [id.description])
        return db.changesCount > 0
    }
}
