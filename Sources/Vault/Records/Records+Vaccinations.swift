import Foundation
import GRDB

extension Records {
    /// A pass's vaccinations, the newest first.
    package func vaccinations(of pass: PassID) throws -> [Vaccination] {
        try fetch("WHERE passID = ? ORDER BY date DESC, createdAt DESC, rowid DESC", [pass.description])
    }

    /// Those for the same disease target on the same day: duplicates, most likely.
    package func vaccinations(of pass: PassID, target: String, on date: String) throws -> [Vaccination] {
        try fetch(
            "WHERE passID = ? AND target = ? AND date = ? ORDER BY createdAt, rowid", [pass.description, target, date])
    }

    package func vaccination(_ id: VaccinationID) throws -> Vaccination? {
        try fetch("WHERE id = ?", [id.description]).first
    }

    /// - Throws: `notFound` when the pass isn't there.
    package func insert(_ vaccination: Vaccination) throws {
        try execute(
            """
            INSERT INTO vaccination (passID, target, vaccine, vaccineName, date, batch, administeredBy, country,
                note, doseNumber, seriesDoses, createdAt, updatedAt, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: arguments(vaccination))
    }

    /// - Throws: `notFound`.
    package func update(_ vaccination: Vaccination) throws {
        try execute(
            """
            UPDATE vaccination SET passID = ?, target = ?, vaccine = ?, vaccineName = ?, date = ?, batch = ?,
                administeredBy = ?, country = ?, note = ?, doseNumber = ?, seriesDoses = ?, createdAt = ?,
                updatedAt = ?
            WHERE id = ?
            """,
            arguments: arguments(vaccination))
        try requireChange()
    }

    /// Deletes the vaccination; its certificates stay in the pass.
    ///
    /// False when there was none.
    @discardableResult
    package func deleteVaccination(_ id: VaccinationID) throws -> Bool {
        try execute("DELETE FROM vaccination WHERE id = ?", arguments: [id.description])
        return db.changesCount > 0
    }

    private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [Vaccination] {
        let statement = try db.cachedStatement(sql: "SELECT \(Vaccination.columns) FROM vaccination \(condition)")
        return try Array(Row.fetchCursor(statement, arguments: arguments).map { try Vaccination($0) })
    }

    private func arguments(_ vaccination: Vaccination) -> StatementArguments {
        [
            vaccination.passID.description, vaccination.target, vaccination.vaccine, vaccination.vaccineName,
            vaccination.date, vaccination.batch, vaccination.administeredBy, vaccination.country, vaccination.note,
            vaccination.doseNumber, vaccination.seriesDoses, vaccination.createdAt.timeIntervalSince1970,
            vaccination.updatedAt.timeIntervalSince1970, vaccination.id.description,
        ]
    }
}
