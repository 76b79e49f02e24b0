import Model

/// Writes the vaccinations of a pass as a table: UTF-8 with a byte order mark, which spreadsheets look for.
///
/// One line a vaccination, in the order of the pass; the headings are those that the import knows.
package struct TableExport: PassWriter {
    private static let mark = "\u{FEFF}"
    private let separator: TableSeparator

    package init(separator: TableSeparator = .comma) { self.separator = separator }

    package func begin(_ pass: ArchivedPass, into output: inout [UInt8]) {
        let headings = TableText.line(VaccinationColumn.allCases.map(\.rawValue), separator: separator)
        output += (Self.mark + headings).utf8
    }

    package func write(_ vaccination: ArchivedVaccination, number: Int, into output: inout [UInt8]) {
        let cells = VaccinationColumn.allCases.map {
            TableText.defused($0.field[vaccination.content]?.description ?? "")
        }
        output += TableText.line(cells, separator: separator).utf8
    }

    package func finish(into output: inout [UInt8]) {}

    /// The whole table.
    package static func write(_ pass: ArchivedPass, separator: TableSeparator = .comma) -> [UInt8] {
        TableExport(separator: separator).whole(pass)
    }

    /// Lines of any table, as spreadsheets take them.
    package static func write(_ lines: [[String]], separator: TableSeparator) -> [UInt8] {
        let text = lines.map { TableText.line($0.map(TableText.defused), separator: separator) }.joined()
        return Array((mark + text).utf8)
    }
}
