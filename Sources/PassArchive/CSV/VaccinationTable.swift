/// A table that somebody wants to import, before its columns have been given a meaning.
package struct VaccinationTable: Sendable, Equatable {
    /// How a table is to be understood.
    package struct Mapping: Sendable, Equatable {
        /// For each column of the table what it holds; nil for nothing that we keep.
        package var columns: [VaccinationColumn?]
        package var dateFormat: TableDateFormat
        /// Whether the first line names the columns.
        package var hasHeading: Bool

        package init(columns: [VaccinationColumn?], dateFormat: TableDateFormat, hasHeading: Bool = true) {
            self.columns = columns
            self.dateFormat = dateFormat
            self.hasHeading = hasHeading
        }
    }

    package let encoding: TableEncoding
    package let separator: TableSeparator
    let lines: [TableText.Line]

    /// Reads the bytes; what is nil is found out.
    ///
    /// Throws `tooLarge` over 5 MB, 10,000 lines or 200 columns, `notATable` when there is nothing in it, and `cancelled`.
    package init(
        _ bytes: [UInt8], encoding: TableEncoding? = nil, separator: TableSeparator? = nil
    ) throws(ArchiveError) {
        guard bytes.count <= 5_000_000 else { throw ArchiveError(.tooLarge, "The table is larger than 5 MB.") }
        self.encoding = encoding ?? TableEncoding.detect(bytes)
        guard let text = self.encoding.decode(bytes), !text.unicodeScalars.contains("\0") else {
            throw ArchiveError(.notATable, "The file is not text in the encoding \(self.encoding.rawValue).")
        }
        self.separator = separator ?? TableSeparator.detect(text)
        lines = try TableText.lines(
            of: text, separator: self.separator, mostLines: Self.mostLines, mostCells: Self.mostColumns)
        guard !lines.isEmpty else { throw ArchiveError(.notATable, "The table is empty.") }
        guard lines.count <= Self.mostLines else {
            throw ArchiveError(.tooLarge, "The table has more than \(Self.mostLines) lines.")
        }
    }

    private static let mostLines = 10_000
    private static let mostColumns = 200

    /// The cells of the first line.
    package var headings: [String] { lines.first?.cells ?? [] }

    /// The first lines after the headings, to show what a column holds.
    package func examples(ofColumn column: Int, hasHeading: Bool = true, count: Int = 3) -> [String] {
        Array(
            lines.dropFirst(hasHeading ? 1 : 0).lazy
                .compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil }.filter { !$0.isEmpty }
                .prefix(count))
    }

    /// What the headings and the dates suggest; worked out again each time.
    package var suggestedMapping: Mapping {
        var taken: Set<VaccinationColumn> = []
        var columns = headings.map { heading -> VaccinationColumn? in
            guard let column = VaccinationColumn(heading: heading), taken.insert(column).inserted else { return nil }
            return column
        }
        // A table may call the product's name just 'vaccine'.
        if let vaccine = columns.firstIndex(of: .vaccine), !taken.contains(.vaccineName),
            !headings.contains("vaccineName"), headings[vaccine] != "vaccine" || !taken.contains(.target)
        {
            columns[vaccine] = .vaccineName
        }
        let hasHeading = !taken.isEmpty
        let dates = columns.firstIndex(of: .date).map { examples(ofColumn: $0, count: 1000) } ?? []
        let candidates = TableDateFormat.candidates(for: dates)
        return Mapping(
            columns: columns, dateFormat: candidates.first ?? TableDateFormat.best(for: dates), hasHeading: hasHeading)
    }
}
