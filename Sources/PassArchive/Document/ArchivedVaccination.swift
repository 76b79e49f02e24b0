package import CivilDates
package import Foundation

/// One dose, as the user recorded it.
package struct ArchivedVaccination: Sendable, Equatable {
    /// The id that it had where it was exported; nil when it comes from another system.
    package var id: String?
    /// A disease target of the catalogue, or a text of another system's.
    package var target: String
    /// A vaccine of the catalogue.
    package var vaccine: String?
    /// The vaccine's name as free text, where the catalogue does not know it.
    package var vaccineName: String?
    package var date: PartialDate
    package var batch: String?
    package var administeredBy: String?
    package var country: String?
    package var note: String?
    /// 1 to 99.
    package var doseNumber: Int?
    /// 1 to 99.
    package var seriesDoses: Int?
    package var createdAt: Date?
    package var updatedAt: Date?

    package init(
        id: String? = nil, target: String, vaccine: String? = nil, vaccineName: String? = nil, date: PartialDate,
        batch: String? = nil, administeredBy: String? = nil, country: String? = nil, note: String? = nil,
        doseNumber: Int? = nil, seriesDoses: Int? = nil, createdAt: Date? = nil, updatedAt: Date? = nil
    ) {
        self.id = id
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
