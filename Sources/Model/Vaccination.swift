package import CivilDates

/// One dose given to the holder of a pass, as somebody recorded it.
package struct Vaccination: Sendable, Hashable {
    /// The disease target's id in the catalogue, or a text of another system's.
    package var target: String
    /// The vaccine's id in the catalogue.
    package var vaccine: String?
    /// A vaccine that the catalogue doesn't have.
    package var vaccineName: String?
    package var date: PartialDate
    package var batch: String?
    package var administeredBy: String?
    package var country: String?
    package var note: String?
    /// Which dose of its series this is.
    package var doseNumber: Int?
    /// How many doses the series has.
    package var seriesDoses: Int?

    package init(
        target: String, vaccine: String? = nil, vaccineName: String? = nil, date: PartialDate, batch: String? = nil,
        administeredBy: String? = nil, country: String? = nil, note: String? = nil, doseNumber: Int? = nil,
        seriesDoses: Int? = nil
    ) {
        (self.target, self.vaccine, self.vaccineName, self.date) = (target, vaccine, vaccineName, date)
        (self.batch, self.administeredBy, self.country) = (batch, administeredBy, country)
        (self.note, self.doseNumber, self.seriesDoses) = (note, doseNumber, seriesDoses)
    }
}

extension Vaccination: FieldList {
    package static let target = Field("target", \Self.target, .text(limit: RecordLimits.target))
    package static let vaccine = Field("vaccine", \Self.vaccine, .text(limit: RecordLimits.vaccine))
    package static let vaccineName = Field("vaccineName", \Self.vaccineName, .text(limit: RecordLimits.vaccineName))
    package static let date = Field("date", \Self.date)
    package static let batch = Field("batch", \Self.batch, .text(limit: RecordLimits.batch))
    package static let administeredBy = Field(
        "administeredBy", \Self.administeredBy, .text(limit: RecordLimits.administeredBy))
    package static let country = Field("country", \Self.country, .country)
    package static let note = Field("note", \Self.note, .text(limit: RecordLimits.note, lines: true))
    package static let doseNumber = Field("doseNumber", \Self.doseNumber, in: RecordLimits.doses)
    package static let seriesDoses = Field("seriesDoses", \Self.seriesDoses, in: RecordLimits.doses)

    package static let fields = [
        target, vaccine, vaccineName, date, batch, administeredBy, country, note, doseNumber, seriesDoses,
    ]

    package static let empty = Vaccination(target: "", date: .firstOfRecords)
}
