import CivilDates

/// Writes the vaccinations of a pass as a table: UTF-8 with a byte order mark, which spreadsheets look for.
package enum TableExport {
    /// One line a vaccination, in the order of the pass; the headings are those that the import knows.
    package static func write(_ pass: ArchivedPass, separator: TableSeparator = .comma) -> [UInt8] {
        var text = "\u{FEFF}" + TableText.line(VaccinationColumn.allCases.map(\.rawValue), separator: separator)
        for vaccination in pass.vaccinations {
            let cells = VaccinationColumn.allCases.map { TableText.defused(cell($0, vaccination) ?? "") }
            text += TableText.line(cells, separator: separator)
        }
        return Array(text.utf8)
    }

    private static func cell(_ column: VaccinationColumn, _ vaccination: ArchivedVaccination) -> String? {
        switch column {
        case .date: vaccination.date.description
        case .target: vaccination.target
        case .vaccine: vaccination.vaccine
        case .vaccineName: vaccination.vaccineName
        case .batch: vaccination.batch
        case .administeredBy: vaccination.administeredBy
        case .country: vaccination.country
        case .note: vaccination.note
        case .doseNumber: vaccination.doseNumber.map(String.init)
        case .seriesDoses: vaccination.seriesDoses.map(String.init)
        }
    }
}
