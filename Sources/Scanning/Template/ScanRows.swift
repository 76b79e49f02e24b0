import BoundedJSON

/// The rows of a page's table: where the first begins, how high all are together, and how many there are.
package struct ScanRows: Sendable, Hashable {
    package let top: Double
    package let height: Double
    package let count: Int

    package init(top: Double, height: Double, count: Int) {
        (self.top, self.height, self.count) = (top, height, count)
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        let top = try ScanTemplateError.number(json["top"], in: 0...1)
        let height = try ScanTemplateError.number(json["height"], in: 0...1)
        guard let count = json["count"]?.wholeNumber else { throw ScanTemplateError(.shape) }
        guard count >= 1, count <= Int64(ScanTemplate.mostRegions) else {
            throw ScanTemplateError(.tooManyRegions, limit: ScanTemplate.mostRegions)
        }
        self.init(top: top, height: height, count: Int(count))
    }

    /// The place of a column in a row, counted from 0; nil where it leaves the page.
    func box(of column: ScanColumn, row: Int) -> RegionBox? {
        let each = height / Double(count)
        return RegionBox(left: column.left, top: top + each * Double(row), width: column.width, height: each)
    }

    /// As a template writes it.
    var json: JSONValue {
        ["top": .number(top), "height": .number(height), "count": JSONValue(count)]
    }
}
