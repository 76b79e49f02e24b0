package import Foundation
import GRDB

/// One dose given to the holder of a pass.
package struct Vaccination: Sendable, Equatable, Identifiable {
    package let id: VaccinationID
    package let passID: PassID
    /// The disease target's id in the catalogue.
    package let target: String
    /// The vaccine's id in the catalogue.
    package let vaccine: String?
    /// A vaccine that the catalogue doesn't have.
    package let vaccineName: String?
    /// ISO 8601, perhaps only a year or a month.
    package let date: String
    package let batch: String?
    package let administeredBy: String?
    /// ISO 3166-1 alpha-2.
    package let country: String?
    package let note: String?
    /// Which dose of its series this is, from 1.
    package let doseNumber: Int?
    /// How many doses the series has.
    package let seriesDoses: Int?
    package let createdAt: Date
    package let updatedAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: VaccinationID = .random(), passID: PassID, target: String, vaccine: String?, vaccineName: String? = nil,
        date: String, batch: String? = nil, administeredBy: String? = nil, country: String? = nil,
        note: String? = nil, doseNumber: Int? = nil, seriesDoses: Int? = nil, createdAt: Date, updatedAt: Date
    ) throws(VaultError) {
        try Validation.text(target, "target", limit: RecordLimits.target)
        try Validation.optional(vaccine, "vaccine", limit: RecordLimits.vaccine)
        try Validation.optional(vaccineName, "vaccineName", limit: RecordLimits.vaccineName)
        try Validation.partialDate(date, "date")
        try Validation.optional(batch, "batch", limit: RecordLimits.batch)
        try Validation.optional(administeredBy, "administeredBy", limit: RecordLimits.administeredBy)
        if let country { try Validation.country(country, "country") }
        try Validation.optional(note, "note", limit: RecordLimits.note, allowsLines: true)
        for (number, field) in [(doseNumber, "doseNumber"), (seriesDoses, "seriesDoses")] {
            if let number, !RecordLimits.doses.contains(number) {
                throw VaultError(.invalidRecord, "\(field) is out of range")
            }
        }
        self.id = id
        self.passID = passID
        self.target = target
        self.vaccine = vaccine
        self.vaccineName = vaccineName
        self.date = date
        self.batch = batch
        self.administeredBy = administeredBy
        self.country = country
        self.note = note
        self.doseNumber = doseNumber
        self.seriesDoses = seriesDoses
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension Vaccination {
    /// The columns of its table, in the order in which they are read.
    static let columns = """
        id, passID, target, vaccine, vaccineName, date, batch, administeredBy, country, note, doseNumber, seriesDoses,
        createdAt, updatedAt
        """

    /// Reads what was checked when it was written.
    init(_ row: Row) throws {
        id = try row.identifier(0)
        passID = try row.identifier(1)
        (target, vaccine, vaccineName) = (row[2], row[3], row[4])
        date = row[5]
        (batch, administeredBy, country, note) = (row[6], row[7], row[8], row[9])
        (doseNumber, seriesDoses) = (row[10], row[11])
        createdAt = Date(timeIntervalSince1970: row[12])
        updatedAt = Date(timeIntervalSince1970: row[13])
    }
}
