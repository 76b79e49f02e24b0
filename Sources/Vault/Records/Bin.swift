package import Foundation
import GRDB
import Model
import VaultStorage

/// Something that was deleted and can be brought back for a while: a pass, a dose, a certificate or an attachment, with
/// what went with it.
package struct BinItem: Sendable, Equatable, Identifiable {
    package enum Kind: String, Sendable, CaseIterable {
        case pass, vaccination, certificate, attachment
    }

    /// How long it is kept, in seconds.
    package static let lifetime: TimeInterval = 30 * 86_400

    package let id: BinItemID
    package let kind: Kind
    /// The pass that it belonged to, or was.
    package let passID: PassID
    package let deletedAt: Date
    /// The columns of what was deleted, by their names, as far as they are texts.
    package let texts: [String: String]
    /// Entries that went with it.
    package let others: Int

    /// When it is gone for good.
    package var expires: Date { deletedAt + Self.lifetime }
}

/// How an entry of the bin came back.
package enum BinRestoration: Sendable, Equatable {
    case restored(PassID)
    /// It is there again already, such as by an import.
    case thereAlready(PassID)
    /// Its pass is in the bin too, or is gone.
    case withoutPass
}

// MARK: - Deleting into it
extension Records {
    /// Moves a dose into the bin, with the certificates that stand for it and its attachments; false when there was none.
    package func bin(_ id: VaccinationID, at time: Date) throws -> Bool {
        guard let item = try begin(.vaccination, id.description, in: "vaccination", at: time) else { return false }
        for table in ["certificate", "attachment"] {
            try copy(table, "vaccinationID", id.description, into: item)
            try execute("DELETE FROM \(table) WHERE vaccinationID = ?", arguments: [id.description])
        }
        return try deleteVaccination(id)
    }

    /// Moves a certificate into the bin; false when there was none.
    package func bin(_ id: CertificateID, at time: Date) throws -> Bool {
        guard try begin(.certificate, id.description, in: "certificate", at: time) != nil else { return false }
        return try deleteCertificate(id)
    }

    /// Moves an attachment into the bin; false when there was none.
    package func bin(_ id: AttachmentID, at time: Date) throws -> Bool {
        guard try begin(.attachment, id.description, in: "attachment", at: time) != nil else { return false }
        return try deleteAttachment(id)
    }

    /// Moves a pass into the bin with all that is in it; what leads others to it ends.
    ///
    /// What was begun for it waits where it is, until its own day, and is seen again once the pass comes back. False when there
    /// was none.
    package func bin(_ id: PassID, at time: Date) throws -> Bool {
        guard let item = try begin(.pass, id.description, in: "pass", at: time) else { return false }
        // Doses first: certificates and attachments may be of one.
        for table in ["vaccination", "certificate", "fact", "attachment"] {
            try copy(table, "passID", id.description, into: item)
        }
        return try deletePass(id)
    }

    /// Begins an entry with a copy of its own row; nil where there is none.
    private func begin(
        _ kind: BinItem.Kind, _ id: String, in table: String, at time: Date
    ) throws -> BinItemID? {
        let column = kind == .pass ? "id" : "passID"
        guard
            let pass = try String.fetchOne(db, sql: "SELECT \(column) FROM \(table) WHERE id = ?", arguments: [id])
        else { return nil }
        let item = BinItemID.random()
        try execute(
            "INSERT INTO binItem (id, kind, passID, deletedAt) VALUES (?, ?, ?, ?)",
            arguments: [item.description, kind.rawValue, pass, time.timeIntervalSince1970])
        try copy(table, "id", id, into: item)
        return item
    }

    /// Copies rows, whatever columns their table has; contents of attachments stay where they are.
    private func copy(_ table: String, _ column: String, _ value: String, into item: BinItemID) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM \(table) WHERE \(column) = ? ORDER BY rowid", arguments: [value])
        for row in rows {
            var copy = try RowCopy(row)
            let file = copy.take("file")
            try execute(
                """
                INSERT INTO binRow (item, number, source, content, file)
                VALUES (?, (SELECT COUNT(*) FROM binRow WHERE item = ?), ?, ?, ?)
                """, arguments: [item.description, item.description, table, try copy.text, file])
        }
    }
}

// MARK: - What is in it
extension Records {
    /// What can be brought back at a moment, the last deleted first.
    package func bin(at time: Date) throws -> [BinItem] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT binItem.*, content, (SELECT COUNT(*) FROM binRow WHERE item = binItem.id) AS count
                FROM binItem JOIN binRow ON item = binItem.id AND number = 0
                WHERE deletedAt > ? ORDER BY deletedAt DESC, binItem.rowid DESC
                """,
            arguments: [(time - BinItem.lifetime).timeIntervalSince1970]
        ).map { row in
            guard let kind = BinItem.Kind(rawValue: row["kind"]) else {
                throw VaultError(.vaultDamaged, "an entry of the bin can't be read")
            }
            return BinItem(
                id: try row.identifier("id"), kind: kind, passID: try row.identifier("passID"),
                deletedAt: row.date("deletedAt"), texts: try RowCopy(text: row["content"]).texts,
                others: row["count"] - 1)
        }
    }

    /// Whether what had this id is in it, by itself or with something else; also what was begun for a pass that is.
    package func isInBin(_ id: String, at time: Date) throws -> Bool {
        let oldest = (time - BinItem.lifetime).timeIntervalSince1970
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM binRow JOIN binItem ON item = binItem.id
                    WHERE deletedAt > ? AND json_extract(content, '$.id') = ?)
                OR EXISTS (
                    SELECT 1 FROM draft JOIN binItem ON kind = 'pass' AND binItem.passID = draft.passID
                    WHERE deletedAt > ? AND expires > ? AND draft.id = ?)
                """,
            arguments: [oldest, id, oldest, time.timeIntervalSince1970, id]) ?? false
    }

    /// What went into it last.
    package func lastDeleted() throws -> BinItemID? {
        try Row.fetchOne(statement("SELECT id FROM binItem ORDER BY deletedAt DESC, rowid DESC LIMIT 1"))
            .map { try $0.identifier("id") }
    }

    /// Brings something back to where it was.
    ///
    /// - Throws: `notFound` where it isn't in the bin any more, `attachmentLimit` where its pass has no room for its
    ///   attachments, `passFull` where it has none for what comes back, `passLimit` where the account has none for a pass,
    ///   which comes back whole.
    /// What is there again by another way stays as it is. A name that another pass has is no obstacle: names aren't unique.
    package func restore(_ id: BinItemID, at time: Date) throws -> BinRestoration {
        guard let item = try bin(at: time).first(where: { $0.id == id }) else { throw Self.notInBin }
        if item.kind != .pass, try pass(item.passID) == nil { return .withoutPass }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM binRow WHERE item = ? ORDER BY number", arguments: [id.description])
        var came = 0
        for row in rows { came += try comeBack(row["source"], RowCopy(text: row["content"]), file: row["file"]) }
        guard try count("attachment", of: item.passID) <= AttachmentLimits.filesOfPass else {
            throw VaultError(.attachmentLimit, "the pass is full")
        }
        if item.kind == .pass {
            try requireRoomForPass()
        } else {
            for table in ["vaccination", "certificate", "fact"] { try requireRoom(for: table, in: item.passID) }
        }
        try takeOut(id)
        return came == 0 ? .thereAlready(item.passID) : .restored(item.passID)
    }

    /// Inserts a row, unless it is there; 1 where it came.
    func comeBack(_ table: String, _ stored: RowCopy, file: String?) throws -> Int {
        var row = stored
        row["file"] = file
        // A dose that is gone meanwhile leaves its certificate or scan with the pass.
        if let dose = row["vaccinationID"].flatMap({ VaccinationID($0) }), try vaccination(dose) == nil {
            row["vaccinationID"] = nil
        }
        let values = row.values
        try execute(
            """
            INSERT OR IGNORE INTO \(table) (\(values.map(\.column).joined(separator: ", ")))
            VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
            """, arguments: StatementArguments(values.map(\.value)))
        return db.changesCount
    }

    /// Deletes something for good, also from what could be undone.
    ///
    /// - Throws: `notFound` where it isn't in the bin any more.
    package func removeFromBin(_ id: BinItemID) throws {
        try forgetSteps(of: "SELECT json_extract(content, '$.id') FROM binRow WHERE item = ?", [id.description])
        try takeOut(id)
    }

    private func takeOut(_ id: BinItemID) throws {
        try execute("DELETE FROM binItem WHERE id = ?", arguments: [id.description])
        guard db.changesCount > 0 else { throw Self.notInBin }
        try deleteDraftsOfGonePasses()
    }

    private static let notInBin = VaultError(.notFound, "the bin has no such entry")

    /// Deletes everything in it for good, also from what could be undone.
    package func emptyBin() throws {
        try forgetSteps(of: "SELECT json_extract(content, '$.id') FROM binRow")
        try execute("DELETE FROM binItem")
        try deleteDraftsOfGonePasses()
    }
}
