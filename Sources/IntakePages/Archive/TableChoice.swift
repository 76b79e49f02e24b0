package import PassArchive
import Web

/// How somebody wants a table to be understood.
struct TableChoice: Codable, Sendable {
    /// The pass that its vaccinations go to.
    var pass: String
    /// For each column a ``VaccinationColumn``'s name; empty for nothing.
    var columns: [String]
    var dateFormat: String
    var hasHeading: Bool
    var separator: String
    var encoding: String

    var mapping: VaccinationTable.Mapping {
        VaccinationTable.Mapping(
            columns: columns.map { VaccinationColumn(rawValue: $0) },
            dateFormat: TableDateFormat(rawValue: dateFormat) ?? .yearMonthDay, hasHeading: hasHeading)
    }
}

extension PendingArchive.Table {
    /// The table, read as chosen or else as it seems to be.
    package func read() throws(ArchiveError) -> VaccinationTable {
        try VaccinationTable(
            Array(bytes), encoding: choice.flatMap { TableEncoding(rawValue: $0.encoding) },
            separator: choice?.separator.first.flatMap { TableSeparator(rawValue: $0) })
    }
}

extension Localizer {
    /// What spreadsheets of this language expect between cells.
    package var tableSeparator: TableSeparator {
        self[.`archive.table-separator`].first.flatMap(TableSeparator.init(rawValue:)) ?? .comma
    }
}
