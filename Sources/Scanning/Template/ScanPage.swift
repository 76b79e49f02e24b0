import BoundedJSON

/// A page of a template.
package struct ScanPage: Sendable, Hashable {
    /// The page's width divided by its height, 0.2 to 5.
    package let aspect: Double
    package let rows: ScanRows?
    package let columns: [ScanColumn]
    package let regions: [ScanRegion]

    /// Refuses names that are used twice and cells that leave the page.
    package init(
        aspect: Double, rows: ScanRows? = nil, columns: [ScanColumn] = [], regions: [ScanRegion] = []
    ) throws(ScanTemplateError) {
        (self.aspect, self.rows, self.columns, self.regions) = (aspect, rows, columns, regions)
        var names: Set<String> = []
        for name in columns.map(\.name) + regions.map(\.name) where !names.insert(name).inserted {
            throw ScanTemplateError(.duplicateName, name)
        }
        guard !names.isEmpty else { throw ScanTemplateError(.empty) }
        guard columns.isEmpty || rows != nil else { throw ScanTemplateError(.shape, columns.first?.name) }
        for column in columns {
            guard let rows, rows.box(of: column, row: 0) != nil, rows.box(of: column, row: rows.count - 1) != nil
            else { throw ScanTemplateError(.outsidePage, column.name) }
        }
        guard count <= ScanTemplate.mostRegions else {
            throw ScanTemplateError(.tooManyRegions, limit: ScanTemplate.mostRegions)
        }
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        let aspect = try ScanTemplateError.number(json["aspect"], in: 0.2...5)
        let (columns, regions) = (try Self.list(json["columns"]), try Self.list(json["regions"]))
        var readColumns: [ScanColumn] = []
        for column in columns { readColumns.append(try ScanColumn(column)) }
        var readRegions: [ScanRegion] = []
        for region in regions { readRegions.append(try ScanRegion(region)) }
        try self.init(
            aspect: aspect,
            rows: try json["rows"].map { rows throws(ScanTemplateError) in try ScanRows(rows) },
            columns: readColumns, regions: readRegions)
    }

    private static func list(_ json: JSONValue?) throws(ScanTemplateError) -> [JSONValue] {
        guard let json else { return [] }
        guard let elements = json.elements else { throw ScanTemplateError(.shape) }
        guard elements.count <= ScanTemplate.mostRegions else {
            throw ScanTemplateError(.tooManyRegions, limit: ScanTemplate.mostRegions)
        }
        return elements
    }

    /// How many regions it has, each row's cells counted.
    package var count: Int { (rows?.count ?? 0) * columns.count + regions.count }

    /// Its regions in the order in which the reader process gets them: row by row, then the single ones.
    ///
    /// - Parameter page: its number in the template, from 0.
    package func placed(page: Int) -> [PlacedRegion] {
        var placed: [PlacedRegion] = []
        for row in 0..<(rows?.count ?? 0) {
            for column in columns {
                guard let box = rows?.box(of: column, row: row) else { continue }
                let key = FieldKey(page: page, row: row + 1, name: column.name)
                placed.append(PlacedRegion(key: key, type: column.type, box: box, rules: column.rules))
            }
        }
        return placed
            + regions.map {
                PlacedRegion(
                    key: FieldKey(page: page, name: $0.name), type: $0.type, box: $0.box, rules: $0.rules)
            }
    }

    /// Where a field is on the page: its own region or cell, or the sticker that it is a part of.
    ///
    /// - Parameter row: from 1; nil outside of a table.
    package func box(of name: String, row: Int?) -> RegionBox? {
        let whole = name.split(separator: ".").first.map(String.init) ?? name
        guard let row else {
            return (regions.first { $0.name == name } ?? regions.first { $0.name == whole })?.box
        }
        let column =
            columns.first { $0.name == name } ?? columns.first { $0.name == whole }
            ?? columns.first { $0.type == .sticker || $0.type == .vaccine }
        return column.flatMap { rows?.box(of: $0, row: row - 1) }
    }

    /// The members that tell it in a template, in order.
    var members: [(String, JSONValue?)] {
        [
            ("aspect", .number(aspect)), ("rows", rows?.json),
            ("columns", columns.isEmpty ? nil : .array(columns.map(\.json))),
            ("regions", .array(regions.map(\.json))),
        ]
    }
}
