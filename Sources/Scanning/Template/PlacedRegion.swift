/// A region's place on a page: one of a table's cells, or a single one.
package struct PlacedRegion: Sendable, Hashable {
    package let key: FieldKey
    package let type: RegionType
    package let box: RegionBox
    package let rules: RegionRules
}

/// Which field of a scan is meant.
package struct FieldKey: Sendable, Hashable {
    /// The page, from 0.
    package let page: Int
    /// The table's row, from 1; nil outside of a table.
    package let row: Int?
    /// The region's, column's or part's name.
    package let name: String

    package init(page: Int, row: Int? = nil, name: String) {
        (self.page, self.row, self.name) = (page, row, name)
    }

    /// As forms and links name it: `date-3` for the third row's date.
    package var label: String { row.map { "\(name)-\($0)" } ?? name }
}
