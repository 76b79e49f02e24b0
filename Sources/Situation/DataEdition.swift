import ByteCoding
package import CivilDates

/// The series of one table in one version, read wholly or not at all.
package struct DataEdition: Sendable {
    /// The largest file that is read, in bytes.
    package static let mostBytes = 20 << 20

    package let table: DataTable
    package let series: [IndicatorKey: Series]
    /// How many rows the file has.
    package let rows: Int
    /// The last day that it speaks of.
    package let lastDay: CalendarDate

    /// Reads a table's file and checks each row against the table's columns.
    ///
    /// - Throws: ``SituationError`` with the first fault and its line.
    package init(_ bytes: [UInt8], of table: DataTable, in catalogue: SituationCatalogue) throws(SituationError) {
        try Self.requireText(bytes)
        var reader = try TableReader(bytes, of: table, in: catalogue)
        try reader.readRows()
        guard let lastDay = reader.lastDay else { throw SituationError(.noRows) }
        (self.table, self.lastDay, rows) = (table, lastDay, reader.rows)
        series = reader.series()
    }

    /// The table whose file this is.
    ///
    /// - Parameter name: the file's name, which decides between tables of the same columns where the rows don't.
    package static func recognise(
        _ bytes: [UInt8], named name: String, in catalogue: SituationCatalogue
    ) throws(SituationError) -> DataEdition {
        try requireText(bytes)
        let alike = catalogue.tables.filter { TableReader.hasHeader(bytes, of: $0) }
        if let named = catalogue.tables.first(where: { $0.file == name }) ?? (alike.count == 1 ? alike[0] : nil) {
            return try DataEdition(bytes, of: named, in: catalogue)
        }
        guard let first = alike.first else { throw SituationError(.unknownTable) }
        let hinted = alike.filter { name.lowercased().contains($0.id) }
        if hinted.count == 1 { return try DataEdition(bytes, of: hinted[0], in: catalogue) }
        var read: [DataEdition] = []
        var fault: SituationError?
        for table in alike {
            do throws(SituationError) {
                read.append(try DataEdition(bytes, of: table, in: catalogue))
            } catch {
                // What fits for longer is more likely meant.
                fault = (fault?.line ?? 0) < (error.line ?? 0) ? error : fault ?? error
            }
        }
        guard let issue = read.first else { throw fault ?? SituationError(.unknownTable, first.id) }
        guard read.count == 1 else { throw SituationError(.ambiguousTable, alike.map(\.file).joined(separator: ", ")) }
        return issue
    }

    /// Whether Git keeps the file elsewhere, and this names it.
    package static func isPointer(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("version https://git-lfs".utf8))
    }

    private static func requireText(_ bytes: [UInt8]) throws(SituationError) {
        guard bytes.count <= mostBytes else { throw SituationError(.tooLarge) }
        guard !bytes.isEmpty else { throw SituationError(.empty) }
        if isPointer(bytes) { throw SituationError(.pointer) }
        if bytes.first(where: { ![9, 10, 13, 32, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "<") {
            throw SituationError(.webPage)
        }
        let isText = String(typed: bytes, as: UTF8.self) != nil
        guard isText, !bytes.contains(where: { $0 < 32 && ![9, 10, 13].contains($0) }) else {
            throw SituationError(.notText)
        }
    }
}
