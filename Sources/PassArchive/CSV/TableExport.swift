import Model

/// Writes the vaccinations of a pass as a table: UTF-8 with a byte order mark, which spreadsheets look for.
package enum TableExport {
    /// One line a vaccination, in the order of the pass; the headings are those that the import knows.
    package static func write(_ pass: ArchivedPass, separator: TableSeparator = .comma) -> [UInt8] {
        var text = "\u{FEFF}" + TableText.line(VaccinationColumn.allCases.map(\.rawValue), separator: separator)
        let fields = VaccinationColumn.allCases.map { Vaccination.field($0.rawValue) }
        for vaccination in pass.vaccinations {
            let cells = fields.map { TableText.defused($0?[vaccination.content]?.description ?? "") }
            text += TableText.line(cells, separator: separator)
        }
        return Array(text.utf8)
    }

    /// Lines of any table, as spreadsheets take them.
    package static func write(_ lines: [[String]], separator: TableSeparator) -> [UInt8] {
        let text = lines.map { TableText.line($0.map(TableText.defused), separator: separator) }.joined()
        return Array(("\u{FEFF}" + text).utf8)
    }
}
